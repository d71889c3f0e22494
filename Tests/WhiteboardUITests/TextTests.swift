import BoardModel
import BoardPaper
import CellFrame
import EaselBase
import Testing

@testable import WhiteboardUI

@Suite struct TextTests {
  private func typing(_ text: String, at column: Int = 10, _ row: Int = 5) -> Desk {
    var desk = Desk()
    desk.type("t")
    desk.click(column, row)
    desk.type(text)
    return desk
  }

  @Test("Text is typed in place, with the cursor behind it") func inPlace() {
    var desk = typing("hello\nworld")
    #expect(desk.text(row: 5).dropFirst(10).hasPrefix("hello"))
    #expect(desk.text(row: 6).dropFirst(10).hasPrefix("world"))
    #expect(desk.frame.cursor == CellPoint(column: 15, row: 6))
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect(desk.labels == ["hello\nworld"])
    #expect(desk.text(row: 6).dropFirst(10).hasPrefix("world"))
    #expect(desk.frame.cursor == nil)
  }

  @Test(
    "Joiners and variants that are typed sign by sign or pasted are kept; cells leave them out",
    arguments: ["می\u{200C}روم", "👩\u{200D}💻", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "👩🏽\u{200D}🚀 x"])
  func joiners(text: String) {
    var pasted = Desk()
    pasted.type("t")
    pasted.click(10, 5)
    var typed = pasted
    pasted.handle(.input(.paste(text)))
    for scalar in text.unicodeScalars { typed.key(.character(Character(scalar))) }
    for desk in [pasted, typed] {
      var desk = desk
      desk.key(.escape)
      #expect(desk.labels.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
      let hidden: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\u{FE0F}"]
      #expect(!desk.frame.plainText.unicodeScalars.contains(where: hidden.contains))
      #expect(desk.frame == desk.frameFromScratch)
    }
  }

  @Test("Blanks let the ink below be seen, while it is typed as when it is done") func blanks() {
    var desk = Desk()
    desk.drag([(5, 5), (40, 5)])
    desk.type("t")
    desk.click(10, 5)
    desk.type("a  b")
    let typed = (10..<14).map { desk.frame[$0, 5].glyph.string }
    #expect(typed[0] == "a" && typed[3] == "b" && typed[1] != " " && typed[2] != " ")
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect((10..<14).map { desk.frame[$0, 5].glyph.string } == typed)
  }

  @Test("The cursor goes everywhere in it") func editing() {
    var desk = typing("one\nthree\nx")
    desk.key(.up)
    desk.key(.home)
    desk.type("two\n")
    desk.key(.end)
    desk.key(.backspace)
    desk.key(.backspace)
    desk.key(.up)
    desk.key(.up)
    desk.key(.delete)
    desk.type("O")
    desk.key(.escape)
    #expect(desk.labels == ["onO\ntwo\nthr\nx"] || desk.labels == ["oneOtwo\nthr\nx"])
  }

  @Test("2 gives large letters: the cursor is under the next one, and the text keeps its cells")
  func large() {
    var desk = Desk()
    desk.type("t2")
    desk.click(20, 5)
    desk.type("Hi")
    let typed = (5..<9).map { desk.text(row: $0).dropFirst(20).prefix(12) }
    #expect(typed[0].hasPrefix("█   █   ▀"))
    #expect(desk.frame.cursor == CellPoint(column: 32, row: 8))
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect((5..<9).map { desk.text(row: $0).dropFirst(20).prefix(12) } == typed)
    // The width of the pen is another setting.
    #expect(desk.board.drawing.editor.tools.width == 2)
    desk.type("1")
    desk.click(26, 6)
    #expect(desk.frame.cursor == CellPoint(column: 26, row: 8), "a click edits the text")
    desk.type("o")
    desk.key(.escape)
    #expect(desk.labels == ["Hoi"])
  }

  @Test("1 and 2 change the letters of a selected text, and an undo brings them back")
  func selected() {
    var desk = typing("Hi", at: 20)
    desk.key(.escape)
    desk.type("s")
    desk.click(20, 5)
    desk.type("2")
    #expect(desk.text(row: 8).dropFirst(20).hasPrefix("▀   ▀  ▀▀▀"))
    #expect(desk.board.drawing.editor.tools.width == 2)
    desk.type("1")
    #expect(desk.text(row: 5).dropFirst(20).hasPrefix("Hi"))
    desk.type("uu")
    #expect(desk.text(row: 5).dropFirst(20).hasPrefix("Hi"))
    #expect(!desk.text(row: 8).contains("▀"))
  }

  @Test("Wide characters and emoji take two columns and leave in one key") func wide() {
    var desk = typing("界👍a")
    #expect(desk.frame.cursor == CellPoint(column: 15, row: 5))
    desk.key(.backspace)
    desk.key(.backspace)
    #expect(desk.frame.cursor == CellPoint(column: 12, row: 5))
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect(desk.labels == ["界"])
  }

  @Test("Pasted text is sanitized, whether text was being typed or not") func pasted() {
    var desk = typing("a")
    desk.handle(.input(.paste("b\u{1B}[31m\r\nc\u{202E}")))
    desk.key(.escape)
    #expect(desk.labels == ["ab[31m\nc"])
    desk.type("p")
    desk.handle(.input(.paste("free")))
    desk.key(.escape)
    #expect(desk.labels.last == "free")
  }

  @Test("Blanks alone leave nothing") func blank() {
    var desk = typing("  \n ")
    desk.key(.escape)
    #expect(desk.things.isEmpty)
    #expect(desk.kept.isEmpty)
  }

  @Test("W2 · A click elsewhere, another tool, a resize: what was typed stays") func kept() {
    var desk = typing("first")
    desk.click(40, 10)
    desk.type("second")
    desk.handle(.input(.resize(columns: 60, rows: 20)))
    desk.type("!")
    desk.handle(.pausing)
    #expect(desk.labels == ["first", "second!"])
  }

  @Test("Esc that arrives glued to an arrow still ends the text; Alt and an arrow do not")
  func glued() {
    var desk = typing("done")
    desk.key(.up, .alt)
    #expect(desk.labels.isEmpty)
    desk.key(.up, [.alt, .afterEscape])
    #expect(desk.labels == ["done"])
    #expect(desk.board.drawing.editor.keyPen != nil)
    desk.type("?")
    desk.key(.character("B"), .alt)
    #expect(desk.screen.contains("Boards"))
  }

  @Test("Esc and quickly the key of a tool, which tmux makes one key, end the text and choose it")
  func toolAfterEscape() {
    var desk = typing("done")
    desk.key(.character("b"), .alt)
    #expect(desk.labels == ["done"])
    #expect(desk.board.drawing.editor.tools.tool == .bucket)
  }

  @Test("Alt and a letter run no command over a text that is typed, and say so") func alt() {
    var desk = typing("done")
    for letter in "qCNx" { desk.key(.character(letter), .alt) }
    #expect(desk.board.drawing.editor.text.draft?.text == "done")
    #expect(desk.notice.contains("Esc ends it"))
    #expect(desk.labels.isEmpty)
    #expect(!desk.effects.contains { if case .quit = $0 { true } else { false } })
  }

  @Test("The caret of a long line is seen, and the view is where it was when the line is done")
  func longLine() {
    var desk = Desk(columns: 40, rows: 12)
    let before = desk.board.drawing.surface.view
    desk.type("t")
    desk.click(30, 5)
    for letter in "a line that is longer than the screen has room for, wherever it begins" {
      desk.type(String(letter))
      #expect(desk.caretLetter == String(letter), "the letter typed last stands before the caret")
      #expect(desk.frame == desk.frameFromScratch)
    }
    #expect(desk.board.drawing.surface.view != before)
    desk.key(.home)
    #expect(desk.board.drawing.surface.view == before)
    #expect(desk.frame.cursor == CellPoint(column: 30, row: 5))
    desk.key(.end)
    #expect(desk.board.drawing.surface.view != before)
    desk.key(.escape)
    #expect(desk.board.drawing.surface.view == before)
    #expect(desk.labels.count == 1)
    #expect(desk.text(row: 5).dropFirst(30).hasPrefix("a line"))
  }

  @Test("So is the caret below the last row, and in text paper") func manyLines() {
    var desk = Desk(columns: 40, rows: 12)
    desk.type("t")
    desk.click(5, 10)
    desk.type("one\ntwo\nthree")
    #expect(desk.caretLetter == "e")
    desk.key(.escape)
    #expect(desk.board.drawing.surface.view.mode == .natural(CellPoint(column: 0, row: 0)))

    let words = PaperText(lines: [.init(runs: [.init(text: SafeText("words"))])])
    var paper = Desk(columns: 40, rows: 12) { $0.paper = words }
    paper.type("t")
    paper.click(38, 5)
    paper.type("beyond")
    #expect(paper.caretLetter == "d")
    paper.key(.escape)
    #expect(paper.board.drawing.surface.view.mode == .paper(CellPoint(column: 0, row: 0)))
  }

  @Test("Blanks of a text in progress hide letters below, as those of the finished text do")
  func blanksOverPaper() {
    let words = PaperText(lines: [
      .init(runs: [.init(text: SafeText("abcdefghijklmnopqrstuvwxyz"))])
    ])
    var desk = Desk(columns: 60, rows: 12) { $0.paper = words }
    desk.type("t")
    desk.click(5, 1)
    desk.type("A B")
    let typed = desk.text(row: 1)
    #expect(typed.contains("A B"))
    desk.key(.escape)
    #expect(desk.text(row: 1).contains("A B"))
    desk.click(5, 1)
    #expect(desk.text(row: 1).contains("A B"), "while it is edited again")
  }

  @Test("A click where the view went along leaves it there: it is where the hand points")
  func clickAfterPanning() {
    var desk = Desk(columns: 40, rows: 12)
    desk.type("t")
    desk.click(35, 5)
    desk.type("a long line")
    let panned = desk.board.drawing.surface.view
    desk.click(3, 8)
    #expect(desk.board.drawing.surface.view == panned)
    desk.type("b")
    #expect(desk.text(row: 8).dropFirst(3).hasPrefix("b"))
    desk.key(.escape)
    #expect(desk.board.drawing.surface.view.mode == .natural(CellPoint(column: 0, row: 0)))
  }

  @Test("A view that was moved by hand stays") func movedByHand() {
    var desk = Desk(columns: 40, rows: 12)
    desk.type("t")
    desk.click(35, 5)
    desk.type("a long line")
    desk.mouse(.wheelRight, 10, 5)
    let moved = desk.board.drawing.surface.view
    desk.key(.escape)
    #expect(desk.board.drawing.surface.view == moved)
  }

  @Test("A text holds so many characters and says so") func limit() {
    var desk = typing("")
    desk.handle(.input(.paste(String(repeating: "x", count: 2_000))))
    desk.wait(1)
    #expect(desk.notice.contains("1000 characters"))
    desk.key(.escape)
    #expect(desk.labels.first?.count == Limits.labelScalars)
  }

  @Test("So it does where a paste of many lines, or a letter, finds too little room")
  func limitOfLines() {
    var desk = typing(String(repeating: "x", count: 600))
    desk.handle(.input(.paste(String(repeating: "line\r\n", count: 90))))
    #expect(desk.notice.contains("1000 characters"))
    desk.handle(.input(.paste("\u{200B}")))
    desk.wait(60_000)
    #expect(!desk.notice.contains("1000 characters"))
    desk.type("y")
    #expect(desk.notice.contains("1000 characters"))
  }
}

extension Desk {
  /// The letter in the cell before the caret.
  fileprivate var caretLetter: String? {
    guard let caret = frame.cursor, caret.column > 0 else { return nil }
    return frame[caret.column - 1, caret.row].glyph.string
  }
}
