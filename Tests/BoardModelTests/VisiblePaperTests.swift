import BoardModel
import BoardPaper
import EaselBase
import Testing

/// The text that is shown, of all the texts that were laid.
@Suite struct VisiblePaperTests {
  private static func line(_ text: String) -> PaperText.Line {
    PaperText.Line(runs: text.isEmpty ? [] : [PaperText.Run(text: SafeText(text))])
  }

  private static func text(_ lines: String...) -> Operation.Action {
    .setPaper(PaperText(lines: lines.map(line)))
  }

  private static let diff = text("--- a", "+++ b", "@@ -1 +1 @@", "-old", "+new")

  /// The place of the text in memory. As long as a test holds the text, no other text has this place.
  private func storage(_ lines: [PaperText.Line]) -> UnsafePointer<PaperText.Line>? {
    lines.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test("Undo and redo show the text that was read before, and read nothing again")
  func kept() {
    var desk = Desk()
    desk.do(Self.text("first"))
    let first = desk.picture.paper
    desk.do(Self.diff)
    let second = desk.picture.paper
    for _ in 0..<3 {
      desk.undo()
      #expect(storage(desk.picture.paper) == storage(first) && desk.picture.diff.isEmpty)
      desk.undo()
      #expect(desk.picture.paper.isEmpty && desk.picture.diff.isEmpty)
      desk.redo()
      #expect(storage(desk.picture.paper) == storage(first))
      desk.redo()
      #expect(storage(desk.picture.paper) == storage(second))
      #expect(desk.picture.diff.part(ofLine: 4) == .added)
    }
  }

  @Test("L10 · lines laid after the cancel of their text stand, and a restore shows the text whole")
  func growing() {
    var desk = Desk()
    let paper = desk.do(Self.text("--- a", "+++ b", "@@ -1 +1 @@"))
    desk.do(.cancel(paper), as: 11)
    #expect(desk.picture.paper.isEmpty)
    desk.do(Self.text("-old", "+new"), gesture: paper)
    #expect(desk.picture.paper == [Self.line("-old"), Self.line("+new")])
    desk.do(.restore(paper), as: 11)
    #expect(desk.picture.paper.count == 5)
    #expect(desk.picture.diff.part(ofLine: 3) == .removed)
    desk.do(Self.text("end"), gesture: paper)
    #expect(desk.picture.paper.last == Self.line("end"))
  }

  @Test("More texts than are kept are shown again all the same") func many() {
    var desk = Desk()
    for number in 0..<12 { desk.do(Self.text("text \(number)")) }
    for number in (0..<11).reversed() {
      desk.undo()
      #expect(desk.picture.paper == [Self.line("text \(number)")])
    }
    for number in 1..<12 {
      desk.redo()
      #expect(desk.picture.paper == [Self.line("text \(number)")])
    }
  }

  @Test("A text of too many lines is cut, and the picture tells it") func cut() {
    var desk = Desk()
    let lines = Array(repeating: Self.line("x"), count: Limits.paperRows - 1)
    let paper = desk.do(.setPaper(PaperText(lines: lines)))
    desk.do(Self.text("last"), gesture: paper)
    #expect(desk.picture.paper.count == Limits.paperRows && !desk.picture.isPaperCut)
    desk.do(Self.text("more"), gesture: paper)
    #expect(desk.picture.paper.last == Self.line("last") && desk.picture.isPaperCut)
    desk.undo()
    #expect(desk.picture.paper.isEmpty && !desk.picture.isPaperCut)
  }
}
