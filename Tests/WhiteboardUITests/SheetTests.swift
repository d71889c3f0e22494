import BoardContract
import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

@Suite struct SheetTests {
  private static let boards = [
    BoardSummary(
      path: "/a", name: SafeText("plan"), changed: 1_799_999_940_000, entries: 3, isTrashed: false),
    BoardSummary(
      path: "/b", name: SafeText("old"), changed: 1_700_000_000_000, entries: 9, isTrashed: true),
  ]

  @Test("The palette takes a letter, a click, or #rrggbb") func palette() {
    var desk = Desk()
    desk.type("ca")
    #expect(desk.board.drawing.editor.tools.color == PaletteColor.red.color)
    desk.type("c#12aBcF\n")
    #expect(desk.board.drawing.editor.tools.color == InkColor(rgb: 0x12_AB_CF))
    #expect(desk.top.contains("#12abcf"))
    desk.type("c")
    let row = (0..<24).first { desk.text(row: $0).contains("teal") } ?? 0
    desk.click(on: "teal", row: row)
    #expect(desk.board.drawing.editor.tools.color == PaletteColor.teal.color)
    #expect(desk.board.sheets.open == nil)
    desk.type("c#12")
    desk.key(.escape)
    #expect(desk.board.drawing.editor.tools.color == PaletteColor.teal.color)
  }

  @Test("An error in a colour is told and stays to be corrected", arguments: [(20, 6), (80, 24)])
  func wrongColour(columns: Int, rows: Int) {
    var desk = Desk(columns: columns, rows: rows)
    desk.type("c#12gz")
    #expect(desk.screen.contains("#12gz") && desk.screen.contains("g: not 0-9, a-f"))
    desk.type("\n")
    #expect(desk.board.sheets.open != nil)
    desk.key(.backspace)
    desk.key(.backspace)
    desk.type("34567")
    #expect(desk.screen.contains("7 digits, not 6"))
    desk.key(.backspace)
    desk.type("\n")
    #expect(desk.board.drawing.editor.tools.color == InkColor(rgb: 0x12_34_56))
    desk.type("c")
    desk.handle(.input(.paste(" #AbCdEf \n")))
    desk.type("\n")
    #expect(desk.board.drawing.editor.tools.color == InkColor(rgb: 0xAB_CD_EF))
  }

  @Test(
    "The host is told how a login leads here, whole on any screen", arguments: [36, 80, 120])
  func login(columns: Int) {
    let address = "ssh://annabel@drawing-room.second-floor.example.org"
    var desk = Desk(columns: columns) {
      ($0.hasCall, $0.loginAddress) = (true, SafeText(address))
    }
    desk.type("I")
    func text() -> String {
      desk.screen.filter { $0.isASCII && !$0.isWhitespace }
    }
    #expect(
      text().contains("Somebodywithanaccountheretypes:easeljoin" + address), "\(desk.screen)")
    desk = Desk(columns: columns) { $0.hasCall = true }
    desk.type("I")
    #expect(!desk.screen.contains("ssh"))
  }

  @Test("A name to be replaced is seen to be selected, until a key keeps or replaces it")
  func selectedName() throws {
    var desk = Desk()
    desk.type("B")
    desk.handle(.boards(Self.boards))
    let row = try #require((0..<24).first { desk.text(row: $0).contains("plan") })
    let column = try #require(desk.column(of: "plan", row: row))
    let plain = desk.frame[column, row].style
    desk.type("r")
    let first = try #require(desk.column(of: "plan", row: row))
    #expect(desk.frame[first, row].style != plain)
    #expect(desk.frame[first + 3, row].style != plain)
    #expect(desk.frame[first + 4, row].style == plain)
    desk.key(.left)
    #expect(desk.frame[first, row].style == plain && desk.text(row: row).contains("plan"))
    desk.key(.escape)
    desk.type("r")
    desk.key(.delete)
    #expect(!desk.text(row: row).contains("plan"))
  }

  @Test("The sheet for quitting describes a board that cannot be written") func readOnly() {
    var opened = Desk.fresh
    opened.readOnly = SafeText("read only")
    var desk = Desk(board: opened)
    desk.drag([(10, 5), (60, 5)])
    desk.type("q")
    #expect(
      desk.screen.contains("▸ Save a copy elsewhere") && desk.screen.contains("Discard your ink"))
    #expect(!desk.screen.contains("tries again") && !desk.screen.contains("elsewhere if"))
  }

  @Test("Ink on a board that cannot be written is discarded by one answer only, not by a second q")
  func discarding() {
    func quits(_ keys: (inout Desk) -> Void) -> Bool {
      var opened = Desk.fresh
      opened.readOnly = SafeText("read only.")
      var desk = Desk(board: opened)
      desk.drag([(10, 5), (60, 5)])
      keys(&desk)
      return desk.effects.contains { if case .quit = $0 { true } else { false } }
    }
    #expect(!quits { $0.type("qqqqq") })
    #expect(!quits { desk in for _ in 0..<5 { desk.key(.character("c"), .control) } })
    #expect(quits { $0.type("qd") })
  }

  @Test("Ink on a board that cannot be written is not left for another board without a question")
  func leaving() {
    var opened = Desk.fresh
    opened.readOnly = SafeText("read only.")
    func leaves(_ desk: Desk) -> Bool {
      desk.effects.contains { if case .board(.newBoard) = $0 { true } else { false } }
    }
    var desk = Desk(board: opened)
    desk.drag([(10, 5), (60, 5)])
    desk.type("Ne")
    #expect(!leaves(desk) && desk.screen.contains("Discard your ink and leave"))
    desk.type("s")
    #expect(!leaves(desk) && desk.things.count == 1)
    desk.type("Ned")
    #expect(leaves(desk))
    var untouched = Desk(board: opened)
    untouched.type("Ne")
    #expect(leaves(untouched))
  }

  @Test("A user who comes back is not told that the user shares the board")
  func ownOffer() {
    func notice(author: AuthorID) -> String {
      let invitation = Invitation(
        title: SafeText("plan"), author: author, name: SafeText("Bea"),
        color: PaletteColor.cyan.color, sign: 1, miniature: Miniature(of: Picture()))
      var desk = Desk { $0.hasCall = true }
      desk.drag([(10, 5), (60, 5)])
      let session = SessionUUID(Bytes16(high: 9, low: 1))
      desk.handle(.call(.offered(JoinableSession(session: session, invitation: invitation))))
      return desk.notice
    }
    let (me, other) = (Desk().board.drawing.recorder.me, AuthorID(Bytes16(high: 5, low: 5)))
    #expect(notice(author: other) == "Bea shares “plan”: S shows it.")
    #expect(notice(author: me) == "“plan” is shared: S shows it.")
  }

  @Test("Nor for a session's board, and the sheet before joining says what becomes of it")
  func joining() {
    var opened = Desk.fresh
    opened.readOnly = SafeText("read only.")
    func joins(_ desk: Desk) -> Bool {
      desk.effects.contains { if case .board(.call(.join)) = $0 { true } else { false } }
    }
    let invitation = Invitation(
      title: SafeText("theirs"), author: Desk.replicaGenesis.author, name: SafeText("Bea"),
      color: PaletteColor.cyan.color, sign: 1, miniature: Miniature(of: Picture()))
    let offer = JoinableSession(
      session: SessionUUID(Bytes16(high: 9, low: 1)), invitation: invitation)
    var desk = Desk(board: opened) { $0.hasCall = true }
    desk.drag([(10, 5), (60, 5)])
    desk.handle(.call(.offered(offer)))
    desk.type("S")
    #expect(!desk.screen.contains("stays in its file"))
    #expect(desk.screen.contains("cannot be saved"))
    desk.type("j")
    #expect(!joins(desk) && desk.screen.contains("Discard your ink and leave"))
    desk.type("s")
    #expect(!joins(desk) && desk.things.count == 1)
    desk.type("Sjd")
    #expect(joins(desk))
  }

  @Test("A sheet that opened by itself takes neither the key of a tool nor the drag that follows")
  func toolBesideOffer() throws {
    let invitation = Invitation(
      title: SafeText("theirs"), author: AuthorID(Bytes16(high: 7, low: 7)), name: SafeText("Bea"),
      color: PaletteColor.cyan.color, sign: 1, miniature: Miniature(of: Picture()))
    var desk = Desk { $0.hasCall = true }
    desk.handle(
      .call(
        .offered(
          JoinableSession(session: SessionUUID(Bytes16(high: 9, low: 1)), invitation: invitation))))
    try #require(desk.screen.contains("Join"))
    desk.type("r")
    #expect(desk.board.drawing.editor.tools.tool == .rectangle)
    desk.drag([(2, 18), (12, 21)])
    #expect(desk.things.count == 1)
  }

  @Test("A reason that is a sentence ends with one full stop") func reasons() {
    var opened = Desk.fresh
    opened.readOnly = SafeText("It is read-only. Make it writable.")
    #expect(Desk(columns: 160, board: opened).notice.contains("writable. Press :"))
    var desk = Desk(columns: 160)
    desk.drag([(10, 5), (60, 5)])
    desk.keepingFailed(SafeText("The disk is full. Make room."))
    #expect(desk.notice.contains("Make room. Easel keeps"))
  }

  @Test("A list of boards that cannot be had is not waited for") func noList() {
    var desk = Desk()
    desk.type("B")
    desk.handle(.failed(SafeText("cannot read the folder")))
    #expect(desk.board.sheets.open == nil && desk.notice.contains("Cannot read the folder."))
  }

  @Test("The command palette reaches everything, by keys and by mouse, down to 20×6")
  func commands() {
    for (columns, rows) in [(20, 6), (80, 24)] {
      var desk = Desk(columns: columns, rows: rows)
      desk.type(":")
      desk.key(.end)
      desk.key(.enter)
      #expect(desk.notice.contains("q quits"))
      desk.type(":quit")
      desk.key(.enter)
      #expect(desk.effects.contains { if case .quit = $0 { true } else { false } })
      desk.type("Nk")
      #expect(
        desk.effects.contains {
          if case .board(.newBoard(let keeping)) = $0 { keeping } else { false }
        })
      desk.type(":choose")
      #expect(desk.board.sheets.open?.kind == .commands(query: "choose"))
      desk.click(on: "Choose", row: 3)
      #expect(desk.board.sheets.open?.kind == .colors(typed: ""))
    }
  }

  @Test("A theme is shown while it is chosen, taken by Enter, dropped by Esc") func themes() {
    var light = Theme.terminal
    light.name = "light"
    light.title = "Light"
    light.background = .rgb(0xFF_FF_FF)
    var desk = Desk()
    desk.handle(.themes([.terminal, light], complaints: []))
    desk.type("Tj")
    #expect(desk.board.shownTheme.name == "light")
    #expect(desk.frame == desk.frameFromScratch)
    desk.key(.escape)
    #expect(desk.board.shownTheme.name == "terminal")
    desk.type("Tj\n")
    #expect(desk.board.shownTheme.name == "light")
    #expect(
      desk.effects.contains {
        if case .remember(.theme("light")) = $0 { true } else { false }
      })
  }

  @Test("Boards are opened, renamed, duplicated, trashed and taken out again") func boards() {
    var desk = Desk(board: Desk.fresh)
    desk.type("B")
    #expect(desk.effects.contains { if case .listBoards = $0 { true } else { false } })
    desk.handle(.boards(Self.boards))
    #expect(desk.screen.contains("plan") && desk.screen.contains("1 min"))
    #expect(desk.screen.contains("in the trash"))
    desk.type("r")
    desk.type("new plan\n")
    desk.type("r")
    desk.key(.end)
    desk.key(.backspace)
    desk.type("ts q\n")
    desk.type("d")
    desk.type("x")
    desk.key(.down)
    desk.type("x")
    // Enter does what its button says: it takes the board out of the trash, and the list stays.
    desk.type("\n")
    #expect(desk.board.sheets.open != nil)
    desk.key(.up)
    desk.type("\n")
    let said = desk.effects.compactMap { effect -> String? in
      switch effect {
      case .rename(let path, let name): "rename \(path) \(name.string)"
      case .duplicate(let path): "duplicate \(path)"
      case .trash(let path): "trash \(path)"
      case .untrash(let path): "untrash \(path)"
      case .open(let path): "open \(path)"
      default: nil
      }
    }
    #expect(
      said == [
        "rename /a new plan", "rename /a plats q", "duplicate /a", "trash /a", "untrash /b",
        "untrash /b", "open /a",
      ])
  }

  @Test("The buttons of the board list do the same by mouse") func boardsByMouse() throws {
    var desk = Desk()
    desk.type("B")
    desk.handle(.boards(Self.boards))
    let row = try #require((0..<24).first { desk.text(row: $0).contains("d Duplicate") })
    desk.click(on: "d Duplicate", row: row)
    #expect(desk.effects.contains { if case .duplicate("/a") = $0 { true } else { false } })
    let old = try #require((0..<24).first { desk.text(row: $0).contains("in the trash") })
    desk.click(on: "old", row: old)
    #expect(desk.text(row: row).contains("Enter Take out of the trash"))
    #expect(!desk.text(row: row).contains("Open"))
    desk.click(1, 1)
    #expect(desk.board.sheets.open == nil)
  }

  @Test("Exports are asked of the shell", arguments: zip("tasp", ["text", "ansi", "svg", "png"]))
  func exports(key: Character, name: String) {
    var desk = Desk()
    desk.type("E\(key)")
    let formats = desk.effects.compactMap { effect in
      if case .export(let format, _, _) = effect { format.rawValue } else { nil }
    }
    #expect(formats == [name])
    desk.handle(.done(SafeText("Written to /tmp/x.svg")))
    #expect(desk.notice.contains("Written to /tmp/x.svg"))
  }

  @Test("Help names every tool and every command's key, and scrolls") func help() {
    var desk = Desk(columns: 40, rows: 10)
    desk.type("?")
    var seen = desk.screen
    for _ in 0..<200 {
      desk.key(.down)
      seen += desk.screen
    }
    for tool in Tool.solo { #expect(seen.contains(tool.title.lowercased())) }
    #expect(seen.contains("messages, quit"))
    #expect(desk.board.sheets.open.map { $0.selected < 200 } == true)
    desk.type("?")
    #expect(desk.board.sheets.open == nil)
  }

  @Test("A click beside a sheet closes it, and draws nothing") func outside() {
    var desk = Desk()
    desk.type("E")
    desk.drag([(2, 2), (9, 9)])
    #expect(desk.board.sheets.open == nil)
    #expect(desk.things.isEmpty)
  }

  @Test("Quitting warns only where it would lose something") func unsaved() {
    var desk = Desk()
    desk.drag([(10, 5), (60, 5)])
    desk.type("q")
    #expect(desk.effects.contains { if case .quit = $0 { true } else { false } })
    desk.effects = []
    desk.keepingFailed(SafeText("disk full"))
    #expect(desk.notice.contains("disk full"))
    desk.type("q")
    #expect(!desk.effects.contains { if case .quit = $0 { true } else { false } })
    #expect(desk.screen.contains("Quit, and save elsewhere"))
    desk.type("s")
    #expect(desk.board.sheets.open == nil)
    desk.type("qq")
    #expect(desk.effects.contains { if case .quit = $0 { true } else { false } })
  }
}
