import BoardDocument
import BoardLog
import BoardModel
import BoardPaper
import CellFrame
import EaselBase
import Testing

@testable import WhiteboardUI

@Suite struct BoardTests {
  private static let last = BoardSummary(
    path: "/last", name: SafeText("2026-11-20 sketch"), changed: 1_799_999_820_000, entries: 5,
    isTrashed: false)

  private var offered: Desk { Desk { $0.lastBoard = Self.last } }

  @Test("A board opened later is written by a replica of its own") func replicaOfItsOwn() {
    var desk = Desk()
    desk.drag([(5, 5), (9, 5)])
    var other = Desk.fresh
    other.replicaGenesis = ReplicaGenesis(
      publicKey: Desk.replicaGenesis.publicKey, nonce: Array(repeating: 1, count: 16))
    desk.open(other)
    desk.drag([(5, 5), (9, 5)])
    #expect(
      desk.kept.map(\.stamp.id.replica) == [
        Desk.replicaGenesis.replica, other.replicaGenesis.replica,
      ])
    desk.key(.character("u"))
    #expect(desk.things.isEmpty)
  }

  @Test("The last board is offered in one line; Enter or a click opens it") func offer() {
    var desk = offered
    #expect(desk.notice.contains("⏎ open “2026-11-20 sketch” from 3 minutes ago – or just draw"))
    desk.key(.enter)
    #expect(desk.effects.contains { if case .open("/last") = $0 { true } else { false } })
    desk = offered
    desk.click(on: "open")
    #expect(desk.effects.contains { if case .open("/last") = $0 { true } else { false } })
  }

  @Test("The first stroke or key takes the offer away, and does its own work") func dismissed() {
    var desk = offered
    desk.mouse(.press(.left), 10, 10)
    #expect(!desk.notice.contains("just draw"))
    desk = offered
    desk.type("r")
    #expect(!desk.notice.contains("just draw"))
    #expect(desk.board.drawing.editor.tools.tool == .rectangle)
    #expect(!desk.effects.contains { if case .open = $0 { true } else { false } })
  }

  @Test("Looking at paper makes no file; the first gesture keeps it all as one gesture before it")
  func paper() {
    let lines = (0..<3_000).map { line in
      PaperText.Line(runs: [PaperText.Run(text: SafeText("line \(line) of a long diff"))])
    }
    var desk = Desk { $0.paper = PaperText(lines: lines) }
    #expect(desk.kept.isEmpty)
    #expect(desk.screen.contains("line 0 of a long diff"))
    desk.drag([(10, 5), (20, 5)])
    #expect(desk.kept.count > 2)
    #expect(desk.kept.map(\.stamp.id.sequence.raw) == Array(1...UInt64(desk.kept.count)))
    #expect(desk.replica.picture.paper.count == 3_000)
    desk.type("uu")
    #expect(desk.replica.picture.paper.isEmpty)
    desk.type("U")
    #expect(desk.replica.picture.paper.count == 3_000)
  }

  @Test("Paper scrolls by wheel and keys, cell for cell, and ink stays with its line")
  func scrolls() {
    let lines = (0..<100).map { line in
      PaperText.Line(runs: [PaperText.Run(text: SafeText("line \(line)."))])
    }
    var desk = Desk { $0.paper = PaperText(lines: lines) }
    desk.drag([(20, 11), (30, 11)])
    #expect(desk.text(row: 11).hasPrefix("line 10."))
    desk.mouse(.wheelDown, 5, 5)
    #expect(desk.text(row: 8).hasPrefix("line 10.") && desk.isInked(20, 8))
    desk.key(.down)
    #expect(desk.text(row: 7).hasPrefix("line 10.") && desk.isInked(20, 7))
    desk.key(.end)
    #expect(desk.text(row: 22).hasPrefix("line 99."))
    desk.key(.home)
    #expect(desk.text(row: 1).hasPrefix("line 0."))
    desk.key(.pageDown)
    #expect(desk.text(row: 1).hasPrefix("line 21."))
    desk.type("+")
    #expect(desk.text(row: 1).hasPrefix("line 21."))
    #expect(desk.notice.contains("does not zoom"))
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A read-only board says so, can be drawn on in memory, and saved elsewhere") func readOnly()
  {
    var opened = Desk.fresh
    opened.path = "/ro"
    opened.readOnly = SafeText("the folder is read only")
    var desk = Desk(columns: 120, board: opened)
    #expect(desk.notice.contains("Read only: the folder is read only"))
    desk.drag([(10, 5), (20, 5)])
    #expect(desk.things.count == 1)
    #expect(desk.kept.isEmpty)
    desk.wait(60_000)
    #expect(desk.top.contains("not saved: the folder is read only"))
    desk.type("qc")
    let copied = desk.effects.compactMap { if case .saveCopy(let new) = $0 { new } else { nil } }
    #expect(copied.map(\.count) == [1])
    #expect(!desk.effects.contains { if case .quit = $0 { true } else { false } })
  }

  @Test("If the disk is full, a copy elsewhere has the unsaved entries, and no more")
  func copyOfUnkept() {
    var desk = Desk()
    for row in [5, 8, 11] { desk.drag([(10, row), (20, row)]) }
    desk.kept(desk.kept[0].id)
    desk.keepingFailed(SafeText("disk full"))
    desk.type("qc")
    let copied = desk.effects.compactMap { if case .saveCopy(let new) = $0 { new } else { nil } }
    #expect(copied.map { $0.map(\.id) } == [desk.kept.dropFirst().map(\.id)])
  }

  @Test("A board that opens under the hand gets nothing of the board before") func opensUnderHand()
  {
    var desk = Desk()
    desk.mouse(.press(.left), 10, 5)
    desk.mouse(.drag(.left), 30, 15)
    desk.open(Desk.fresh)
    desk.mouse(.drag(.left), 40, 15)
    desk.mouse(.release(.left), 40, 15)
    #expect(desk.things.isEmpty && desk.kept.isEmpty)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Saved is said only when the last entry is kept") func saved() {
    var desk = Desk()
    #expect(desk.top.contains("empty"))
    desk.drag([(10, 5), (20, 5)])
    desk.drag([(10, 8), (20, 8)])
    desk.kept(desk.kept[0].id)
    #expect(desk.top.contains("…"))
    desk.keepingFailed(SafeText("disk full"))
    desk.wait(60_000)
    #expect(desk.top.contains("not saved: disk full"))
    desk.kept(desk.kept[1].id)
    #expect(desk.top.contains("✓"))
    #expect(!desk.replica.wouldLose)
  }

  @Test("Undo reaches over gestures, redo takes the way back, others' work stays") func undo() {
    var desk = Desk()
    for row in [5, 8, 11] { desk.drag([(10, row), (30, row)]) }
    desk.type("uuuu")
    #expect(desk.things.isEmpty)
    #expect(desk.notice.contains("You have nothing left"))
    desk.type("UU")
    #expect(desk.things.count == 2)
    desk.drag([(10, 15), (30, 15)])
    desk.type("U")
    #expect(desk.notice.contains("Nothing to redo"))
    #expect(desk.things.count == 3)
  }

  @Test("A zoom keeps the place under the pointer; 0 and Home come back") func zoom() {
    var desk = Desk()
    let before = desk.board.drawing.surface.view.viewport
    let pointer = Pointer(CellPoint(column: 20, row: 9))
    desk.mouse(.wheelUp, 20, 10)
    let after = desk.board.drawing.surface.view.viewport
    #expect(after.columnWidth < before.columnWidth)
    let (old, new) = (before.boardPoint(pointer), after.boardPoint(pointer))
    #expect(abs(old.x - new.x) <= 1 && abs(old.y - new.y) <= 1)
    #expect(desk.top.contains("125%"))
    desk.drag([(40, 10), (30, 10)], .middle)
    #expect(desk.board.drawing.surface.view.viewport.left > after.left)
    desk.type("9")
    #expect(desk.top.contains("63%"))
    desk.type("0")
    #expect(desk.top.contains("100%"))
    desk.key(.home)
    #expect(desk.board.drawing.surface.view.viewport == before)
  }

  @Test("At 100 %, a cell of the board is a cell of the screen, and a zoom stops there on its way")
  func natural() {
    var desk = Desk()
    func width() -> Double { desk.view.viewport.columnWidth }
    for key in ["--+++++", "++-----", "9++++++"] {
      desk.key(.home)
      #expect(desk.top.contains("100%") && width() == 512)
      var seen: [Double] = []
      for letter in key {
        desk.type(String(letter))
        seen.append(width())
      }
      #expect(seen.contains(512) && seen.last != 512, "\(seen)")
    }
    desk.key(.home)
    desk.type("g")
    desk.drag([(10, 5), (17, 9)])
    #expect(desk.view.mode == .natural(CellPoint(column: -7, row: -4)))
  }

  @Test("Words are written at 100 %, and the view returns when they are finished")
  func naturalWords() {
    var desk = Desk()
    desk.type("--")
    let before = desk.view
    desk.type("t")
    desk.click(30, 10)
    #expect(desk.top.contains("100%"))
    desk.type("words")
    #expect(desk.text(row: 10).dropFirst(30).hasPrefix("words"))
    desk.key(.escape)
    #expect(desk.view == before)
    let label = desk.things.first?.item.asLabel
    #expect(label?.columnWidth == 512 && label?.rowHeight == 1_024)
  }

  @Test("Home goes to the corner of the page, End to all that is drawn") func home() {
    var desk = Desk()
    desk.drag([(10, 5), (20, 8)])
    desk.type("++")
    desk.key(.pageDown)
    desk.key(.pageDown)
    desk.key(.pageDown)
    #expect(desk.inkedRows.isEmpty)
    desk.key(.home)
    #expect(desk.view.mode == .natural(CellPoint(column: 0, row: 0)))
    desk.drag([(78, 20), (79, 22)])
    desk.type("g")
    desk.drag([(70, 20), (5, 2)])
    desk.type("p")
    desk.drag([(78, 20), (79, 22)])
    desk.key(.home)
    #expect(desk.screen.contains("▸"))
    desk.key(.end)
    #expect(!desk.screen.contains("▸") && desk.inkedRows.count > 4)
  }

  @Test("A circle is a circle: the cells' shape changes the view") func shape() {
    var desk = Desk()
    desk.handle(.input(.answer(.cellPixels(width: 10, height: 15))))
    func ratio() -> Double { desk.view.viewport.rowHeight / desk.view.viewport.columnWidth }
    #expect(ratio() == 2, "100 % is the same in every window")
    desk.type("-")
    #expect(abs(ratio() - 1.5) < 0.001)
  }

  @Test("A notice goes by itself, when the shell was asked to wake") func notices() {
    var desk = Desk()
    desk.handle(.done(SafeText("Exported.")))
    #expect(desk.notice.contains("Exported."))
    let wakes = desk.effects.compactMap { if case .board(.wake(let at)) = $0 { at } else { nil } }
    let last = wakes.last ?? 0
    desk.now.uptime = last - 1
    desk.handle(.woke)
    #expect(desk.notice.contains("Exported."))
    desk.now.uptime = last
    desk.handle(.woke)
    #expect(!desk.notice.contains("Exported."))
  }

  @Test("New entries go on from the run's own after the board was opened again") func reopened() {
    var desk = Desk()
    desk.drag([(10, 5), (20, 5)])
    var opened = Desk.fresh
    opened.log = desk.replica.log
    opened.picture = desk.replica.picture
    opened.path = "/again"
    desk.open(opened)
    #expect(desk.top.contains("✓"))
    desk.drag([(10, 8), (20, 8)])
    #expect(desk.kept.map(\.stamp.id.sequence.raw) == [1, 2])
  }
}
