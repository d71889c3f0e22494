import BoardModel
import EaselBase
import Testing

@testable import CellFrame
@testable import ThemeFiles

@Suite struct ThemeTests {
  private func read(_ text: String) throws -> (theme: Theme, complaints: [String]) {
    let (theme, complaints) = try Theme.read(Array(text.utf8), name: "mine", file: "mine.toml")
    return (theme, complaints.map(\.description))
  }

  @Test(arguments: Theme.builtInNames) func noBuiltInThemeIsComplainedOf(_ name: String) throws {
    let bytes = try #require(Theme.embedded(name))
    let (theme, complaints) = try Theme.read(bytes, name: name, file: name)
    #expect(complaints.isEmpty)
    #expect(theme == Theme.builtIn(name))
    #expect(Set(theme.parts.keys) == Set(Theme.Part.allCases))
    #expect(theme.title != name && theme.palette.count == PaletteColor.allCases.count)
    #expect(theme.isDark == (ColorMath.luminance(theme.backdrop) < 0.18))
  }

  @Test func thereAreEnoughThemes() {
    #expect(Theme.builtInNames.count >= 8)
    #expect(Theme.builtIn("nothing") == nil)
  }

  @Test("text keeps WCAG's level AA and ink its 3 to 1", arguments: Theme.builtInNames)
  func contrast(_ name: String) throws {
    let theme = try #require(Theme.builtIn(name))
    for (color, shade) in zip(PaletteColor.allCases, theme.palette) {
      #expect(ColorMath.contrast(shade, theme.backdrop) >= 3, "\(color)")
    }
    func value(_ tint: Tint) -> UInt32? {
      if case .rgb(let value) = tint.meaning { value } else { nil }
    }
    for part in Theme.Part.allCases where part != .page {
      let style = theme[part]
      guard let text = value(style.foreground), let ground = value(style.background) else {
        continue
      }
      let needed = name == "contrast" ? 7 : part == .disabled || part == .edge ? 3 : 4.5
      #expect(ColorMath.contrast(text, ground) >= needed, "\(part)")
    }
  }

  @Test("the high-contrast theme's colours keep 4.5 to 1") func contrastOfInk() throws {
    let theme = try #require(Theme.builtIn("contrast"))
    for shade in theme.palette { #expect(ColorMath.contrast(shade, theme.backdrop) >= 4.5) }
  }

  @Test func contrastIsAsWCAGCountsIt() {
    #expect(abs(ColorMath.contrast(0, 0xFF_FF_FF) - 21) < 0.001)
    #expect(abs(ColorMath.contrast(0x77_77_77, 0xFF_FF_FF) - 4.478) < 0.001)
    #expect(abs(ColorMath.luminance(0x80_80_80) - 0.21586) < 0.0001)
  }

  @Test func errorsOfSyntaxHaveLineAndColumn() {
    #expect {
      _ = try read("title = \"x\"\ndark = = true\n")
    } throws: { error in
      "\(error)".hasPrefix("mine.toml: line 2, column")
    }
    #expect(throws: ThemeComplaint.self) { try Theme.read([0xFF], name: "x", file: "x") }
    #expect(throws: ThemeComplaint.self) { try Theme.read([0x61, 0], name: "x", file: "x") }
    #expect(throws: Never.self) {
      try Theme.read(Array(repeating: 0x20, count: Theme.bytesMax), name: "x", file: "x")
    }
    #expect(throws: ThemeComplaint.self) {
      try Theme.read(Array(repeating: 0x20, count: Theme.bytesMax + 1), name: "x", file: "x")
    }
  }

  @Test func errorsOfValuesHaveTheirKeyAndTheRestStands() throws {
    let (theme, complaints) = try read(
      """
      dark = "no"
      background = "#12345"
      foreground = "#eeeeee"
      [palette]
      red = 7
      gren = "#00ff00"
      blue = "#0000ff"
      [part]
      bar = { foreground = "#abcdef", bold = 1 }
      baar = { }
      title = "x"
      """)
    #expect(
      complaints == [
        "mine.toml: background: expected a colour as \"#rrggbb\", or \"terminal\"",
        "mine.toml: dark: expected true or false",
        "mine.toml: palette.blue: expected one of red, orange, yellow, green, mint, teal, cyan, "
          + "indigo, purple, pink, brown, graphite",
        "mine.toml: palette.gren: expected one of red, orange, yellow, green, mint, teal, cyan, "
          + "indigo, purple, pink, brown, graphite; did you mean “green”?",
        "mine.toml: palette.red: expected a colour as \"#rrggbb\"",
        "mine.toml: part.baar: expected one of bar, button, key, active, disabled, notice, "
          + "warning, sheet, edge, title, hint, page, selection, pointer, paper; did you mean “bar”?",
        "mine.toml: part.bar.bold: expected true or false",
        "mine.toml: part.title: expected a table",
      ])
    #expect(theme.foreground == .rgb(0xEE_EE_EE))
    #expect(theme[.bar].foreground == .rgb(0xAB_CD_EF))
    #expect(theme.name == "mine")
  }

  @Test func hostileNamesCannotSteerATerminal() throws {
    let (theme, complaints) = try read("title = \"a\\u001b[2Jb\"\n\"x\\u001b]0;\" = 1\n")
    #expect(!theme.title.unicodeScalars.contains("\u{1B}"))
    #expect(complaints.count == 1 && !complaints[0].unicodeScalars.contains("\u{1B}"))
    let many = (0..<2_000).map { "k\($0) = 1" }.joined(separator: "\n")
    #expect(try read(many).complaints.count == Theme.keysMax + 1)
  }
}
