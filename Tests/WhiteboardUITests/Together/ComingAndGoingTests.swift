import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The notices about participants who come into a session and leave it.
@Suite struct ComingAndGoingTests {
  @Test("A newcomer is announced once their name is known; earlier participants are not")
  func greetings() {
    var world = WhiteboardWorld(3)
    world.at(0) { $0.type("S") }
    world.at(1) { $0.type("Sj") }
    #expect(world.desks[0].notice.contains("Bea joined."))
    world.at(2) { $0.type("Sj") }
    #expect(world.desks[1].notice.contains("Cal joined."))
    #expect(!world.desks[2].board.notices.latest.contains { $0.string.contains("joined") })
    world.leave(1, .left)
    #expect(
      world.desks[0].notice.contains("Bea left.") && world.desks[2].notice.contains("Bea left."))
    #expect(world.desks[0].bottom.contains("People 2"))
  }

  @Test("The number of people is highlighted for ten seconds after somebody came")
  func highlight() {
    var world = WhiteboardWorld(3)
    world.at(0) { $0.type("S") }
    world.at(1) { $0.type("Sj") }
    func isHighlighted(_ desk: Desk) -> Bool {
      let row = desk.frame.rows - 1
      guard let column = desk.column(of: "People", row: row) else { return false }
      return desk.frame[column, row].style.attributes.contains(.reverse)
    }
    #expect(isHighlighted(world.desks[0]))
    world.at(0) { desk in
      desk.wait(9_999)
      #expect(isHighlighted(desk))
      desk.wait(1)
      #expect(!isHighlighted(desk) && desk.frame == desk.frameFromScratch)
    }
    world.at(2) { $0.type("Sj") }
    #expect(isHighlighted(world.desks[0]) && world.desks[0].bottom.contains("People 3"))
  }

  @Test("The guest with whom a session begins is announced, and the invitation closes")
  func firstGuest() throws {
    let world = WhiteboardWorld(2).inSession()
    let guest = try #require(world.desks[1].board.sessions.presence.session?.shown)
    var desk = Desk { $0.hasCall = true }
    desk.handle(.call(.staged))
    desk.type("I")
    #expect(desk.screen.contains("Waiting for a guest"))
    let session = SessionUUID(Bytes16(high: 9, low: 9))
    let (me, other) = (WhiteboardWorld.participant(0), WhiteboardWorld.participant(1))
    desk.enter(session, as: me)
    desk.handle(.session(.participants([me, other].map { .init(id: $0) }), in: session))
    // The guest's clock is behind.
    let earlier = ParticipantPresence(
      author: guest.author, name: guest.name, color: guest.color, sign: guest.sign,
      since: desk.now.wall - 5)
    desk.handle(.session(.appeared(earlier, other), in: session))
    #expect(desk.board.sheets.open == nil)
    #expect(desk.notice.contains("joined."))
  }

  @Test("A participant who is back before their absence was noticed is not said to leave")
  func comingBack() throws {
    var world = WhiteboardWorld(2).inSession()
    let (old, new, session) = (
      WhiteboardWorld.participant(1), WhiteboardWorld.participant(5), world.session
    )
    let known = try #require(world.desks[0].board.sessions.presence.session?.guests.first?.known)
    let shown = ParticipantPresence(
      author: known.author, name: known.name, color: known.color, sign: known.sign,
      since: known.since + 1)
    world.wait(1_000)
    world.handle(.session(.participants([old, new].map { .init(id: $0) }), in: session), at: 0)
    world.handle(.session(.appeared(shown, new), in: session), at: 0)
    world.handle(.session(.participants([.init(id: new)]), in: session), at: 0)
    #expect(!world.desks[0].board.notices.latest.contains { $0.string.contains("left") })
  }

  @Test("A person who is twice in the session is said to leave for each", arguments: [true, false])
  func twoSeats(isFirst: Bool) throws {
    var world = WhiteboardWorld(2).inSession()
    let (old, new, session) = (
      WhiteboardWorld.participant(1), WhiteboardWorld.participant(5), world.session
    )
    let known = try #require(world.desks[0].board.sessions.presence.session?.guests.first?.known)
    world.handle(.session(.participants([old, new].map { .init(id: $0) }), in: session), at: 0)
    world.wait(1_000)
    world.handle(.session(.appeared(known, new), in: session), at: 0)
    world.wait(60_000)
    world.handle(
      .session(.participants([.init(id: isFirst ? new : old)]), in: session), at: 0)
    #expect(world.desks[0].board.notices.latest.contains { $0.string.contains("left") })
  }
}
