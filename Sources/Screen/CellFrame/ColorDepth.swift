/// The number of colours that a terminal shows.
public enum ColorDepth: String, CaseIterable, Sendable {
  case direct, indexed256 = "256", ansi16 = "16", ansi8 = "8", none

  /// Whether the terminal has 256 colours or more, enough for the colours of any theme.
  public var hasManyColors: Bool { self == .direct || self == .indexed256 }
}

extension Frame {
  /// Returns the same frame in the colours of a terminal with this depth. `background` is the
  /// theme's background. With depth `none`, cells with any other background are reversed, so that
  /// they still stand out.
  public func reduced(to depth: ColorDepth, background: Tint = .terminal) -> Frame {
    guard depth != .direct else { return self }
    var known: [Style: Style] = [:]
    var frame = self
    for row in 0..<rows {
      for (column, cell) in cells(row: row).enumerated() {
        var new = cell
        new.style =
          known[cell.style] ?? cell.style.reduced(to: depth, background: background)
        known[cell.style] = new.style
        if depth == .none { new = cell.uncoloured(new.style, background: background) }
        if new != cell { frame[column, row] = new }
      }
    }
    return frame
  }
}

extension Cell {
  /// Returns the same cell in the colours of a terminal with this depth; see `Frame.reduced`.
  public func reduced(to depth: ColorDepth, background: Tint = .terminal) -> Cell {
    let style = style.reduced(to: depth, background: background)
    return depth == .none
      ? uncoloured(style, background: background) : Cell(glyph, style)
  }

  /// Returns the cell for a terminal without colours. A cell of blocks with its own background
  /// colour has ink in all blocks, so it becomes a full block.
  fileprivate func uncoloured(_ style: Style, background: Tint) -> Cell {
    guard self.style.background != background, self.style.background != .terminal,
      BlockPattern(glyph) != nil
    else { return Cell(glyph, style) }
    return Cell(Glyph("█"))
  }
}

extension Style {
  /// Returns the same style in the colours of a terminal with this depth; see `Frame.reduced`.
  public func reduced(to depth: ColorDepth, background base: Tint = .terminal) -> Style {
    switch depth {
    case .direct: return self
    case .none:
      var style = Style(attributes: attributes)
      if background != base, background != .terminal { style.attributes.insert(.reverse) }
      return style
    case .indexed256:
      return reduced(to: 256, least: 4) { .indexed(XtermPalette.nearest256($0)) }
    case .ansi16:
      return reduced(to: 16, least: Self.leastOfBasicColors) {
        .indexed(XtermPalette.nearestBasic($0, count: 16))
      }
    case .ansi8:
      return reduced(to: 8, least: Self.leastOfBasicColors) {
        .indexed(XtermPalette.nearestBasic($0, count: 8))
      }
    }
  }

  /// The contrast that reduced text keeps with 16 or 8 colours. It is just below that of blue on
  /// black, so that blue ink stays blue there.
  private static let leastOfBasicColors = 2.1
  /// Reduced colours keep their contrast if they had this much: that of the faintest text. Fainter
  /// are the outline of the page, and two inks in one cell; they only stay two colours.
  private static let contrastOfText = 3.0
  /// With 256 colours, text keeps this contrast: that of level AAA of WCAG.
  private static let contrastOfClearText = 7.0
  /// The contrast that letters on a coloured ground have at least: that of level AA of WCAG, after
  /// rounding.
  private static let contrastOfLetters = 4.4

  /// Returns whether a ground is neither black nor white, nor close to them.
  private static func isColoredOrGrey(_ ground: UInt32) -> Bool {
    OKLab(ground).isColored
      || min(ColorMath.contrast(0, ground), ColorMath.contrast(0xFF_FF_FF, ground))
        >= contrastOfText
  }

  private func reduced(
    to count: Int, least: Double, _ nearest: (UInt32) -> Tint
  ) -> Style {
    func tint(_ tint: Tint) -> Tint {
      switch tint.meaning {
      case .terminal: .terminal
      case .rgb(let value): nearest(value)
      case .indexed(let number) where number < count: tint
      // Colours 8 to 15 are brighter forms of colours 0 to 7.
      case .indexed(let number) where number < 16: .indexed(number & 7)
      case .indexed(let number): nearest(XtermPalette.rgb(number))
      }
    }
    var style = Style(
      foreground: tint(foreground), background: tint(background), attributes: attributes)
    guard let ink = foreground.rgb, let ground = background.rgb,
      let shownGround = style.background.rgb
    else { return style }
    let contrast = ColorMath.contrast(ink, ground)
    let isClear = count == 256 && contrast >= Self.contrastOfClearText
    let least = isClear ? Self.contrastOfClearText : least
    let needed = contrast >= Self.contrastOfText ? min(contrast, least) : 1
    func isVisible(_ tint: Tint) -> Bool {
      let shown = ColorMath.contrast(tint.rgb ?? ink, shownGround)
      return shown >= needed && (tint != style.background || ink == ground)
    }
    // A colour first becomes brighter or darker; only then it becomes black or white, as grey does.
    if OKLab(ink).isColored {
      // The nearest colour may have less contrast than the wanted one.
      for part in [1, 1.25, 1.5] where !isVisible(style.foreground) {
        style.foreground = nearest(ColorMath.visible(ink, on: shownGround, contrast: needed * part))
      }
    }
    if !isVisible(style.foreground) {
      style.foreground = nearest(ColorMath.luminance(shownGround) > 0.18 ? 0 : 0xFF_FF_FF)
    }
    if contrast >= Self.contrastOfLetters, let shown = style.foreground.rgb,
      !OKLab(shown).isColored, Self.isColoredOrGrey(shownGround),
      ColorMath.contrast(shown, shownGround) < Self.contrastOfLetters
    {
      // Letters on a coloured ground that lost their own colour are black or white, whichever can be
      // read better there.
      let choices = [nearest(0), nearest(0xFF_FF_FF)]
      func contrast(_ tint: Tint) -> Double { ColorMath.contrast(tint.rgb ?? 0, shownGround) }
      style.foreground = choices.max { contrast($0) < contrast($1) } ?? style.foreground
    }
    return style
  }
}

extension Tint {
  /// The colour as `0xRRGGBB`, as xterm shows it; nil for the terminal's own colours.
  package var rgb: UInt32? {
    switch meaning {
    case .terminal: nil
    case .rgb(let value): value
    case .indexed(let number): XtermPalette.rgb(number)
    }
  }
}
