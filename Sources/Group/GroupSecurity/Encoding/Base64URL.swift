/// Base 64 with the URL-safe alphabet (RFC 4648, section 5), without padding.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...group.count { text.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text. The result is nil if the text holds any other character, or left-over bits
  /// that cannot belong to a byte.
  static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text.utf8 {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 6 & 0xFFFF | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return count < 6 && bits & (1 << count - 1) == 0 ? bytes : nil
  }
}
