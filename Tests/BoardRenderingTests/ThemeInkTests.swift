import BoardModel
import CellFrame
import Testing
import ThemeFiles

@testable import BoardRendering

@Suite struct ThemeInkTests {
  @Test func aThemesPaletteHasTheNamesOfTheBoardsColours() {
    #expect(Theme.paletteNames == PaletteColor.allCases.map(\.name))
    #expect(PaletteColor.allCases.map(\.rawValue) == Array(Theme.paletteNames.indices))
  }

  @Test func inkIsSeenOnEveryGround() throws {
    let light = Theme.terminal.adapted(to: 0xFF_FF_FF)
    #expect(!light.isDark)
    for color in PaletteColor.allCases {
      #expect(ColorMath.contrast(light.shade(of: color.color), 0xFF_FF_FF) >= 3)
    }
    for theme in Theme.builtInNames.compactMap(Theme.builtIn) {
      for rgb in [0, 0xFF_FF_FF, 0x80_80_80, theme.backdrop] as [UInt32] {
        let shade = theme.shade(of: InkColor(rgb: rgb))
        #expect(ColorMath.contrast(shade, theme.backdrop) >= Theme.contrastOfInk)
      }
    }
    let dark = try #require(Theme.builtIn("dark"))
    #expect(dark.adapted(to: 0xFF_FF_FF) == dark)
  }

  @Test(
    "A freehand line of width 1 is paler than a line, but clearly seen, if there are 16 colours")
  func paleHand() {
    for theme in Theme.builtInNames.compactMap(Theme.builtIn) {
      for depth in ColorDepth.allCases {
        let adapted = theme.adapted(to: depth)
        let isPale = depth != .ansi8 && depth != .none
        for shade in adapted.palette {
          let hand = adapted.hand(of: shade)
          let contrast = ColorMath.contrast(hand, theme.backdrop)
          #expect(contrast >= min(3, ColorMath.contrast(shade, theme.backdrop)))
          #expect((hand != shade) == isPale, "\(theme.name), \(depth)")
          #expect(contrast < ColorMath.contrast(shade, theme.backdrop) || !isPale)
        }
      }
    }
  }

  @Test("Only a freehand line of width 1 in mixed ink is pale")
  func paleStrokes() throws {
    let theme = Theme.terminal.adapted(to: .direct)
    let red = theme.shade(of: PaletteColor.red.color)
    for raster in Raster.allCases {
      for (kind, width) in [(Stroke.Kind.pen, 1), (.pen, 2), (.ellipse, 1), (.line, 1)] {
        var canvas = Canvas(
          columns: 10, rows: 4, viewport: view(10, 4), raster: raster, theme: theme)
        canvas.paint(
          try stroke(kind, [at(1.2, 0.7), at(8.6, 3.3)], width: UInt8(width), .plain))
        let tints = Set(
          (0..<40).map { canvas.cell(column: $0 % 10, row: $0 / 10) }
            .filter { $0.glyph != .space }.map(\.style.foreground))
        let isPale = raster.isMixed && kind == .pen && width == 1
        #expect(tints == [.rgb(isPale ? theme.hand(of: red) : red)], "\(raster), \(kind), \(width)")
      }
    }
  }
}
