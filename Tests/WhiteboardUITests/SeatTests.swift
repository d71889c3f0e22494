import BoardContract
import BoardDocument
import BoardModel
import BoardPaper
import CellFrame
import EaselBase
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The user's seat, which moves from one screen to another.
@Suite struct SeatTests {
  /// A screen on which a user has drawn, chosen tools and selected a shape.
  private func desk(columns: Int = 80, rows: Int = 24) -> Desk {
    var board = Desk.fresh
    board.path = "/plan"
    var desk = Desk(columns: columns, rows: rows, board: board, coding: Desk.reading)
    desk.type("r")
    desk.drag([(10, 5), (20, 9)])
    desk.drag([(30, 5), (40, 9)])
    desk.wait(2_000)
    return desk
  }

  /// The same board on the screen of another terminal.
  private func moved(_ desk: Desk, columns: Int = 80, rows: Int = 24) -> Desk {
    var board = Desk.fresh
    (board.path, board.log, board.picture) = ("/plan", desk.replica.log, desk.replica.picture)
    let seat = desk.seat
    return Desk(columns: columns, rows: rows, board: board, coding: Desk.reading) {
      $0.seat = seat
    }
  }

  @Test("View, tools and selection are the same on the other screen")
  func sameScreen() {
    var desk = desk()
    for command in [
      Command.width(5), .toggleFill, .toggleConstraint, .color(PaletteColor.pink.color),
    ] {
      desk.perform(command)
    }
    desk.handle(.input(.key(.right, [.shift])))
    desk.perform(.selection(.selectAll))
    let other = moved(desk)
    #expect(other.seat == desk.seat)
    #expect(other.view.mode == desk.view.mode)
    #expect(other.board.drawing.editor.tools == desk.board.drawing.editor.tools)
    #expect(other.board.drawing.editor.selection.ids == desk.board.drawing.editor.selection.ids)
    #expect(!other.board.drawing.editor.selection.isEmpty)
    #expect(other.notice.contains("Your seat is here now."))
  }

  @Test("A zoomed board has the same middle and zoom on a screen of another size")
  func zoomed() throws {
    var desk = desk()
    desk.perform(.zoomIn)
    desk.perform(.zoomIn)
    let other = moved(desk, columns: 120, rows: 40)
    #expect(other.view.zoom == desk.view.zoom)
    let (before, after) = (
      desk.view.viewport.boardPoint(desk.view.middle),
      other.view.viewport.boardPoint(other.view.middle)
    )
    let cell = Int32(desk.view.viewport.rowHeight)
    #expect(abs(before.x - after.x) <= cell && abs(before.y - after.y) <= cell)
  }

  @Test("A view of text paper moves only to text paper")
  func paper() {
    var view = View(columns: 80, rows: 24, bars: .all, hasPaper: false)
    let before = view
    view.move(to: .paper(column: 3, row: 9))
    #expect(view == before)
    var paper = View(columns: 80, rows: 24, bars: .all, hasPaper: true)
    paper.move(to: .natural(column: 3, row: 9))
    #expect(paper.mode == .paper(.zero))
    paper.move(to: .paper(column: 3, row: 9))
    #expect(paper.mode == .paper(CellPoint(column: 3, row: 9)))
  }

  @Test("A selection of more things than a seat carries stays behind")
  func largeSelection() {
    func state(_ count: Int) -> Seat {
      Seat(
        board: nil, view: .page, tools: desk().seat.tools,
        things: (0..<count).map {
          EntryID(ReplicaID(Bytes16(high: 1, low: 2)), SequenceNumber(UInt64($0)))
        }, session: nil, awaitsGuest: false, isAmongOthers: false)
    }
    #expect(state(Seat.thingsMax).things.count == Seat.thingsMax)
    #expect(state(Seat.thingsMax + 1).things.isEmpty)
  }

  @Test("A stroke in progress and paper that waits for ink are recorded before the seat moves")
  func prepares() {
    var desk = Desk(board: Desk.fresh, coding: Desk.reading) {
      $0.paper = PaperText(lines: [.init(runs: [.init(text: SafeText("one"))])])
    }
    desk.effects = []
    desk.handle(Event.moving)
    let kept = desk.effects.filter { if case .board(.keep) = $0 { true } else { false } }
    #expect(!kept.isEmpty)
  }

  @Test("A session is joined in the other terminal without a question, and since the same time")
  func session() throws {
    var world = WhiteboardWorld(2).inSession()
    world.wait(5_000)
    let seat = world.desks[0].seat
    let since = try #require(seat.session?.since)
    #expect(seat.session?.id == world.session && seat.session?.others == 1)
    var desk = Desk { ($0.hasCall, $0.seat) = (true, seat) }
    desk.wait(3_000)
    let invitation = world.desks[1].board.drawing.recorder.invitation
    desk.handle(.call(.offered(JoinableSession(session: world.session, invitation: invitation))))
    #expect(desk.asked.contains("join"))
    desk.enter(world.session, as: WhiteboardWorld.participant(0))
    #expect(desk.board.sessions.presence.session?.since == since)
    #expect(!desk.board.isSeatSeen)
    let other = WhiteboardWorld.participant(1)
    desk.handle(
      .session(
        .participants([0, 1].map { .init(id: WhiteboardWorld.participant($0)) }), in: world.session)
    )
    #expect(!desk.board.isSeatSeen)
    let bea = try #require(world.desks[1].board.sessions.presence.session?.shown)
    desk.handle(.session(.appeared(bea, other), in: world.session))
    #expect(desk.board.isSeatSeen)
    #expect(!desk.board.notices.latest.contains { $0.string.contains("joined") })
  }

  @Test("A seat stays while another board is about to open in the session")
  func opening() {
    var world = WhiteboardWorld(2).inSession()
    #expect(world.desks[0].board.mayMoveSeat)
    world.desks[0].perform(.newSession(keepingPicture: false))
    #expect(!world.desks[0].board.mayMoveSeat)
  }
}

extension Desk {
  fileprivate var seat: Seat { board.seat(on: "/plan", isAmongOthers: false) }
}
