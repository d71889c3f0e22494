/// The twelve colours that every user can choose directly.
///
/// The log stores the canonical value of each colour; a theme shows the colour in its own shade.
public enum PaletteColor: Int, CaseIterable, Sendable {
  case red, orange, yellow, green, mint, teal, cyan, indigo, purple, pink, brown
  /// Dark on light boards and light on dark ones.
  case graphite

  /// The name in scripts and themes. It is a literal for each case, because `String(describing:)`
  /// would search all conformances of the program three times. Users would see this delay before
  /// the first picture.
  public var name: String {
    switch self {
    case .red: "red"
    case .orange: "orange"
    case .yellow: "yellow"
    case .green: "green"
    case .mint: "mint"
    case .teal: "teal"
    case .cyan: "cyan"
    case .indigo: "indigo"
    case .purple: "purple"
    case .pink: "pink"
    case .brown: "brown"
    case .graphite: "graphite"
    }
  }

  /// The canonical value, `0xRRGGBB`.
  public var rgb: UInt32 {
    switch self {
    case .red: 0xE5_48_4D
    case .orange: 0xF0_8C_2E
    case .yellow: 0xE8_C4_1C
    case .green: 0x3F_A6_4B
    case .mint: 0x5F_D6_A8
    case .teal: 0x1A_9A_A0
    case .cyan: 0x35_B8_E8
    case .indigo: 0x5B_5B_D6
    case .purple: 0xA1_4F_D0
    case .pink: 0xE6_5A_9E
    case .brown: 0xA0_6A_42
    case .graphite: 0x80_80_80
    }
  }

  /// The colour as opaque ink.
  public var color: InkColor { InkColor(rgb: rgb) }

  /// Finds the palette colour of an ink and ignores its alpha; nil if the palette lacks the colour.
  public init?(_ color: InkColor) {
    guard let match = Self.allCases.first(where: { $0.rgb == color.rgb }) else { return nil }
    self = match
  }

  /// Finds the palette colour with a name; nil for any other name.
  public init?(name: String) {
    guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}
