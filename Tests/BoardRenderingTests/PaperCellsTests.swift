import BoardModel
import BoardPaper
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

  @Test("A text that was not sieved shows what it hides, and steers nothing")
  func sieved() {
    let line = PaperText.Line(runs: [PaperText.Run(content: RawText("a\u{1B}\u{202E}b"))])
    let cells = PaperCells([line], theme: .terminal).cells(14, 1, .paper(column: 0, row: 0))
    let plain = PaperText.Line(runs: [PaperText.Run(text: SafeText("a^[<U+202E>b"))])
    #expect(cells == PaperCells([plain], theme: .terminal).cells(14, 1, .paper(column: 0, row: 0)))
  }

  // MARK: Diffs

  private static let diff = PaperParser.parse(
    Array("--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\nplain\n".utf8)
  ).paper.lines

  private func styles(_ theme: Theme, _ depth: ColorDepth) -> [Style] {
    let cells = PaperCells(Self.diff, diff: UnifiedDiff(of: Self.diff), theme: theme)
      .cells(5, 7, .paper())
    return (0..<7).map {
      cells[$0 * 5 + 1].reduced(to: depth, background: theme.background).style
    }
  }

  private func rgb(_ tint: Tint, else terminal: UInt32) -> UInt32 {
    switch tint.meaning {
    case .rgb(let value): value
    case .indexed(let number): XtermPalette.rgb(number)
    case .terminal: terminal
    }
  }

  @Test("A diff has the theme's colours, readable and different in every depth")
  func diffColors() {
    for theme in [Theme.terminal] + Theme.builtInNames.compactMap(Theme.builtIn) {
      for depth in [ColorDepth.direct, .indexed256, .ansi16, .ansi8] {
        let styles = styles(theme, depth)
        #expect(styles[0].attributes.contains(.bold) && styles[1].attributes.contains(.bold))
        #expect(styles[3] == styles[6], "\(theme.name)")
        for style in [styles[2], styles[4], styles[5]] {
          // Fewer colours cannot always keep the contrast of text.
          let least = depth == .direct ? 4.5 : depth == .indexed256 ? 4 : 2
          #expect(
            ColorMath.contrast(
              rgb(style.foreground, else: 0), rgb(style.background, else: theme.backdrop)) >= least,
            "\(theme.name) \(depth) \(style)")
        }
        if theme.name != "mono", depth != .ansi8 {
          #expect(
            Set([3, 4, 5].map { styles[$0].foreground }).count == 3, "\(theme.name) \(depth)")
        }
      }
    }
  }

  @Test("Without colours, only the lines about files differ: they are bold")
  func diffWithoutColors() {
    for theme in [Theme.terminal] + Theme.builtInNames.compactMap(Theme.builtIn) {
      let styles = styles(theme, .none)
      #expect(Set(styles[2...]).count == 1, "\(theme.name)")
      #expect(styles[0] == styles[1] && styles[0] != styles[2], "\(theme.name)")
    }
  }
}
