/// Bytes as text in the Base64 alphabet of RFC 4648, with padding.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns bytes of any kind as text.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0..<4 {
        let isPadding = digit > group.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * digit) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a text; nil unless it is the one text of its bytes.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var bits = 0
    for (index, digit) in digits.enumerated() {
      let isPadding = index >= digits.count - padding
      guard let value = isPadding ? 0 : values[Int(digit)] else { return nil }
      bits = bits << 6 | value
      guard index % 4 == 3 else { continue }
      for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      bits = 0
    }
    bytes.removeLast(padding)
    return self.text(bytes) == text ? bytes : nil
  }

  private static let values: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = value }
    return values
  }()
}
