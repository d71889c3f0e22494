/// The look of a board for one viewer. It changes nothing for other viewers.
public struct Theme: Hashable, Sendable {
  /// The file's name without its extension.
  public var name: String
  /// The name in the list of themes.
  public var title: String
  /// Whether the background is dark.
  public var isDark: Bool
  /// The background of the whole screen; `.terminal` keeps the viewer's own background.
  public var background: Tint
  /// The assumed colour of the background, `0xRRGGBB`, for blending and for contrast. It is
  /// `background`; if `background` is the terminal's own, it is the colour that the terminal
  /// reported.
  public var backdrop: UInt32
  /// The default colour of text; `.terminal` keeps the viewer's own foreground.
  public var foreground: Tint
  /// The look of each part of the screen that is not ink.
  public var parts: [Part: Style]
  /// The viewer's shade of each palette colour, `0xRRGGBB`, in the palette's order.
  public var palette: [UInt32]
  /// Whether filled boxes and ovals are pale. A screen with 16 colours or less has no pale colours: there
  /// they have their full colour, and words on them stand on the theme's background.
  public var hasPaleFills = true
  /// Whether freehand lines of width 1 are a step paler than other lines, beside box characters. Their
  /// dots are broader than the lines of these characters, so both look equally heavy then.
  public var hasPaleHand = false

  /// The number of colours of the screen, in which images are drawn.
  public var depth = ColorDepth.direct

  /// A part of the screen with a style of its own; the raw value is its key in a theme's file.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case bar, button, key, active, disabled, notice, warning, sheet, edge, title, hint, page,
      selection, pointer, paper
  }

  /// Creates a theme; does not check that `palette` has a colour for each of `paletteNames`.
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

  /// The look of a part. If `parts` does not name it, keys look like titles on buttons, edges like
  /// sheets, and all else has the theme's foreground and background.
  public subscript(part: Part) -> Style {
    if let style = parts[part] { return style }
    switch part {
    case .key: return self[.title].on(self[.button])
    case .edge: return self[.sheet]
    default: return Style(foreground: foreground, background: background)
    }
  }

  /// The names of the palette's colours, in the palette's order. Ink of a board can have one of
  /// these named colours.
  public static let paletteNames = [
    "red", "orange", "yellow", "green", "mint", "teal", "cyan", "indigo",
    "purple", "pink", "brown", "graphite",
  ]

  /// Returns the theme with its colours adapted to the background that the terminal reported. A
  /// theme with its own background stays the same.
  public func adapted(to answer: UInt32) -> Theme {
    guard background == .terminal else { return self }
    var theme = self
    theme.backdrop = answer & 0xFF_FF_FF
    theme.isDark = ColorMath.luminance(theme.backdrop) < 0.18
    theme.palette = palette.map { ColorMath.visible($0, on: theme.backdrop, contrast: 3) }
    return theme
  }

  /// Returns the theme, adapted to the colours of a screen; see ``hasPaleFills`` and ``hasPaleHand``.
  public func adapted(to depth: ColorDepth) -> Theme {
    var theme = self
    theme.depth = depth
    theme.hasPaleFills = depth.hasManyColors
    theme.hasPaleHand = depth.hasManyColors || depth == .ansi16
    return theme
  }

  /// The default theme: the terminal's own background and foreground, on a dark screen. It needs no
  /// file.
  public static let terminal = Theme(
    name: "terminal", title: "Your terminal's own", isDark: true, background: .terminal,
    backdrop: 0x00_00_00, foreground: .terminal,
    parts: [
      .bar: Style(attributes: .dim), .button: .plain, .key: Style(attributes: .bold),
      .active: Style(attributes: [.bold, .reverse]),
      .disabled: Style(attributes: .dim), .notice: Style(attributes: .bold),
      .warning: Style(attributes: [.bold, .reverse]), .sheet: .plain,
      .edge: Style(attributes: .dim),
      .title: Style(attributes: [.bold, .underline]), .hint: Style(attributes: .dim),
      .page: Style(attributes: .dim), .selection: Style(attributes: .reverse),
      .pointer: Style(attributes: [.bold, .reverse]), .paper: .plain,
    ],
    palette: [
      0xE5484D, 0xF08C2E, 0xE8C41C, 0x3FA64B, 0x5FD6A8, 0x1A9AA0, 0x35B8E8, 0x6E6EE0, 0xA95CD6,
      0xE65A9E, 0xA87248, 0x8A8A8A,
    ])
}
