/// Decodes a text whose first bytes may be a mark that tells its encoding: UTF-8, or UTF-16 in either
/// order. Without a mark, the text is UTF-8. Bytes that are no text become U+FFFD.
package struct MarkedTextDecoder: Sendable {
  private enum Encoding: Sendable {
    /// The first bytes, which may become a mark.
    case undecided([UInt8])
    case utf8(UTF8Decoder)
    case utf16(UTF16Units)
  }

  private var encoding = Encoding.undecided([])

  private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init() {}

  package mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    switch encoding {
    case .utf8(var decoder):
      defer { encoding = .utf8(decoder) }
      return decoder.decode(byte)
    case .utf16(var units):
      defer { encoding = .utf16(units) }
      return units.decode(byte)
    case .undecided(let before):
      let bytes = before + [byte]
      switch bytes {
      case [0xFF, 0xFE]: encoding = .utf16(UTF16Units(isBigEndian: false))
      case [0xFE, 0xFF]: encoding = .utf16(UTF16Units(isBigEndian: true))
      case Self.utf8Mark: encoding = .utf8(UTF8Decoder())
      case [0xFF], [0xFE]: encoding = .undecided(bytes)
      default:
        guard !Self.utf8Mark.starts(with: bytes) else {
          encoding = .undecided(bytes)
          return []
        }
        return beginUTF8(bytes)
      }
      return []
    }
  }

  private mutating func beginUTF8(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    var decoder = UTF8Decoder()
    let scalars = bytes.flatMap { decoder.decode($0) }
    encoding = .utf8(decoder)
    return scalars
  }

  /// Ends the text. Returns what its last bytes are if they do not end a character.
  package mutating func finish() -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    if case .undecided(let bytes) = encoding { scalars = beginUTF8(bytes) }
    let isWithin =
      switch encoding {
      case .undecided: false
      case .utf8(let decoder): decoder.isWithinScalar
      case .utf16(let units): units.isWithinScalar
      }
    return isWithin ? scalars + ["\u{FFFD}"] : scalars
  }
}

/// Decodes UTF-16 byte by byte.
private struct UTF16Units: Sendable {
  let isBigEndian: Bool
  private var first: UInt8?
  /// The first half of a character of two units.
  private var high: UInt32?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  var isWithinScalar: Bool { first != nil || high != nil }

  mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    guard let first else {
      first = byte
      return []
    }
    self.first = nil
    let unit = isBigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first)
    let before = high
    high = nil
    switch (before, unit) {
    case (let before?, 0xDC00..<0xE000):
      return [Unicode.Scalar(0x10000 + (before - 0xD800) << 10 + (unit - 0xDC00)) ?? "\u{FFFD}"]
    case (_, 0xD800..<0xDC00):
      high = unit
      return before == nil ? [] : ["\u{FFFD}"]
    default:
      let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
      return before == nil ? [scalar] : ["\u{FFFD}", scalar]
    }
  }
}
