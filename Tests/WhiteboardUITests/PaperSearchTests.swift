import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import WhiteboardUI

/// The search in text paper.
@Suite struct PaperSearchTests {
  private static let text =
    (1...60).map { "line \($0) of the text" }.joined(separator: "\n")
    + "\n" + String(repeating: "-", count: 150) + " The end\nfin\u{E9} 界end FINÉ\n"

  private func desk(_ text: String = Self.text, columns: Int = 80, rows: Int = 24) -> Desk {
    PaperScreenTests.desk(text, columns: columns, rows: rows)
  }

  private func find(_ query: String, in text: String) -> [PaperMatch] {
    PaperQuery(query).matches(in: PaperParser.parse(Array(text.utf8)).paper.lines)
  }

  // MARK: Matches

  @Test("Without a capital, the search ignores case; with one, it does not")
  func smartCase() {
    #expect(find("end", in: "The END of the end").map(\.columns) == [4..<7, 15..<18])
    #expect(find("END", in: "The END of the end").map(\.columns) == [4..<7])
    #expect(find("fin\u{E9}", in: "FIN\u{C9} fin\u{E9}").map(\.columns) == [0..<4, 5..<9])
    #expect(find("\u{C9}", in: "FIN\u{C9} fin\u{E9}").map(\.columns) == [3..<4])
  }

  @Test("Matches do not overlap, and wide letters count two columns")
  func columns() {
    #expect(find("aa", in: "aaaaa").map(\.columns) == [0..<2, 2..<4])
    #expect(find("界b", in: "a界b界b").map(\.columns) == [1..<4, 4..<7])
    #expect(
      find("b", in: "a界b\n\nb") == [
        PaperMatch(row: 0, columns: 3..<4), PaperMatch(row: 2, columns: 0..<1),
      ])
    #expect(find("", in: "a").isEmpty && find("ab", in: "a\nb").isEmpty)
    #expect(find("界", in: "plain").isEmpty && find("é", in: "plain").isEmpty)
  }

  @Test("All forms of an accent match, and characters that cells leave out are ignored")
  func equivalence() {
    for query in ["caf\u{E9}", "cafe\u{301}", "CAF\u{C9}".lowercased()] {
      #expect(
        find(query, in: "caf\u{E9} cafe\u{301} CAF\u{C9}").map(\.columns) == [
          0..<4, 5..<9, 10..<14,
        ])
    }
    #expect(find("E\u{301}", in: "\u{C9} \u{E9}").map(\.columns) == [0..<1])
    #expect(find("\u{D55C}", in: "\u{1112}\u{1161}\u{11AB}").map(\.columns) == [0..<2])
    #expect(find("e", in: "\u{E9}").isEmpty)
    #expect(find("میروم", in: "می\u{200C}روم").map(\.columns) == [0..<5])
  }

  @Test("A match across runs of different looks is one match") func runs() {
    let text = "a\u{1B}[31mb\u{1B}[mc"
    #expect(find("abc", in: text).map(\.columns) == [0..<3])
  }

  // MARK: The screen

  @Test("Ctrl-F marks the matches while the user types, and counts them") func typing() throws {
    var desk = desk()
    desk.key(.character("f"), .control)
    let empty = desk.frame
    desk.type("line 1")
    #expect(desk.bottom.contains("1 of 11"))
    desk.key(.enter)
    #expect(desk.bottom.contains("2 of 11"))
    try assertFrames([("empty", empty), ("match", desk.frame)])
    #expect(desk.frame.cursor == CellPoint(column: 13, row: 23))
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.backspace)
    desk.key(.backspace)
    #expect(desk.bottom.contains("of 60"))
    #expect(desk.things.isEmpty)
  }

  @Test("Enter and Ctrl-G go on, the arrow up goes back, both round the end")
  func steps() {
    var desk = desk()
    desk.key(.character("f"), .control)
    desk.type("line")
    desk.key(.character("g"), .control)
    desk.key(.down)
    #expect(desk.bottom.contains("3 of 60"))
    for _ in 0..<3 { desk.key(.up) }
    #expect(desk.bottom.contains("60 of 60") && desk.screen.contains("line 60 "))
    desk.key(.enter, .shift)
    #expect(desk.bottom.contains("59 of 60"))
    for _ in 0..<2 { desk.key(.enter) }
    #expect(desk.bottom.contains("1 of 60") && desk.screen.contains("line 1 "))
  }

  @Test("The view scrolls to a match, down and sideways") func reveals() {
    var desk = desk()
    desk.key(.character("f"), .control)
    desk.type("the end")
    #expect(desk.bottom.contains("1 of 1") && desk.screen.contains("The end"))
    #expect(desk.screen.contains("‹"))
    desk.key(.escape)
    #expect(desk.screen.contains("The end") && desk.bottom.contains("Undo"))
    desk.key(.character("f"), .control)
    desk.type("line 7 ")
    #expect(desk.screen.contains("line 7 of") && !desk.screen.contains("‹"))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Without a match, the bar says so; without text, a notice does") func nothing() {
    var desk = desk()
    desk.key(.character("f"), .control)
    desk.type("elephant")
    #expect(desk.bottom.contains("no match"))
    desk.key(.enter)
    desk.key(.escape)
    #expect(!desk.board.search.isOpen && desk.view.mode == .paper(CellPoint(column: 0, row: 0)))
    var bare = Desk()
    bare.key(.character("f"), .control)
    #expect(!bare.board.search.isOpen && bare.notice.contains("There is no text paper"))
  }

  @Test("Enter with an empty query finds the last one again") func again() {
    var desk = desk()
    desk.key(.character("f"), .control)
    desk.type("line 2")
    desk.key(.escape)
    desk.key(.character("f"), .control)
    #expect(desk.bottom.contains("“line 2” again"))
    desk.key(.enter)
    #expect(desk.bottom.contains("1 of 11"))
    desk.key(.character("u"), .control)
    #expect(desk.bottom.contains("again"))
  }

  @Test("The mouse presses the buttons of the bar, scrolls, and draws on the found text")
  func mouse() {
    var desk = desk()
    desk.key(.character("f"), .control)
    desk.type("line")
    desk.click(on: "next", row: 23)
    #expect(desk.bottom.contains("2 of 60"))
    desk.click(on: "previous", row: 23)
    desk.mouse(.wheelDown, 40, 10)
    #expect(desk.bottom.contains("1 of 60") && desk.view.mode != .paper(.init(column: 0, row: 0)))
    desk.drag([(20, 10), (30, 10)])
    #expect(desk.things.count == 1 && desk.board.search.isOpen)
    desk.click(on: "close", row: 23)
    #expect(!desk.board.search.isOpen)
  }

  @Test("The arrow keys move nothing that is selected, and Esc ends a gesture before the search")
  func selected() {
    var desk = desk()
    desk.drag([(20, 5), (30, 9)])
    desk.key(.character("a"), .control)
    desk.key(.character("f"), .control)
    desk.type("line")
    let kept = desk.kept.count
    desk.key(.left)
    desk.key(.right, .shift)
    #expect(desk.kept.count == kept && desk.things.allSatisfy { $0.offset == .zero })
    desk.mouse(.press(.left), 20, 5)
    desk.mouse(.drag(.left), 26, 8)
    desk.key(.escape)
    #expect(desk.board.search.isOpen)
    desk.mouse(.release(.left), 26, 8)
    #expect(desk.kept.count == kept)
    desk.key(.escape)
    #expect(!desk.board.search.isOpen)
  }

  @Test("A paste goes into the search, and Alt with a letter does nothing") func input() {
    var desk = desk()
    desk.key(.character("f"), .control)
    desk.handle(.input(.paste("line 3\nmore")))
    #expect(desk.bottom.contains("of 11"))
    desk.key(.delete)
    desk.key(.character("#"), [.alt, .afterEscape])
    #expect(desk.board.search.isOpen && !desk.board.drawing.surface.showsLineNumbers)
    #expect(desk.screen.contains("Alt does nothing while you type"))
    desk.key(.escape)
    #expect(!desk.board.search.isOpen)
  }

  @Test("The search follows the board: new text is searched, and without text it ends")
  func follows() {
    var desk = desk()
    desk.drag([(30, 4), (40, 4)])
    desk.key(.character("f"), .control)
    desk.type("line")
    desk.within { $0.perform(.undo) }
    desk.within { $0.perform(.undo) }
    desk.handle(.woke)
    #expect(desk.replica.picture.paper.isEmpty && !desk.board.search.isOpen)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Labels on the text are searched too, in the order of their places") func labels() {
    var desk = desk()
    desk.write("see LINE 9\nand line 8", at: (40, 3))
    desk.key(.character("f"), .control)
    desk.type("line")
    #expect(desk.bottom.contains("1 of 62"))
    for _ in 0..<3 { desk.key(.enter) }
    #expect(desk.bottom.contains("4 of 62"))
    let cells = desk.frame.cells(row: 3)[44..<48]
    #expect(cells.allSatisfy { $0.style == Theme.terminal[.active] })
    #expect(desk.frame == desk.frameFromScratch)
    // A label that goes is found no more.
    desk.within { $0.perform(.undo) }
    desk.handle(.woke)
    #expect(desk.bottom.contains("of 60"))
  }

  @Test("A narrow bar keeps the query and the count")
  func narrow() {
    var desk = desk(columns: 24, rows: 8)
    desk.key(.character("f"), .control)
    desk.type("line 1")
    #expect(desk.bottom.contains("line 1") && desk.bottom.contains("of 11"))
    #expect(desk.frame == desk.frameFromScratch)
  }
}
