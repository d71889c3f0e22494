/// CRC-16/CCITT (polynomial 0x1021, initial value 0xFFFF). It detects any single wrong character of
/// a base 64 text, and any burst of up to 16 wrong bits. It protects against typing errors, never
/// against an attacker.
enum Checksum16 {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0xFFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
        sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
      }
    }
  }
}
