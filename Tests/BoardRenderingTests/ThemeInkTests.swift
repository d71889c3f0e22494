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
}
