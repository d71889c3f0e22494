import BoardModel
import EaselBase
import Testing

@testable import BoardRendering
@testable import CellFrame

@Suite struct PaperCellsTests {
  @Test("A program's colours stay visible on a background that the theme brings")
  func visible() {
    for theme in Theme.builtInNames.compactMap(Theme.builtIn) {
      guard case .rgb(let ground) = theme[.paper].background.meaning else { continue }
      for number in UInt8.min...UInt8.max {
        let look = PaperText.Look(foreground: .indexed(number))
        let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("x"), look: look)])
        let cells = PaperCells([line], theme: theme).cells(1, 1, .paper(column: 0, row: 0))
        let ink: UInt32? =
          switch cells.first?.style.foreground.meaning {
          case .rgb(let value): value
          case .indexed(let kept): XtermPalette.rgb(kept)
          case .terminal, nil: nil
          }
        #expect(
          ink.map { ColorMath.contrast($0, ground) >= 4.5 } == true, "\(number) in \(theme.name)")
      }
    }
  }

  @Test("On the terminal's own background they are the program's own")
  func own() {
    let look = PaperText.Look(foreground: .indexed(3))
    let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("x"), look: look)])
    let cells = PaperCells([line], theme: .terminal).cells(1, 1, .paper(column: 0, row: 0))
    #expect(cells.first?.style.foreground == .indexed(3))
  }

  @Test("A line shows 2,000 columns, in however many runs it comes")
  func columns() {
    func line(_ texts: [String]) -> PaperText.Line {
      PaperText.Line(runs: texts.map { PaperText.Run(content: RawText($0)) })
    }
    func shown(_ line: PaperText.Line) -> Int {
      let cells = PaperCells([line], theme: .terminal)
        .cells(20, 1, .paper(column: Limits.paperColumns - 10, row: 0))
      return cells.count { $0.glyph != .space }
    }
    let most = String(repeating: "x", count: Limits.paperColumns - 1)
    #expect(shown(line([most])) == 9 && line([most]).columns == Limits.paperColumns - 1)
    for over in ["x", "xx", "xxxxxx"] {
      #expect(shown(line([most, over])) == 10, "\(over)")
      #expect(line([most, over]).columns == Limits.paperColumns, "\(over)")
    }
    // A wide letter is shown whole or not at all.
    #expect(shown(line([most, "界"])) == 9)
  }

  @Test("A text that was not sieved shows only the part that can be seen")
  func sieved() {
    let line = PaperText.Line(runs: [PaperText.Run(content: RawText("a\u{1B}\u{202E}b"))])
    let cells = PaperCells([line], theme: .terminal).cells(3, 1, .paper(column: 0, row: 0))
    let plain = PaperText.Line(runs: [PaperText.Run(text: SafeText("ab"))])
    #expect(cells == PaperCells([plain], theme: .terminal).cells(3, 1, .paper(column: 0, row: 0)))
  }
}
