import CellFrame
import Testing
import ThemeFiles

@testable import WhiteboardUI

/// Text and ink stand out from their background, wherever two colours meet on a screen.
@Suite struct ScreenContrastTests {
  /// The least contrast (WCAG 2.1) that a terminal with so many colours shows: of text, and of ink
  /// and lines. With 16 or 8 colours, a theme's colours become the nearest of these.
  private static func least(_ depth: ColorDepth) -> (text: Double, ink: Double) {
    switch depth {
    case .direct: (4.5, 3)
    case .indexed256: (4, 2.5)
    case .ansi16, .ansi8, .none: (2.1, 2)
    }
  }

  /// A style on a screen, and whether its signs are to be read.
  private struct Meeting: Hashable {
    let style: Style
    let isText: Bool
  }

  @Test("Every pair of colours on any screen", arguments: ["terminal"] + Theme.builtInNames)
  func contrast(name: String) throws {
    let theme = try #require(name == "terminal" ? .terminal : Theme.builtIn(name))
    // These are drawn in ink, or faint on purpose, and have to be seen rather than read.
    let faint: [Theme.Part] = [.disabled, .edge, .hint]
    let seen = Set(faint.map { theme[$0].foreground } + theme.palette.map(Tint.rgb))
    var meetings: [Meeting: String] = [:]
    for (screen, frame) in ScreenScene(columns: 140, rows: 44, theme: theme).screens() {
      for cell in frame.cells where Self.hasSign(cell) {
        let isText =
          cell.glyph.base.properties.isAlphabetic && !seen.contains(cell.style.foreground)
        meetings[Meeting(style: cell.style, isText: isText)] = "\(cell.glyph.string) in \(screen)"
      }
    }
    for depth in [ColorDepth.direct, .indexed256, .ansi16, .ansi8] {
      let least = Self.least(depth)
      for (meeting, example) in meetings {
        let style = meeting.style.reduced(to: depth, background: theme.background)
        let contrast = Self.contrast(of: style, theme)
        #expect(
          contrast >= (meeting.isText ? least.text : least.ink), "\(depth), \(example): \(style)")
      }
    }
  }

  /// Whether a cell shows a sign on a ground. A full block shows one colour; the outline of the
  /// page is a hint, fainter than all else.
  private static func hasSign(_ cell: Cell) -> Bool {
    ![Glyph.space, .shadow, Glyph("█"), Glyph("┈"), Glyph("┊")].contains(cell.glyph)
  }

  /// The contrast of a glyph with what is behind it, as xterm shows them.
  private static func contrast(of style: Style, _ theme: Theme) -> Double {
    let front = style.foreground.rgb ?? (theme.isDark ? 0xE5E5E5 : 0)
    return ColorMath.contrast(front, style.background.rgb ?? theme.backdrop)
  }
}
