import Dispatch
import OpenCombine
import Testing

@testable import OpenGroupActivities

/// A place in a session that was vacated, and offered anew, between being handed out and joined.
@MainActor @Suite(.timeLimit(.minutes(60))) struct VacatedPlaceTests {
  /// Ann is in a session that Bob is offered.
  private func offered() async throws -> (LoopbackWorld, [Guest], GroupSession<Knit>) {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    guests[0].greet = { $0.join() }
    try await guests[0].activate()
    await world.until("Ann is in it") { guests[0].session?.state == .joined }
    await world.until("Bob is offered it") { guests[1].session != nil }
    return (world, guests, try #require(guests[1].session))
  }

  @Test("G15 · joined on the main actor it is over, and published as such, when `join` returns")
  func onMainActor() async throws {
    let (world, guests, session) = try await offered()
    try guests[1].system.resume(session.id, as: Knit())
    #expect(session.state == .waiting && guests[1].heard == ["session 1"])
    session.join()
    #expect(session.state == .invalidated(reason: GroupSessionEnd.callEnded))
    #expect(guests[1].heard == ["session 1", "1 over: the call ended"])
    await world.until("the place is offered anew") { guests[1].sessions.count == 2 }
    let next = try #require(guests[1].session)
    #expect(next !== session && next.id == session.id)
    next.join()
    await world.until("Bob is in it") {
      guests.allSatisfy { $0.session?.activeParticipants.count == 2 }
    }
    #expect(guests[1].heard == ["session 1", "1 over: the call ended", "session 2"])
  }

  @Test("G15 · joined elsewhere it is over when `join` returns, and the main actor publishes that")
  func elsewhere() async throws {
    let (world, guests, session) = try await offered()
    try guests[1].system.resume(session.id, as: Knit())
    let queue = DispatchQueue(label: "elsewhere")
    let state = queue.sync {
      session.join()
      return session.state
    }
    #expect(state == .invalidated(reason: GroupSessionEnd.callEnded))
    #expect(guests[1].heard == ["session 1"], "nothing is published off the main actor")
    await world.until("it is published") { guests[1].heard.count == 3 }
    #expect(guests[1].heard == ["session 1", "1 over: the call ended", "session 2"])
    #expect(session.state == state)
  }

  @Test("G15 · and so it is if all in the session were out of reach for a while")
  func outOfReach() async throws {
    let (world, guests, session) = try await offered()
    world.cut("Ann")
    world.passUnpublished(milliseconds: 15_000)
    world.mend("Ann")
    world.passUnpublished(milliseconds: 30_000)
    #expect(session.state == .waiting)
    session.join()
    #expect(session.state == .invalidated(reason: GroupSessionEnd.everyoneLeft))
    await world.until("the place is offered anew") { guests[1].sessions.count == 2 }
    guests[1].session?.join()
    await world.until("both are in it") {
      guests.allSatisfy { $0.session?.activeParticipants.count == 2 }
    }
  }

  @Test("G15 · joined from a sink it is over at once, and its own sink hears so in its turn")
  func fromSink() async throws {
    let (world, guests, session) = try await offered()
    let bob = guests[1]
    let observer = GroupStateObserver(bob.system)
    var seen: [GroupSession<Knit>.State] = []
    observer.$people.dropFirst().sink { _ in
      session.join()
      seen.append(session.state)
    }.store(in: &bob.subscriptions)
    // Both wait for the main actor: first that Cyd came, then that the place was vacated.
    world.join("Cyd")
    world.passUnpublished(milliseconds: 1_000)
    try bob.system.resume(session.id, as: Knit())
    #expect(seen.isEmpty && session.state == .waiting)
    await world.until("Bob hears of Cyd") { !seen.isEmpty }
    #expect(seen.first == .invalidated(reason: GroupSessionEnd.callEnded))
    await world.until("it is published") { bob.heard.contains("1 over: the call ended") }
    withExtendedLifetime(observer) {}
  }

  @Test("joining twice, and joining what was left, changes nothing for the others")
  func twice() async throws {
    let (world, guests, session) = try await offered()
    session.join()
    session.join()
    #expect(session.state == .waiting)
    await world.until("both are in it") {
      session.state == .joined && guests[0].session?.activeParticipants.count == 2
    }
    session.join()
    #expect(session.state == .joined)
    session.leave()
    session.join()
    #expect(session.state == .invalidated(reason: GroupSessionEnd.left))
    await world.until("Bob is gone") { guests[0].session?.activeParticipants.count == 1 }
    await world.pass(milliseconds: 1_000)
    #expect(guests[0].session?.activeParticipants.count == 1)
  }
}
