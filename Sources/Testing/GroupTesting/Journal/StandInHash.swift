/// Digests and signatures that cost almost nothing, for simulated journals: nobody in these forges
/// them by arithmetic.
package enum StandInHash {
  /// Returns 32 bytes that depend on the number of bytes and on about 256 of them.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var words: [UInt64] = [0xCBF2_9CE4_8422_2325, UInt64(bytes.count), 3, 5]
    for index in stride(from: 0, to: bytes.count, by: bytes.count / 256 + 1) {
      words[index & 3] = (words[index & 3] ^ UInt64(bytes[index])) &* 0x100_0000_01B3
    }
    return words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  /// Returns the signature of these bytes by the owner of a key.
  package static func signature(of bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
    digest(bytes + key)
  }
}
