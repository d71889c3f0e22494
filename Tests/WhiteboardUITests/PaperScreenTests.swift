import BoardLog
import BoardModel
import BoardPaper
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

/// Text paper on the screen: diffs, line numbers, long lines, the tool palette beside it.
@Suite struct PaperScreenTests {
  static func desk(
    _ text: String, columns: Int = 80, rows: Int = 24, theme: Theme = .terminal,
    _ palette: PaletteForm = .hidden, numbers: Bool = false
  ) -> Desk {
    Desk(columns: columns, rows: rows, theme: theme) { setup in
      setup.paper = PaperParser.parse(Array(text.utf8)).paper
      setup.palette = palette
      setup.surface.showsLineNumbers = numbers
    }
  }

  static let diff = """
    diff --git a/Sources/Oven.swift b/Sources/Oven.swift
    index 1234567..89abcde 100644
    --- a/Sources/Oven.swift
    +++ b/Sources/Oven.swift
    @@ -96,8 +96,9 @@ struct Oven {
       /// Bakes until the crust has the colour of the loaf on the wall.
       func bake(_ loaf: Loaf) {
    -    heat(to: 230)
    +    heat(to: 250)
    +    wait(for: loaf.time(at: 250), and: .theSmellThatTellsTheBakerThatTheLoafIsDone)
         take(loaf)
       }

       func cool() {
     }
    diff --git a/README.md b/README.md
    new file mode 100644
    --- /dev/null
    +++ b/README.md
    @@ -0,0 +1,2 @@
    +# Oven
    +Bakes.
    """

  private static let numbered = (1...40).map { "line \($0) of the text" }.joined(separator: "\n")

  @Test("A diff has its colours, in each theme, beside the palette and with its line numbers")
  func colours() throws {
    let light = try #require(Theme.builtIn("light"))
    var desk = Self.desk(Self.diff)
    let plain = desk.frame
    desk.type("#")
    try assertFrames([
      ("diff", plain), ("numbers", desk.frame),
      ("palette", Self.desk(Self.diff, theme: light, .names, numbers: true).frame),
      (
        "ascii",
        { () -> Frame in
          var desk = Self.desk(Self.diff, .icons, numbers: true)
          desk.within { $0.perform(.raster(.ascii)) }
          desk.handle(.woke)
          return desk.frame
        }()
      ),
    ])
  }

  @Test("Text paper begins beside the palette, wherever the palette goes")
  func besidePalette() {
    var desk = Self.desk(Self.numbered, .names)
    #expect(desk.column(of: "line 1 ", row: 1) == 15)
    // The palette moves aside for the pen, and the text stays.
    desk.mouse(.press(.left), 15, 4)
    desk.mouse(.drag(.left), 18, 4)
    desk.mouse(.drag(.left), 15, 5)
    #expect(desk.board.palette.side != .left && desk.column(of: "line 9 ", row: 9) == 15)
    desk.mouse(.release(.left), 15, 5)
    #expect(desk.column(of: "line 9 ", row: 9) == 15)
    desk.key(.tab)
    #expect(desk.column(of: "line 9 ", row: 9) == 8)
    desk.key(.tab)
    #expect(desk.column(of: "line 9 ", row: 9) == 0)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A board without text has no margin") func noPaper() {
    var desk = Desk { $0.palette = .names }
    desk.type("#")
    #expect(desk.view.boardColumns == 0..<80 && desk.notice.contains("no text paper"))
    desk.click(3, 22)
    #expect(desk.things.count == 1)
  }

  @Test("Line numbers shift no ink: the same letter has the same position on the board")
  func lineNumbersAndInk() throws {
    var plain = Self.desk(Self.numbered)
    plain.drag([(5, 3), (9, 3)])
    var numbered = Self.desk(Self.numbered, .names, numbers: true)
    let column = try #require(numbered.column(of: "line 3 ", row: 3))
    #expect(column == 18 && numbered.column(of: "3", row: 3) == 16)
    numbered.drag([(column + 5, 3), (column + 9, 3)])
    #expect(numbered.strokes == plain.strokes && plain.strokes.count == 1)
    // A view that others follow begins with the text, not with the margin.
    #expect(numbered.view.visible.minX == 0 && plain.view.visible.minX == 0)
    #expect(numbered.frame == numbered.frameFromScratch)
  }

  @Test("The margin takes no ink: a press there does nothing, and a drag stops at its edge")
  func margin() {
    var desk = Self.desk(Self.numbered, numbers: true)
    desk.drag([(1, 3), (9, 3)])
    #expect(desk.things.isEmpty)
    desk.drag([(9, 3), (4, 3), (0, 3)])
    #expect(desk.strokes.first?.points.map { $0.x / Page.cellWidth }.min() == 0)
    // The keyboard's pen stops there too.
    for _ in 0..<60 { desk.type("H") }
    #expect(desk.board.drawing.editor.keyPen?.cell.column == 3)
  }

  @Test("Scrolled sideways, the margin stays, and signs tell where a line goes on")
  func sideways() {
    let long = "short\n" + String(repeating: "abcdefghij", count: 12) + "\nshort"
    var desk = Self.desk(long, columns: 60, rows: 12)
    #expect(desk.text(row: 2).hasSuffix("h›") || desk.text(row: 2).hasSuffix("i›"))
    #expect(!desk.text(row: 1).contains("›") && !desk.text(row: 2).contains("‹"))
    desk.key(.right)
    #expect(desk.text(row: 2).hasPrefix("‹") && desk.text(row: 2).hasSuffix("›"))
    desk.type("#")
    #expect(desk.text(row: 2).hasPrefix("2‹c") && desk.text(row: 1).hasPrefix("1‹ort"))
    for _ in 0..<20 { desk.key(.right, .shift) }
    #expect(desk.text(row: 2).hasPrefix("2‹") && !desk.text(row: 2).contains("›"))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Line numbers are remembered, and a narrow screen has none") func remembered() {
    var desk = Self.desk(Self.numbered, columns: 20, rows: 8)
    desk.type("#")
    let tools = desk.effects.compactMap {
      if case .rememberTools(let tools) = $0 { tools } else { nil }
    }
    #expect(tools.map(\.showsLineNumbers) == [true] && desk.text(row: 1).hasPrefix(" 1 line"))
    desk.handle(.input(.resize(columns: 8, rows: 8)))
    desk.handle(.input(.resize(columns: 20, rows: 8)))
    #expect(desk.frame == desk.frameFromScratch)
    desk.type("#")
    #expect(desk.text(row: 1).hasPrefix("line 1"))
  }

  @Test("A resize during a stroke does not move the text; the margin follows at its end")
  func resize() {
    var desk = Self.desk(Self.numbered, .names)
    desk.mouse(.press(.left), 30, 4)
    desk.handle(.input(.resize(columns: 50, rows: 24)))
    #expect(desk.column(of: "line 9 ", row: 9) == 15)
    desk.mouse(.release(.left), 31, 4)
    #expect(desk.column(of: "line 9 ", row: 9) == 0)
  }

  @Test("Undo takes text paper away, and its margin with it") func undo() {
    var desk = Self.desk(Self.numbered, .names, numbers: true)
    desk.drag([(30, 4), (40, 4)])
    desk.type("uu")
    #expect(desk.replica.picture.paper.isEmpty && !desk.screen.contains("line 9"))
    #expect(desk.frame == desk.frameFromScratch)
    desk.type("UU")
    #expect(desk.column(of: "line 9 ", row: 9) == 18)
  }

  @Test("Easel tells the user how many letters a text hides", arguments: [1, 1_200])
  func hiddenLetters(count: Int) {
    var desk = Desk { setup in
      setup.paper = PaperText(lines: [])
      setup.paperCut.hidden = count
    }
    desk.handle(.woke)
    let letters = count == 1 ? "1 letter, " : "1,200 letters, "
    #expect(desk.notice.contains("The text hides \(letters)"))
  }

  @Test("Easel tells the user what of a text is left out") func cut() {
    var desk = Desk { setup in
      setup.paper = PaperText(lines: [])
      setup.paperCut = PaperCut(rows: 20_000)
    }
    // The first event may take longer than a notice stays.
    #expect(desk.board.notices.latest.isEmpty)
    desk.wait(60_000)
    #expect(desk.notice.contains("The text has more than 20,000 lines: Easel shows the first"))
    #expect(
      PaperCut(columns: 2_000).sentence
        == "the text has lines of more than 2,000 columns: "
        + "Easel shows the first 2,000 columns of a line.")
    #expect(PaperCut(rows: 20_000, columns: 2_000).sentence?.contains("20,000 lines, and") == true)
    #expect(PaperCut().sentence == nil)
    // A text that fits has no notice.
    desk = Self.desk(Self.numbered)
    desk.handle(.woke)
    #expect(desk.board.notices.latest.isEmpty)
  }

  @Test("Text that others laid and that is too long is told once") func cutByOthers() {
    let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("x"))])
    let half = PaperText(lines: Array(repeating: line, count: Limits.paperRows / 2 + 1))
    var desk = Desk()
    desk.within { _ = $0.drawing.recorder.make([.setPaper(half), .setPaper(half)]) }
    desk.handle(.woke)
    #expect(desk.notice.contains("more than 20,000 lines"))
    desk.wait(60_000)
    desk.drag([(30, 4), (40, 4)])
    #expect(!desk.notice.contains("more than 20,000 lines"))
  }

  @Test("A text for which the board has no room is told with the reason") func noRoom() {
    let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("x"))])
    var opened = Desk.fresh
    opened.log = Log(allowances: Log.Allowances(guest: Allowance(drawing: 10, tidying: 10)))
    var desk = Desk(board: opened) { $0.paper = PaperText(lines: [line]) }
    desk.handle(.woke)
    #expect(desk.replica.picture.paper.isEmpty && desk.notice.contains("reached the limit"))
    #expect(desk.board.notices.latest.first?.string.contains("not on the board") == true)
  }

  @Test("The line numbers of a broken diff are those of the new file, and of a broken text its own")
  func brokenLines() {
    func numbers(_ text: String) -> [String] {
      let desk = Desk { setup in
        setup.surface.showsLineNumbers = true
        setup.palette = .hidden
        setup.paper = PaperParser.parse(Array(text.utf8)).paper.wrapped(to: 20).paper
      }
      return (1..<9).map { String(desk.text(row: $0).prefix(3)).filter(\.isNumber) }
    }
    let diff =
      "--- a\n+++ b\n@@ -41,2 +41,2 @@\n-an old line of two rows\n+a new line of two rows\n end\n"
    #expect(numbers(diff) == ["", "", "", "", "", "41", "", "42"])
    #expect(numbers("one line of more than one row\ntwo\n").prefix(3) == ["1", "", "2"])
  }
}
