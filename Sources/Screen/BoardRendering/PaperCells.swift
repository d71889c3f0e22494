import BoardModel
import BoardPaper
import CellFrame
import EaselBase

/// Lines of paper in the colours of a theme.
///
/// A diff gets its colours here, and not when it goes under the ink: so they fit the theme of each
/// viewer, and boards of any age show them.
struct PaperCells {
  private let lines: [PaperText.Line]
  private let diff: UnifiedDiff
  private let diffStyles: DiffStyles
  private let plain: Style
  private let blank: Cell

  init(_ lines: [PaperText.Line], diff: UnifiedDiff = UnifiedDiff(), theme: Theme) {
    self.lines = lines
    self.diff = diff
    diffStyles = DiffStyles(theme)
    plain = theme[.paper]
    blank = Cell(.space, Style(foreground: theme.foreground, background: theme.background))
  }

  /// Returns the cells that a view of this size shows, row by row. Returns no cells if the view is
  /// not one cell of paper per cell of the screen, because no other view shows paper.
  func cells(_ columns: Int, _ rows: Int, _ viewport: Viewport) -> [Cell] {
    guard !lines.isEmpty, columns > 0, rows > 0, let origin = viewport.paperOrigin else {
      return []
    }
    var cells = Array(repeating: blank, count: columns * rows)
    for row in 0..<rows where lines.indices.contains(origin.row + row) {
      draw(origin.row + row, at: row * columns, columns, skipping: origin.column, &cells)
    }
    return cells
  }

  private func draw(
    _ index: Int, at start: Int, _ columns: Int, skipping skipped: Int, _ cells: inout [Cell]
  ) {
    let ofDiff = diff.hasOwnColors ? nil : diff.part(ofLine: index).map { diffStyles[$0] }
    var column = -skipped
    // A line from another member may be longer than the limit.
    let end = min(columns, Limits.paperColumns - skipped)
    for run in lines[index].runs {
      let style = ofDiff ?? style(run.look)
      for glyph in GlyphLine(run.text.string).glyphs {
        let width = glyph.isWide ? 2 : 1
        if column >= 0, column + width <= end {
          cells[start + column] = Cell(glyph, style)
          if width == 2 { cells[start + column + 1] = Cell(.shadow, style) }
        }
        column += width
        if column >= end { return }
      }
    }
  }

  private func style(_ look: PaperText.Look) -> Style {
    Style(
      foreground: foreground(look) ?? plain.foreground,
      background: tint(look.background) ?? plain.background,
      attributes: plain.attributes.union(Style.Attributes(rawValue: look.attributes.rawValue)))
  }

  /// Returns the colour of a text. Programs choose their colours for a dark or a light terminal. If
  /// the theme has its own background, a colour is changed until it is visible on this background.
  private func foreground(_ look: PaperText.Look) -> Tint? {
    let kept = tint(look.foreground)
    guard look.background == .plain, case .rgb(let ground) = plain.background.meaning else {
      return kept
    }
    let rgb: UInt32
    switch look.foreground {
    case .plain: return kept
    case .indexed(let number): rgb = XtermPalette.rgb(number)
    case .rgb(let value): rgb = value
    }
    let visible = ColorMath.visible(rgb, on: ground, contrast: 4.5)
    return visible == rgb ? kept : .rgb(visible)
  }

  private func tint(_ tone: PaperText.Tone) -> Tint? {
    switch tone {
    case .plain: nil
    case .indexed(let number): .indexed(number)
    case .rgb(let value): .rgb(value)
    }
  }
}

/// The looks of the lines of a diff: the theme's green, red and cyan, moved away from the background
/// until they are readable, also in 256 colours. Lines about files are bold, so a terminal without
/// colours shows them too.
private struct DiffStyles {
  private let plain: Style
  private let added: Tint
  private let removed: Tint
  private let hunk: Tint

  init(_ theme: Theme) {
    let plain = theme[.paper]
    let ground: UInt32 =
      if case .rgb(let value) = plain.background.meaning { value } else { theme.backdrop }
    func tint(_ color: PaletteColor) -> Tint {
      .rgb(ColorMath.visible(theme.shade(of: color.color), on: ground, contrast: 5.5))
    }
    self.plain = plain
    (added, removed, hunk) = (tint(.green), tint(.red), tint(.cyan))
  }

  subscript(part: UnifiedDiff.Part) -> Style {
    var style = plain
    switch part {
    case .file: style.attributes.insert(.bold)
    case .hunk: style.foreground = hunk
    case .added: style.foreground = added
    case .removed: style.foreground = removed
    case .context: break
    }
    return style
  }
}
