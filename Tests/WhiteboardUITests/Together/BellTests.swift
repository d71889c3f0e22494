import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The terminal's bell, and the sheets that open by themselves with it.
@Suite struct BellTests {
  private static let stranger = AdmissionRequest(number: 1, name: SafeText("cyd"))

  @Test("The bell rings for a knock, an offer of a session and an offer of a film")
  func rings() {
    var desk = Desk { $0.hasCall = true }
    desk.handle(.call(.knocked(Self.stranger)))
    #expect(desk.rings == 1 && desk.notice.contains("cyd asks to draw with you."))

    var world = WhiteboardWorld(2)
    world.at(0) { $0.type("S") }
    #expect(world.desks[1].asked.contains("requestForeground") && world.desks[1].rings == 1)
    #expect(world.desks[0].rings == 0, "nothing waits for the user who shares")

    world = WhiteboardWorld.drawn()
    world.wait(60_000)
    let before = world.desks[1].rings
    world.at(0) { $0.type("Ve") }
    #expect(world.desks[1].screen.contains("Ann plays the film of this board"))
    #expect(world.desks[1].rings == before + 1 && world.desks[0].rings == 0)
  }

  @Test("In a session the bell rings when the library passes the request on, and not before")
  func throughTheLibrary() {
    var desk = Desk { $0.hasCall = true }
    let session = SessionUUID(Bytes16(high: 9, low: 1))
    desk.enter(session, as: WhiteboardWorld.participant(0))
    desk.handle(.call(.knocked(Self.stranger)))
    #expect(desk.asked.contains("requestForeground") && desk.rings == 0)
    desk.handle(.call(.foregroundRequested))
    #expect(desk.rings == 1)
  }

  @Test("A user without a bell hears none, and sees the same notice")
  func silent() {
    var desk = Desk { ($0.hasCall, $0.hasBell) = (true, false) }
    desk.handle(.call(.knocked(Self.stranger)))
    #expect(desk.rings == 0 && desk.notice.contains("cyd asks to draw with you."))
  }

  @Test("Requests that follow each other ring the bell once in five seconds")
  func pauses() {
    var desk = Desk { $0.hasCall = true }
    for number in 1...3 as ClosedRange<UInt64> {
      desk.handle(.call(.knocked(AdmissionRequest(number: number, name: SafeText("cyd")))))
      desk.wait(2_000)
    }
    #expect(desk.rings == 1)
    desk.handle(.call(.knocked(AdmissionRequest(number: 4, name: SafeText("cyd")))))
    #expect(desk.rings == 2)
  }

  @Test("The notice of a session is shown with the participant's name")
  func acted() {
    var desk = Desk { $0.hasCall = true }
    desk.handle(.call(.acted(SafeText("somebody paused"))))
    #expect(desk.notice == "Somebody paused." && desk.rings == 0)
  }

  // MARK: The user's other window

  private func offered(isOwn: Bool, after deed: (inout Desk) -> Void) -> Desk {
    var desk = Desk { $0.hasCall = true }
    deed(&desk)
    let invitation = Invitation(
      title: SafeText("plan"), author: desk.board.setup.person.author, name: SafeText("Ann"),
      color: PaletteColor.green.color, sign: 0, miniature: Miniature())
    desk.handle(
      .call(
        .offered(
          JoinableSession(
            session: SessionUUID(Bytes16(high: 9, low: 1)), invitation: invitation, isOwn: isOwn))))
    return desk
  }

  @Test("A board that the user shares in another window opens the sheet, also over ink: S, then j")
  func ownWindow() {
    let stroke = { (desk: inout Desk) in desk.drag([(30, 8), (40, 12)]) }
    var desk = offered(isOwn: true, after: stroke)
    #expect(desk.screen.contains("Join: draw together") && desk.rings == 0)
    desk.type("j")
    #expect(desk.asked.contains("join"))
    #expect(offered(isOwn: false, after: stroke).board.sheets.open == nil, "of another person")
  }

  @Test("The sheet of the user's other window covers neither a gesture nor another sheet")
  func disturbsNothing() {
    let pressed = offered(isOwn: true) { $0.mouse(.press(.left), 40, 12) }
    #expect(pressed.board.sheets.open == nil)
    let reading = offered(isOwn: true) { $0.type("?") }
    #expect(reading.board.sheets.kind == .help)
  }
}

extension Desk {
  /// How often the bell rang.
  fileprivate var rings: Int {
    effects.count { if case .ringBell = $0 { true } else { false } }
  }
}
