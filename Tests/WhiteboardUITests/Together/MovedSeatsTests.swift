import BoardContract
import EaselBase
import Testing

@testable import BoardEditor
@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// A person whose seat moves to another terminal, as the others in the session see it.
@Suite struct MovedSeatsTests {
  private let ann = WhiteboardWorld.participant(0)
  private let old = WhiteboardWorld.participant(1)
  private let new = WhiteboardWorld.participant(5)

  /// Tells Ann who is in the session.
  private func show(_ ids: [ParticipantUUID], _ author: AuthorID, to world: inout WhiteboardWorld) {
    let present = ids.map { SessionParticipant(id: $0, author: $0 == ann ? nil : author) }
    world.handle(.session(.participants(present), in: world.session), at: 0)
  }

  private func bea(in world: WhiteboardWorld) throws -> ParticipantPresence {
    try #require(world.desks[0].board.sessions.presence.session?.guests.first?.known)
  }

  private func guests(in world: WhiteboardWorld) -> [ParticipantUUID] {
    world.desks[0].board.sessions.presence.session?.guests.map(\.id) ?? []
  }

  @Test(
    "A moved seat is one person all the time, with the same colour and sign, and without a notice")
  func moves() throws {
    var world = WhiteboardWorld(2).inSession()
    let bea = try bea(in: world)
    let look = world.desks[0].board.sessions.presence.session?.looks[old]
    let (notices, top) = (world.desks[0].board.notices.latest, world.desks[0].text(row: 0))
    show([ann, old, new], bea.author, to: &world)
    #expect(guests(in: world) == [old])
    world.handle(.session(.appeared(bea, new), in: world.session), at: 0)
    #expect(guests(in: world) == [new])
    show([ann, new], bea.author, to: &world)
    #expect(guests(in: world) == [new])
    #expect(world.desks[0].board.sessions.presence.session?.looks[new] == look)
    #expect(world.desks[0].board.notices.latest == notices && world.desks[0].text(row: 0) == top)
    #expect(world.desks[0].bottom.contains("People 2"))
  }

  @Test("A seat is not said to have left if its new terminal has not shown itself yet")
  func leavesEarly() throws {
    var world = WhiteboardWorld(2).inSession()
    let bea = try bea(in: world)
    show([ann, old, new], bea.author, to: &world)
    show([ann, new], bea.author, to: &world)
    #expect(!world.desks[0].notice.contains("left"))
    world.handle(.session(.appeared(bea, new), in: world.session), at: 0)
    show([ann], bea.author, to: &world)
    #expect(world.desks[0].notice.contains("Bea left"))
  }

  @Test("The follower of a person goes on to follow in the other terminal")
  func followed() throws {
    var world = WhiteboardWorld(2).inSession()
    let bea = try bea(in: world)
    world.at(0) { $0.type("F") }
    let leader = world.desks[0].board.sessions.presence.following.leader
    #expect(leader == old)
    show([ann, old, new], bea.author, to: &world)
    world.handle(.session(.appeared(bea, new), in: world.session), at: 0)
    show([ann, new], bea.author, to: &world)
    #expect(world.desks[0].board.sessions.presence.following.leader == new)
  }

  @Test("A second window of a person is shown with its first appearance, and announced")
  func secondWindow() throws {
    var world = WhiteboardWorld(2).inSession()
    var bea = try bea(in: world)
    show([ann, old, new], bea.author, to: &world)
    bea.since += 1
    world.handle(.session(.appeared(bea, new), in: world.session), at: 0)
    #expect(guests(in: world) == [old, new])
    #expect(world.desks[0].notice.contains("Bea joined."))
  }

  @Test("Another person with the same time of entrance takes nobody's seat")
  func anotherPerson() throws {
    var world = WhiteboardWorld(2).inSession()
    let bea = try bea(in: world)
    let stranger = AuthorID(Bytes16(high: 4, low: 4))
    let present = [
      SessionParticipant(id: ann), SessionParticipant(id: old, author: bea.author),
      SessionParticipant(id: new, author: stranger),
    ]
    world.handle(.session(.participants(present), in: world.session), at: 0)
    world.handle(.session(.appeared(bea, new), in: world.session), at: 0)
    #expect(guests(in: world) == [old, new])
  }

  @Test("A participant whose seat had moved is shown again if it is there alone")
  func onlyTheOldOne() throws {
    var world = WhiteboardWorld(2).inSession()
    let bea = try bea(in: world)
    show([ann, old, new], bea.author, to: &world)
    world.handle(.session(.appeared(bea, new), in: world.session), at: 0)
    #expect(guests(in: world) == [new])
    show([ann, old], bea.author, to: &world)
    #expect(guests(in: world) == [old])
  }

  @Test(
    "The user whose seat moves sees no other window, neither in the old terminal nor in the new one"
  )
  func ownSeat() throws {
    var world = WhiteboardWorld(2).inSession()
    let state = try #require(world.desks[0].board.sessions.presence.session)
    let setup = world.desks[0].board.setup
    let mine = ParticipantPresence(
      author: setup.person.author, name: setup.person.name, color: setup.person.color,
      sign: setup.person.sign, since: state.since)
    let present = [ann, old, new].map {
      SessionParticipant(id: $0, author: $0 == old ? nil : setup.person.author)
    }
    let notices = world.desks[0].board.notices.latest
    world.handle(.session(.participants(present), in: world.session), at: 0)
    world.handle(.session(.appeared(mine, new), in: world.session), at: 0)
    #expect(guests(in: world) == [old])
    #expect(world.desks[0].board.notices.latest == notices)
  }
}
