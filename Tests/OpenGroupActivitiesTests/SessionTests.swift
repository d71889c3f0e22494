import EaselBase
import Foundation
import GroupBase
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct SessionTests {
  @Test("G1 · all get the session and see the same participants, by name")
  func meet() async throws {
    let world = LoopbackWorld("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")
    let guests = world.guests()
    try await world.meet(guests)
    let seen = guests.compactMap { $0.session?.activeParticipants }
    #expect(Set(seen).count == 1)
    #expect(Set(seen[0].map(\.name)) == Set(world.systems.map(\.name)))
    #expect(
      guests.map { $0.session?.isLocallyInitiated } == [true] + [Bool](repeating: false, count: 7))
    #expect(guests.allSatisfy { $0.session?.initiator.name == "Ann" })
    #expect(Set(guests.compactMap { $0.session?.id }).count == 1)
    for guest in guests {
      let session = try #require(guest.session)
      #expect(session.activeParticipants.contains(session.localParticipant))
      #expect(session.state == .joined)
    }
  }

  @Test("a participant is nearby if its own link to this program is on this machine, and only then")
  func nearby() async throws {
    let world = LoopbackWorld("Ann", "Bob", "Cyd")
    let guests = world.guests()
    try await world.meet(guests)
    func nearby(to index: Int) -> Set<String?> {
      Set(
        (guests[index].session?.activeParticipants ?? [])
          .filter(\.isNearbyWithLocalParticipant).map(\.name))
    }
    // Bob and Cyd are linked to Ann, and reach each other through her.
    #expect(nearby(to: 0) == ["Bob", "Cyd"])
    #expect(nearby(to: 1) == ["Ann"] && nearby(to: 2) == ["Ann"])
    #expect(
      guests.allSatisfy { $0.session?.localParticipant.isNearbyWithLocalParticipant == false })
  }

  @Test("a session waits until it is joined, and has no active participant before")
  func waiting() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await guests[0].activate()
    await world.until("both are offered it") { guests.allSatisfy { $0.session != nil } }
    await world.pass(milliseconds: 2_000)
    #expect(guests.allSatisfy { $0.session?.state == .waiting })
    #expect(guests.allSatisfy { $0.session?.activeParticipants == [] })
  }

  @Test(
    "activate() is false where the person takes part elsewhere; the others are offered the session")
  func takesPartElsewhere() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    #expect(guests[0].system.receivesOwnSessions)
    guests[0].system.receivesOwnSessions = false
    let isComing = try await GroupSystem.$current.withValue(guests[0].system) {
      try await Knit().activate()
    }
    #expect(!isComing)
    await world.until("Bob is offered it") { guests[1].session != nil }
    await world.pass(milliseconds: 500)
    #expect(guests[0].session == nil && guests[1].session?.state == .waiting)
    // A session that another person begins comes here all the same.
    try await guests[1].activate(Knit(pattern: "moss"))
    await world.until("Ann is offered it") { guests[0].session?.activity.pattern == "moss" }
  }

  @Test("a participant that leaves hears that it left; the others go on without it")
  func leave() async throws {
    let (world, guests) = try await party("Ann", "Bob", "Cyd")
    guests[0].session?.leave()
    await world.until("the others see it go") {
      guests[1...].allSatisfy { $0.session?.activeParticipants.count == 2 }
    }
    #expect(guests[0].session?.state == .invalidated(reason: GroupSessionEnd.left))
    #expect(guests[1].session?.state == .joined)
    // The session is over, so these calls do nothing.
    guests[0].session?.join()
    guests[0].session?.leave()
    guests[0].session?.end()
    await world.pass(milliseconds: 500)
    #expect(guests[1].session?.activeParticipants.count == 2)
  }

  @Test("the last participant to leave leaves nothing to join")
  func everyoneLeft() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    guests[0].greet = { $0.join() }
    try await guests[0].activate()
    await world.until("Bob is offered it") { guests[1].session != nil }
    await world.until("Ann is in it") { guests[0].session?.state == .joined }
    guests[0].session?.leave()
    await world.until("Bob is not") {
      guests[1].session?.state == .invalidated(reason: GroupSessionEnd.everyoneLeft)
    }
  }

  @Test("G1 · every participant can end the session for all, who hear who did")
  func end() async throws {
    let (world, guests) = try await party("Ann", "Bob", "Cyd")
    guests[2].session?.end()
    await world.until("all are out") { guests.allSatisfy { $0.heard.count == 2 } }
    #expect(
      guests.allSatisfy { $0.heard == ["session 1", "1 over: ended for everyone by Cyd"] })
  }

  @Test("G7 · joining again gives a new session and another participant")
  func rejoin() async throws {
    let (world, guests) = try await party("Ann", "Bob")
    let first = try #require(guests[1].session)
    first.leave()
    await world.until("Ann is alone") { guests[0].session?.activeParticipants.count == 1 }
    guests[1].system.offerAgain(first)
    await world.until("Bob is back") { guests[0].session?.activeParticipants.count == 2 }
    let second = try #require(guests[1].session)
    #expect(second !== first)
    #expect(second.id == first.id)
    #expect(second.localParticipant != first.localParticipant)
    #expect(guests[0].session?.activeParticipants.contains(second.localParticipant) == true)
    #expect(first.state == .invalidated(reason: GroupSessionEnd.left))
  }

  @Test("G6 · an old session is over before its successor comes, for everyone")
  func replaced() async throws {
    let (world, guests) = try await party("Ann", "Bob", "Cyd")
    try await guests[1].activate(Knit(pattern: "cable"))
    await world.until("all are in the next") {
      guests.allSatisfy { $0.sessions.count == 2 && $0.session?.activeParticipants.count == 3 }
    }
    for guest in guests {
      #expect(
        guest.heard == ["session 1", "1 over: replaced by a new session", "session 2"])
      #expect(guest.session?.activity.pattern == "cable")
    }
  }

  @Test(
    "G6 · a participant who left and begins anew brings all along, as the trash of a canvas does")
  func leftAndBegan() async throws {
    let (world, guests) = try await party("Ann", "Bob", "Cyd")
    guests[1].session?.leave()
    try await guests[1].activate()
    await world.until("all are in the next") {
      guests.allSatisfy { $0.sessions.count == 2 && $0.session?.activeParticipants.count == 3 }
    }
    #expect(guests[0].heard[1] == "1 over: replaced by a new session")
  }

  @Test("a session begun besides leaves the others where they are")
  func besides() async throws {
    let world = LoopbackWorld("Ann", "Bob", "Cyd")
    let guests = world.guests()
    for guest in guests[..<2] { guest.greet = { $0.join() } }
    await world.until("all hear of each other") {
      guests.allSatisfy { $0.system.people.count == 2 }
    }
    try await guests[0].activate()
    await world.until("two are in it") {
      guests[..<2].allSatisfy { $0.session?.activeParticipants.count == 2 }
    }
    try await guests[2].system.activateBesides(Knit())
    await world.until("it is offered") { guests[2].sessions.count == 2 }
    await world.until("to the others too") { guests[0].sessions.count == 2 }
    #expect(guests[0].sessions.first?.state == .joined)
  }

  @Test(
    "with that lifetime a session ends when its initiator goes, in whatever way",
    arguments: Going.allCases)
  func bound(going: Going) async throws {
    let world = LoopbackWorld("Ann", "Bob", "Cyd")
    let guests = world.guests()
    guests.forEach { $0.greet = { $0.join() } }
    try await guests[0].activate(Knit(isBound: true))
    await world.until("all are in it") {
      guests.allSatisfy { $0.session?.activeParticipants.count == 3 }
    }
    switch going {
    case .leaves: guests[0].session?.leave()
    case .leavesCall: guests[0].system.leaveCall()
    case .vanishes: world.cut("Ann")
    }
    await world.until("the others are out") { guests[1...].allSatisfy { $0.heard.count == 2 } }
    let word = going == .vanishes ? [] : ["session 1", "1 over: ended for everyone by Ann"]
    #expect(guests[1...].allSatisfy { $0.heard.starts(with: word) })
  }

  enum Going: CaseIterable { case leaves, leavesCall, vanishes }

  @Test("a participant that leaves the call leaves its sessions")
  func leaveCall() async throws {
    let (world, guests) = try await party("Ann", "Bob", "Cyd")
    guests[0].system.leaveCall()
    await world.until("the others see it go") {
      guests[1...].allSatisfy { $0.session?.activeParticipants.count == 2 }
    }
    await world.until("and it hears so") {
      guests[0].session?.state == .invalidated(reason: GroupSessionEnd.callEnded)
    }
    #expect(!guests[0].system.isInCall)
    await #expect(throws: GroupSessionError.notInCall) { try await guests[0].activate() }
    #expect(guests[1].system.people.map(\.name) == ["Cyd"])
  }

  private func party(_ names: String...) async throws -> (LoopbackWorld, [Guest]) {
    let world = LoopbackWorld(names)
    let guests = world.guests()
    try await world.meet(guests)
    return (world, guests)
  }
}

@Suite struct SessionNameTests {
  @Test("a session's UUID leads back to it, and any other to none")
  func back() {
    let names: [(UInt64, UInt32)] = [(1, 1), (0x0123_4567_89AB_CDEF, 7), (.max, .max)]
    for (member, activation) in names {
      let id = SessionID(MemberID(member), activation: activation)
      #expect(SessionID(UUID(id)) == id)
    }
    #expect(SessionID(UUID()) == nil)
  }
}
