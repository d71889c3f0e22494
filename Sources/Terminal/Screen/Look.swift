import Rendering

/// How a terminal draws a cell: colours by its own numbers, -1 for what it has by itself.
struct Look: Hashable, Sendable {
  var foreground: Int32 = -1
  var background: Int32 = -1
  var attributes: Style.Attributes = []

  static let plain = Look()

  /// What is seen of a blank cell beside its background.
  private static let seenOnBlank: Style.Attributes = [.underline, .reverse]

  /// Whether a blank cell looks the same in both.
  func isSameBlank(as other: Look) -> Bool {
    background == other.background
      && attributes.intersection(Self.seenOnBlank)
        == other.attributes.intersection(Self.seenOnBlank)
  }

  /// Whether a blank cell is nothing but its background.
  var isBareOnBlank: Bool { attributes.isDisjoint(with: Self.seenOnBlank) }
}

/// Styles to looks, as one terminal can show them.
struct Looks: Sendable {
  private let map: ColorMap
  private let supported: Style.Attributes
  private let uncolored: Style.Attributes
  /// Where a terminal's own colours cannot be asked for: white on black.
  private let own: Look
  private var known: [Style: Look] = [:]
  /// Neighbours mostly look alike.
  private var last: (style: Style, look: Look)

  /// Styles kept in `known`, so that it stays bounded where colours are many.
  private static let knownMax = 4_096

  init(_ capabilities: Capabilities, depth: ColorDepth) {
    map = ColorMap(depth: depth)
    supported = Style.Attributes(capabilities.attributes.map(\.attribute))
    uncolored = capabilities.uncolored
    own =
      depth == .none || capabilities.ownColors != nil
      ? .plain : Look(foreground: 7, background: 0)
    last = (.plain, own)
  }

  mutating func look(of style: Style) -> Look {
    if style == last.style { return last.look }
    let look = known[style] ?? make(style)
    if known.count >= Self.knownMax { known = [:] }
    known[style] = look
    last = (style, look)
    return look
  }

  private func make(_ style: Style) -> Look {
    var foreground = map.number(style.foreground)
    let background = map.number(style.background)
    var attributes = style.attributes.intersection(supported)
    // Many terminals show bold black as grey, which may be the very ground it stands on.
    if foreground == 0 { attributes.remove(.bold) }
    // Two colours that became one would hide the text.
    if foreground == background, style.foreground != style.background,
      let number = UInt8(exactly: background)
    {
      foreground = map.number(.rgb(RGB.luminance(Xterm.rgb(number)) > 0.18 ? 0 : 0xFF_FF_FF))
    }
    var look = Look(
      foreground: foreground < 0 ? own.foreground : foreground,
      background: background < 0 ? own.background : background, attributes: attributes)
    guard look.foreground >= 0 || look.background >= 0 else { return look }
    if attributes.contains(.reverse), uncolored.contains(.reverse), look.foreground >= 0,
      look.background >= 0
    {
      swap(&look.foreground, &look.background)
      look.attributes.remove(.reverse)
    }
    look.attributes.subtract(uncolored.subtracting(.reverse))
    return look
  }
}
