/// Encodes by RFC 4648. It avoids Foundation, which would slow the start of the program.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32((3 - group.count) * 8)
      for index in 0..<4 {
        let digit = digits[Int(bits >> UInt32(18 - index * 6) & 63)]
        output.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
