import Drawing

/// How a board looks to one viewer; it alters nothing that others see.
public struct Theme: Hashable, Sendable {
  /// The file's name without its ending.
  public var name: String
  public var title: String
  public var isDark: Bool
  /// Under everything; `.terminal` leaves the viewer's own background.
  public var background: Tint
  /// What colours are blended into and contrasted with: `background`, or, where that is the
  /// terminal's own, what the terminal answered. `0xRRGGBB`.
  public var backdrop: UInt32
  public var foreground: Tint
  /// The look of each part of the screen that is not ink.
  public var parts: [Part: Style]
  /// The viewer's shade of each palette colour, `0xRRGGBB`, in the palette's order.
  public var palette: [UInt32]

  public enum Part: String, CaseIterable, Hashable, Sendable {
    case bar, button, active, disabled, notice, warning, sheet, title, hint, page, selection,
      pointer, paper
  }

  public init(
    name: String, title: String, isDark: Bool, background: Tint, backdrop: UInt32,
    foreground: Tint, parts: [Part: Style], palette: [UInt32]
  ) {
    self.name = name
    self.title = title
    self.isDark = isDark
    self.background = background
    self.backdrop = backdrop
    self.foreground = foreground
    self.parts = parts
    self.palette = palette
  }

  public subscript(part: Part) -> Style {
    parts[part] ?? Style(foreground: foreground, background: background)
  }

  /// The shade in which this viewer sees an ink, alpha left aside.
  public func shade(of color: InkColor) -> UInt32 {
    guard let known = PaletteColor(color), palette.indices.contains(known.rawValue) else {
      return color.rgb
    }
    return palette[known.rawValue]
  }

  /// The terminal's own background and foreground, on a dark screen.
  public static let terminal = Theme(
    name: "terminal", title: "Your terminal's own", isDark: true, background: .terminal,
    backdrop: 0x00_00_00, foreground: .terminal,
    parts: [.bar: Style(attributes: .reverse), .active: Style(attributes: [.bold])],
    palette: PaletteColor.allCases.map(\.rgb))
}
