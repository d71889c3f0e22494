import BoardContract
import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import BoardEditor
@testable import ScreenContract
@testable import WhiteboardUI

/// The board list as a gallery.
@Suite struct BoardGalleryTests {
  private static func board(
    _ path: String, _ name: String, minutes: Int64, isTrashed: Bool = false
  ) -> BoardSummary {
    BoardSummary(
      path: path, name: SafeText(name), changed: 1_800_000_000_000 - minutes * 60_000, entries: 0,
      isTrashed: isTrashed)
  }

  private static let boards = [
    board("/a", "2026-11-26 16.01", minutes: 14), board("/b", "plan", minutes: 60),
    board("/c", "2026-11-25 09.30", minutes: 1_500), board("/d", "broken", minutes: 5_000),
    board("/e", "old", minutes: 90_000, isTrashed: true),
  ]

  /// Returns the drawing of a desk as the shell reads it from a file.
  private static func glance(_ draw: (inout Desk) -> Void) -> BoardGlance {
    var desk = Desk(columns: 120, rows: 40)
    draw(&desk)
    return BoardGlance(of: desk.replica.picture) { Miniature(of: $0) }
  }

  private static let glances: [String: BoardGlance] = [
    "/a": glance { desk in
      desk.type("r")
      desk.drag([(10, 5), (40, 14)])
      desk.drag([(70, 5), (100, 14)])
      desk.type("/")
      desk.drag([(41, 10), (69, 10)])
      desk.write("Parser", at: (20, 8))
      desk.write("Lexer", at: (80, 8))
    },
    "/b": glance { $0.write("the house", at: (20, 8)) },
    "/c": glance { $0.drag([(20, 10), (60, 30), (90, 8)]) },
    "/d": BoardGlance(trouble: SafeText("damaged")),
  ]

  private func gallery(_ columns: Int = 80, _ rows: Int = 24) -> Desk {
    var desk = Desk(columns: columns, rows: rows) { $0.palette = .names }
    desk.type("B")
    desk.handle(.boards(Self.boards))
    desk.handle(.glances(Self.glances))
    return desk
  }

  private func wishes(_ desk: Desk) -> [String] {
    desk.effects.compactMap { if case .glance(let path) = $0 { path } else { nil } }
  }

  @Test("A board without a name is called by its first words, or is a sketch; ages are words")
  func titles() {
    let screen = gallery().screen
    for words in [
      "Parser, Lexer", "14 min", "plan", "1 h", "sketch", "yesterday", "damaged", "in the trash",
    ] { #expect(screen.contains(words), "\(words)\n\(screen)") }
  }

  @Test("The copy of a session's board has the name of the session, or its first words")
  func copies() {
    for (name, title) in [("Ann's plan", "Ann's plan"), ("2026-11-26 10.00", "Parser, Lexer")] {
      var board = Desk.fresh
      (board.path, board.name) = ("/a", SafeText(name))
      var desk = Desk(board: board)
      desk.type("B")
      desk.handle(.boards(Self.boards))
      desk.handle(.glances(Self.glances))
      let row = desk.screen.split(separator: "\n").first { $0.contains("your copy") }
      #expect(row?.contains(title) == true, "\(row ?? "")")
    }
  }

  @Test("The list opens at once, and shows what is read as soon as it is read") func early() {
    var desk = Desk()
    desk.type("B")
    desk.handle(.boards(Self.boards))
    #expect(desk.screen.contains("Untitled") && desk.screen.contains("Reading the board"))
    #expect(wishes(desk) == ["/a"])
    desk.key(.down)
    desk.key(.up)
    desk.key(.down)
    #expect(wishes(desk) == ["/a", "/b", "/a", "/b"] || wishes(desk) == ["/a", "/b"])
    desk.handle(.glances(["/b": Self.glances["/b"]].compactMapValues { $0 }))
    #expect(desk.screen.contains("the house") && !desk.screen.contains("Parser"))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A broken board has a sentence in place of its preview") func broken() {
    var desk = gallery()
    desk.type("jjj")
    #expect(desk.screen.contains("No preview of this file:"))
  }

  @Test("The search finds words of names and first words; Esc ends it, and the board stays chosen")
  func search() {
    var desk = gallery()
    desk.type("/lex")
    #expect(desk.screen.contains("/ lex") && desk.screen.contains("Parser, Lexer"))
    #expect(!desk.screen.contains("plan") && !desk.screen.contains("yesterday"))
    desk.key(.backspace)
    desk.key(.backspace)
    desk.key(.backspace)
    desk.type("HOUSE")
    #expect(desk.screen.contains("plan") && !desk.screen.contains("Parser"))
    desk.key(.escape)
    #expect(desk.screen.contains("▸ plan") && desk.screen.contains("yesterday"))
    desk.type("/nothing like this")
    #expect(desk.screen.contains("Nothing found for “nothing"))
    desk.key(.enter)
    #expect(desk.board.sheets.open != nil)
    desk.key(.escape)
    desk.type("/plan\n")
    #expect(desk.effects.contains { if case .open("/b") = $0 { true } else { false } })
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("The sheet stands still while the user searches and goes through the boards")
  func stands() {
    var desk = gallery()
    let rect = desk.board.sheetInput?.layout.rect
    for key in ["j", "j", "/", "z", "z"] {
      desk.type(key)
      #expect(desk.board.sheetInput?.layout.rect == rect)
    }
    desk.key(.escape)
    #expect(desk.board.sheetInput?.layout.rect == rect)
  }

  @Test("The search begins and ends by mouse; a click on the preview chooses nothing")
  func mouse() {
    var desk = gallery()
    desk.click(on: "/ Find")
    desk.type("plan")
    #expect(desk.screen.contains("/ plan"))
    desk.click(on: "Esc End the search")
    #expect(desk.screen.contains("Parser, Lexer"))
    guard let rect = desk.board.sheetInput?.layout.rect else {
      Issue.record("no sheet")
      return
    }
    desk.click(rect.column + rect.columns - 5, rect.row + 1)
    #expect(desk.screen.contains("▸ plan") && desk.board.sheets.open != nil)
  }

  @Test("Pasted words are searched for") func paste() {
    var desk = gallery()
    desk.type("/")
    desk.handle(.input(.paste("lex\nand more")))
    #expect(desk.screen.contains("/ lex"))
  }

  @Test("A list of a thousand boards writes only the rows near the chosen one")
  func thousand() {
    let boards = (0..<1_000).map { Self.board("/\($0)", "board \($0)", minutes: Int64($0)) }
    var desk = Desk()
    desk.type("B")
    desk.handle(.boards(boards))
    #expect(desk.screen.contains("/1000") && desk.screen.contains("board 0"))
    let page = desk.board.sheetInput?.layout.page
    #expect(page?.rows.count == 1_000)
    #expect((page?.rows.count { !$0.label.isEmpty } ?? 0) <= 600)
    desk.key(.end)
    #expect(desk.screen.contains("▸ board 999") && wishes(desk).last == "/999")
    desk.type("/board 42\n")
    #expect(desk.effects.contains { if case .open("/42") = $0 { true } else { false } })
  }

  @Test(
    "The gallery with ink, with words alone, while the user searches, and with no colours",
    arguments: [(80, 24), (60, 20)])
  func screens(columns: Int, rows: Int) throws {
    var desk = gallery(columns, rows)
    let ink = desk.frame
    desk.type("j")
    let words = desk.frame
    desk.type("/lex")
    let search = desk.frame
    var plain = Desk(columns: columns, rows: rows, raster: .ascii)
    plain.type("B")
    plain.handle(.boards(Self.boards))
    plain.handle(.glances(Self.glances))
    try assertFrames(
      [("ink", ink), ("words", words), ("search", search), ("plain", plain.frame)].map {
        ("\($0.0)-\(columns)", $0.1)
      })
  }
}
