import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The people whom a user met, by their keys.
@Suite struct KnownPeopleTests {
  private static func author(_ number: UInt64) -> AuthorID {
    AuthorID(Bytes16(high: 5, low: number))
  }

  private static func person(_ number: UInt64, _ name: String, met: Int64 = 0) -> KnownPerson {
    KnownPerson(author: author(number), name: SafeText(name), lastMet: met, way: .ticket)
  }

  // MARK: The value

  @Test("People who are met again keep the user's own name for them, and the last one comes first")
  func again() {
    var people = KnownPeople([Self.person(1, "Annika"), Self.person(2, "Bo", met: 5)])
    people.rename(Self.author(1), to: SafeText("Ann"))
    people.note([Self.person(1, "Anni", met: 9)])
    #expect(people.inOrder.map(\.fullName) == ["Ann (Anni)", "Bo"])
    people.rename(Self.author(1), to: nil)
    #expect(people.inOrder.map(\.fullName) == ["Anni", "Bo"])
    people.forget(Self.author(1))
    #expect(people[Self.author(1)] == nil && people.inOrder.count == 1)
  }

  @Test("The people who were met longest ago are forgotten first, those with an own name last")
  func bounded() {
    let count = KnownPeople.countMax
    var people = KnownPeople([Self.person(0, "Old", met: -1)])
    people.rename(Self.author(0), to: SafeText("Ann"))
    people.note((1...UInt64(count)).map { Self.person($0, "Bo", met: Int64($0)) })
    #expect(people.inOrder.count == count)
    #expect(people[Self.author(0)] != nil && people[Self.author(1)] == nil)
    #expect(people[Self.author(2)] != nil)
  }

  // MARK: On the screen

  /// Ann and Bea in a session. Ann calls Bea by a name of her own.
  private static func world(
    calling ownName: String? = "Queen", remembers: Bool = true
  ) -> WhiteboardWorld {
    let bea = WhiteboardWorld.replicaGenesis(of: 1, board: 0).author
    return WhiteboardWorld(2) { setup, index in
      guard index == 0 else { return }
      setup.people.remembers = remembers
      setup.people.known = KnownPeople([
        KnownPerson(
          author: bea, name: SafeText("Bea"), ownName: ownName.map { SafeText($0) },
          lastMet: 1_800_000_000_000 - 2 * 86_400_000, way: .ssh)
      ])
    }
  }

  private static func remembered(_ desk: Desk) -> [KnownPerson] {
    desk.effects.flatMap { effect -> [KnownPerson] in
      if case .rememberPeople(let met) = effect { return met }
      return []
    }
  }

  @Test("A person with a known key is shown by the user's own name, and others do not see it")
  func ownName() {
    var world = Self.world().inSession()
    #expect(world.desks[0].notice.contains("Queen (Bea) joined."))
    world.at(0) { $0.perform(.show(.people)) }
    #expect(world.desks[0].screen.contains("Queen (Bea)"))
    world.at(0) { $0.type("1") }
    #expect(
      world.desks[0].screen.contains("You met Queen (Bea) before: 2 days ago,"),
      "\(world.desks[0].screen)")
    world.at(1) { $0.drag([(4, 4), (9, 9)]) }
    #expect(!world.desks[1].screen.contains("Queen"))
    let names = world.desks[0].replica.people.values.map(\.name.string)
    #expect(names.contains("Bea") && !names.contains("Queen"), "the board keeps the common name")
    world.leave(1, .left)
    #expect(world.desks[0].notice.contains("Queen left."))
  }

  @Test("Another key with the same name is not taken for the person")
  func otherKey() {
    let known = Self.person(1, "Bea")
    let world = WhiteboardWorld(2) { setup, _ in
      var people = KnownPeople([known])
      people.rename(known.author, to: SafeText("Queen"))
      setup.people.known = people
    }.inSession()
    #expect(world.desks[0].notice.contains("Bea joined."))
  }

  @Test("When a session ends, its people are remembered with the time and the way")
  func remembering() throws {
    var world = Self.world(calling: nil).inSession()
    #expect(Self.remembered(world.desks[0]).isEmpty, "the session still goes on")
    #expect(world.desks[0].board.peopleMet(at: 7).map(\.lastMet) == [7])
    world.wait(3_000)
    world.leave(0, .left)
    let met = Self.remembered(world.desks[0])
    let bea = try #require(met.first)
    #expect(met.count == 1 && bea.name.string == "Bea" && bea.way == .ticket)
    #expect(bea.author == WhiteboardWorld.replicaGenesis(of: 1, board: 0).author)
    #expect(bea.lastMet == world.desks[0].now.wall)
    #expect(world.desks[0].board.peopleMet(at: 7).isEmpty)
    #expect(world.desks[0].board.sessions.presence.people[bea.author]?.lastMet == bea.lastMet)
  }

  @Test("A person who left before the end is remembered, a program without a person is not")
  func earlier() {
    var world = WhiteboardWorld(3) { setup, _ in setup.people.remembers = true }.inSession()
    world.leave(1, .left)
    let session = world.session
    let relay = SessionParticipant(id: WhiteboardWorld.participant(7), kind: .program)
    let present = [0, 2].map { SessionParticipant(id: WhiteboardWorld.participant($0)) } + [relay]
    world.handle(.session(.participants(present), in: session), at: 0)
    let host = ParticipantPresence(
      author: Self.author(7), name: SafeText("Host"), color: PaletteColor.green.color, sign: 1,
      since: 0)
    world.handle(.session(.appeared(host, relay.id), in: session), at: 0)
    world.leave(0, .left)
    #expect(Set(Self.remembered(world.desks[0]).map(\.name.string)) == ["Bea", "Cal"])
  }

  @Test("A user who does not want it remembers nobody")
  func unwanted() {
    var world = Self.world(remembers: false).inSession()
    #expect(world.desks[0].board.peopleMet(at: 7).isEmpty)
    world.leave(0, .left)
    #expect(Self.remembered(world.desks[0]).isEmpty)
  }
}
