/// UTF-8 byte by byte; what is not UTF-8 is dropped, as nobody can have typed it.
struct ScalarDecoder: Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  /// The least scalar that needs as many bytes: shorter forms of it are refused.
  private var least: UInt32 = 0

  enum Step {
    case unfinished
    case scalar(Unicode.Scalar)
    case invalid
    /// What came before was cut short; this byte is still to be taken.
    case invalidBefore
  }

  mutating func take(_ byte: UInt8) -> Step {
    guard missing > 0 else { return begin(byte) }
    guard byte & 0xC0 == 0x80 else {
      missing = 0
      return .invalidBefore
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    guard missing == 0 else { return .unfinished }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return .invalid }
    return .scalar(scalar)
  }

  private mutating func begin(_ byte: UInt8) -> Step {
    switch byte {
    case 0..<0x80: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (value, missing, least) = (UInt32(byte & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (value, missing, least) = (UInt32(byte & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (value, missing, least) = (UInt32(byte & 0x07), 3, 0x1_0000)
    default: return .invalid
    }
    return .unfinished
  }
}
