import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct ListeningTests {
  @Test("G10 · a session that was offered before any listener came goes to the first listener")
  func late() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let ann = Guest(world.systems[0])
    try await ann.activate()
    await world.until("it is there") { ann.session != nil }
    await world.pass(milliseconds: 500)
    let bob = Guest(world.systems[1])
    await world.until("Bob gets it") { bob.session != nil }
    #expect(bob.session?.id == ann.session?.id)
    let another = Guest(world.systems[1])
    await world.pass(milliseconds: 500)
    #expect(another.sessions.isEmpty)
  }

  @Test("G10 · a session that is over is not offered again")
  func over() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let ann = Guest(world.systems[0])
    let arrivals = GroupSystem.$current.withValue(world.systems[1]) { Knit.sessions() }
    try await ann.activate(Knit(pattern: "old"))
    try await ann.activate(Knit(pattern: "new"))
    await world.pass(milliseconds: 1_000)
    var iterator = arrivals.makeAsyncIterator()
    #expect(await iterator.next()?.activity.pattern == "new")
  }

  @Test("G10 · two listeners at the same time get the same object")
  func same() async throws {
    let world = LoopbackWorld("Ann")
    let guests = [Guest(world.systems[0]), Guest(world.systems[0])]
    try await guests[0].activate()
    await world.until("both have it") { guests.allSatisfy { $0.session != nil } }
    #expect(guests[0].session === guests[1].session)
  }

  @Test("G10 · sessions end when the task is cancelled, and only then")
  func cancellation() async throws {
    let world = LoopbackWorld("Ann")
    var isOver = false
    let task = GroupSystem.$current.withValue(world.systems[0]) {
      Task {
        for await _ in Knit.sessions() {}
        isOver = true
      }
    }
    world.systems[0].leaveCall()
    await world.pass(milliseconds: 1_000)
    #expect(!isOver)
    task.cancel()
    await world.until("it is over") { isOver }
  }

  @Test("a sink runs as the person whose session it is")
  func context() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await world.meet(guests)
    var found: GroupSystem?
    guests[1].session?.$state.dropFirst().sink { _ in found = GroupSystem.current }
      .store(in: &guests[1].subscriptions)
    GroupSystem.$current.withValue(world.systems[0]) { guests[0].session?.end() }
    await world.until("it was published") { found != nil }
    #expect(found === world.systems[1])
  }
}
