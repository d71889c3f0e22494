/// Decodes UTF-8 byte by byte. Bytes that are not UTF-8 become U+FFFD.
package struct UTF8Decoder: Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  private var least: UInt32 = 0

  package init() {}

  package var isWithinScalar: Bool { missing > 0 }

  package mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    if missing > 0 {
      if byte & 0xC0 == 0x80 {
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return [] }
        return [value >= least ? Unicode.Scalar(value) ?? "\u{FFFD}" : "\u{FFFD}"]
      }
      missing = 0
      return ["\u{FFFD}"] + begin(byte)
    }
    return begin(byte)
  }

  private mutating func begin(_ byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0..<0x80: return [Unicode.Scalar(byte)]
    case 0xC2..<0xE0: (value, missing, least) = (UInt32(byte & 0x1F), 1, 0x80)
    case 0xE0..<0xF0: (value, missing, least) = (UInt32(byte & 0x0F), 2, 0x800)
    case 0xF0..<0xF5: (value, missing, least) = (UInt32(byte & 0x07), 3, 0x1_0000)
    default: return ["\u{FFFD}"]
    }
    return []
  }
}
