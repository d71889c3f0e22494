import Drawing
import Testing
import Vocabulary

@testable import Rendering

@Suite struct PaperCellsTests {
  @Test("A program's colours stay visible on a background that the theme brings")
  func visible() {
    for theme in Theme.allBuiltIn {
      guard case .rgb(let ground) = theme[.paper].background.meaning else { continue }
      for number in UInt8.min...UInt8.max {
        let look = PaperText.Look(foreground: .indexed(number))
        let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("x"), look: look)])
        let cells = PaperCells([line], theme: theme).cells(1, 1, .paper(column: 0, row: 0))
        let ink: UInt32? =
          switch cells.first?.style.foreground.meaning {
          case .rgb(let value): value
          case .indexed(let kept): Xterm.rgb(kept)
          case .terminal, nil: nil
          }
        #expect(ink.map { RGB.contrast($0, ground) >= 4.5 } == true, "\(number) in \(theme.name)")
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
}
