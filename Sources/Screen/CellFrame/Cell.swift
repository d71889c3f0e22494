/// One cell of a frame. It holds plain bytes, so that frames are compared and copied as memory.
public struct Cell: Hashable, Sendable {
  public var glyph: Glyph
  public var style: Style

  public init(_ glyph: Glyph, _ style: Style = .plain) {
    self.glyph = glyph
    self.style = style
  }

  public static let blank = Cell(.space)
  /// The right half of a wide glyph.
  public static let shadow = Cell(.shadow)
}

/// A base scalar and at most four combining marks. Terminals keep no more.
public struct Glyph: Hashable, Sendable {
  /// Five scalars of 21 bits, the base first; an absent mark is 0.
  private let low: UInt64
  private let high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  public init(_ base: Unicode.Scalar) { self.init(low: UInt64(base.value), high: 0) }

  /// The first scalar is the base; at most four of the rest are kept. Nil if there are no scalars.
  public init?(_ scalars: some Swift.Sequence<Unicode.Scalar>) {
    var (low, high, count) = (UInt64(0), UInt64(0), 0)
    for scalar in scalars.prefix(5) {
      if count < 3 {
        low |= UInt64(scalar.value) << UInt64(count * 21)
      } else {
        high |= UInt64(scalar.value) << UInt64((count - 3) * 21)
      }
      count += 1
    }
    guard count > 0 else { return nil }
    self.init(low: low, high: high)
  }

  public static let space = Glyph(" ")
  /// The wide glyph to the left draws this cell.
  public static let shadow = Glyph(low: 0, high: 0)

  public var base: Unicode.Scalar { Unicode.Scalar(UInt32(low & 0x1F_FFFF)) ?? " " }

  public var scalars: [Unicode.Scalar] {
    let raw = [low, low >> 21, low >> 42, high, high >> 21].map { UInt32($0 & 0x1F_FFFF) }
    return raw.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
  }

  public var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

/// The look of a cell.
public struct Style: Hashable, Sendable {
  public var foreground: Tint
  public var background: Tint
  public var attributes: Attributes

  public init(
    foreground: Tint = .terminal, background: Tint = .terminal, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = Style()

  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
  }
}

/// A colour of a cell: the terminal's own, a number in its palette, or red, green and blue.
public struct Tint: Hashable, Sendable {
  /// The high byte tells which of the three kinds it is.
  private let raw: UInt32

  /// The terminal's own foreground or background.
  public static let terminal = Tint(raw: 0)
  public static func rgb(_ value: UInt32) -> Tint { Tint(raw: 1 << 24 | value & 0xFF_FFFF) }
  public static func indexed(_ number: UInt8) -> Tint { Tint(raw: 2 << 24 | UInt32(number)) }

  public enum Meaning: Hashable, Sendable {
    case terminal
    case rgb(UInt32)
    case indexed(UInt8)
  }

  public var meaning: Meaning {
    switch raw >> 24 {
    case 1: .rgb(raw & 0xFF_FFFF)
    case 2: .indexed(UInt8(truncatingIfNeeded: raw))
    default: .terminal
    }
  }
}
