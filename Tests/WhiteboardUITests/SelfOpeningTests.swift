import BoardContract
import BoardModel
import CellFrame
import EaselBase
import FrameTesting
import ScreenContract
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import WhiteboardUI

/// The parts of the screen that open by themselves: the selection line, notices and offers.
@Suite struct SelfOpeningTests {
  /// A board with a new box, which is selected.
  private func desk(_ columns: Int) -> Desk {
    var desk = Desk(columns: columns, rows: 24) { $0.palette = .hidden }
    desk.type("r")
    desk.drag([(4, 4), (14, 8)])
    return desk
  }

  @Test(
    "W7 · A drag from the selection line draws, and a click acts",
    arguments: [40, 60, 80, 120, 200])
  func selectionLine(columns: Int) throws {
    let desk = desk(columns)
    let line = try #require(desk.board.drawing.editor.selecting.line.shown)
    #expect(line.at.row == desk.frame.rows - 2)
    for column in stride(from: line.at.column, to: line.at.column + line.frame.columns, by: 3) {
      var copy = desk
      copy.type("a")
      copy.drag([(column, line.at.row), (column, 18), (20, 14)])
      #expect(copy.strokes.map(\.kind) == [.rectangle, .arrow])
      #expect(copy.frame == copy.frameFromScratch)
    }
    var copy = desk
    copy.click(on: "Del", row: line.at.row)
    #expect(copy.strokes.isEmpty && copy.board.drawing.editor.selecting.line.shown == nil)
  }

  @Test("The selection line leaves the ink of its row free") func inkInTheRow() throws {
    var desk = Desk(columns: 120, rows: 24) { $0.palette = .hidden }
    let row = desk.frame.rows - 2
    desk.drag([(40, row), (60, row)])
    desk.type("r")
    desk.drag([(4, 4), (14, 8)])
    let line = try #require(desk.board.drawing.editor.selecting.line.shown)
    #expect(line.at.row == row && line.at.column > 60)
    #expect(desk.isInked(50, row))
  }

  @Test("W7 · A drag from a notice draws, and a click opens what it offers") func notice() throws {
    let invitation = Invitation(
      title: SafeText("plan"), author: AuthorID(Bytes16(high: 5, low: 5)), name: SafeText("Bea"),
      color: PaletteColor.cyan.color, sign: 1, miniature: Miniature(of: Picture()))
    let offer = JoinableSession(
      session: SessionUUID(Bytes16(high: 9, low: 1)), invitation: invitation)
    var desk = Desk { $0.hasCall = true }
    desk.drag([(30, 15), (60, 15)])
    desk.handle(.call(.offered(offer)))
    let rect = try #require(desk.board.toast.rect)
    let at = (rect.column + 1, rect.row)
    try #require(desk.board.toast.command(at: CellPoint(column: at.0, row: at.1)) != nil)
    var clicked = desk
    clicked.click(at.0, at.1)
    #expect(clicked.board.sheets.isOpen)
    desk.drag([at, (at.0 - 6, at.1 + 4)])
    #expect(desk.strokes.count == 2 && !desk.board.sheets.isOpen)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("W7 · A drag from the offer of a film draws, and a click on a row acts") func film() {
    var world = WhiteboardWorld.drawn(columns: 80, rows: 24)
    world.apart { world in
      world.at(0) { $0.drag(WhiteboardWorld.stroke(5)) }
      world.at(0) { $0.type("Ve") }
      var desk = world.desks[1]
      guard case .filmOffer = desk.board.sheets.kind else {
        Issue.record("There is no offer.")
        return
      }
      let before = desk.strokes.count
      var clicked = desk
      clicked.click(on: "Not now")
      #expect(!clicked.board.sheets.isOpen && clicked.strokes.count == before)
      desk.drag([(40, 12), (40, 15), (45, 16)])
      #expect(!desk.board.sheets.isOpen && desk.strokes.count == before + 1)
    }
  }
}
