/// One cell of a frame. It holds only plain bytes, so that the program can compare and copy frames
/// as memory.
public struct Cell: Hashable, Sendable {
  /// The visible character, or `Glyph.shadow` in the right half of a wide glyph.
  public var glyph: Glyph
  /// The colours and attributes of the cell.
  public var style: Style

  /// Creates a cell. A wide glyph also needs a `shadow` in the cell to its right.
  public init(_ glyph: Glyph, _ style: Style = .plain) {
    self.glyph = glyph
    self.style = style
  }

  /// A space in the terminal's own colours.
  public static let blank = Cell(.space)
  /// The right half of a wide glyph.
  public static let shadow = Cell(.shadow)
}

/// A base scalar and at most four combining marks. Terminals show no further marks.
public struct Glyph: Hashable, Sendable {
  /// Five scalars of 21 bits, the base first; an absent mark is 0.
  private let low: UInt64
  private let high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Creates a glyph without marks; U+0000 gives `shadow`.
  public init(_ base: Unicode.Scalar) { self.init(low: UInt64(base.value), high: 0) }

  /// Creates a glyph from a base and its marks. Drops all marks after the fourth. Returns nil if
  /// there is no scalar.
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

  /// The glyph of a blank cell, U+0020.
  public static let space = Glyph(" ")
  /// The right half of a wide glyph. The glyph to its left draws both halves.
  public static let shadow = Glyph(low: 0, high: 0)

  /// The scalar without its marks; U+0000 for `shadow`.
  public var base: Unicode.Scalar { Unicode.Scalar(UInt32(low & 0x1F_FFFF)) ?? " " }

  /// The base and its marks, one to five scalars; empty for `shadow`.
  public var scalars: [Unicode.Scalar] {
    let raw = [low, low >> 21, low >> 42, high, high >> 21].map { UInt32($0 & 0x1F_FFFF) }
    return raw.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
  }

  /// The base and its marks as text; empty for `shadow`.
  public var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

/// The look of a cell.
public struct Style: Hashable, Sendable {
  /// The colour of the glyph.
  public var foreground: Tint
  /// The colour behind the glyph.
  public var background: Tint
  /// The attributes that are switched on.
  public var attributes: Attributes

  /// Creates a style; without arguments it is `plain`.
  public init(
    foreground: Tint = .terminal, background: Tint = .terminal, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours, without attributes.
  public static let plain = Style()

  /// Returns the style with the background of another one.
  public func on(_ other: Style) -> Style {
    Style(foreground: foreground, background: other.background, attributes: attributes)
  }

  /// The attributes of text that the terminal draws (ECMA-48 SGR).
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute, from bold in the lowest bit to reverse in the fifth.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Heavier strokes, or a brighter colour in some terminals (SGR 1).
    public static let bold = Attributes(rawValue: 1)
    /// A fainter colour (SGR 2).
    public static let dim = Attributes(rawValue: 2)
    /// Slanted letters (SGR 3).
    public static let italic = Attributes(rawValue: 4)
    /// A line under the glyph (SGR 4).
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged (SGR 7).
    public static let reverse = Attributes(rawValue: 16)
  }
}

/// A colour of a cell: the terminal's own, a number in its palette, or red, green and blue.
public struct Tint: Hashable, Sendable {
  /// The high byte tells which of the three kinds it is.
  private let raw: UInt32

  /// The terminal's own foreground or background.
  public static let terminal = Tint(raw: 0)
  /// Returns the colour `0xRRGGBB`; ignores the higher bits.
  public static func rgb(_ value: UInt32) -> Tint { Tint(raw: 1 << 24 | value & 0xFF_FFFF) }
  /// Returns the colour with this number in the terminal's palette of 256.
  public static func indexed(_ number: UInt8) -> Tint { Tint(raw: 2 << 24 | UInt32(number)) }

  /// The kind of a colour, with the colour's value.
  public enum Meaning: Hashable, Sendable {
    case terminal
    case rgb(UInt32)
    case indexed(UInt8)
  }

  /// The kind of the colour, with its value, for use in a `switch`.
  public var meaning: Meaning {
    switch raw >> 24 {
    case 1: .rgb(raw & 0xFF_FFFF)
    case 2: .indexed(UInt8(truncatingIfNeeded: raw))
    default: .terminal
    }
  }
}
