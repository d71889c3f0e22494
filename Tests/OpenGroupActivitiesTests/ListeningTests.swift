import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct ListeningTests {
  @Test("G10 · a session that was offered before any listener came goes to the first listener")
  func late() async throws {
    let table = Table("Ann", "Bob")
    let ann = Guest(table.systems[0])
    try await ann.activate()
    await table.until("it is there") { ann.session != nil }
    await table.pass(milliseconds: 500)
    let bob = Guest(table.systems[1])
    await table.until("Bob gets it") { bob.session != nil }
    #expect(bob.session?.id == ann.session?.id)
    let another = Guest(table.systems[1])
    await table.pass(milliseconds: 500)
    #expect(another.sessions.isEmpty)
  }

  @Test("G10 · a session that is over is not offered again")
  func over() async throws {
    let table = Table("Ann", "Bob")
    let ann = Guest(table.systems[0])
    let arrivals = GroupSystem.$current.withValue(table.systems[1]) { Knit.sessions() }
    try await ann.activate(Knit(pattern: "old"))
    try await ann.activate(Knit(pattern: "new"))
    await table.pass(milliseconds: 1_000)
    var iterator = arrivals.makeAsyncIterator()
    #expect(await iterator.next()?.activity.pattern == "new")
  }

  @Test("G10 · two listeners at the same time get the same object")
  func same() async throws {
    let table = Table("Ann")
    let guests = [Guest(table.systems[0]), Guest(table.systems[0])]
    try await guests[0].activate()
    await table.until("both have it") { guests.allSatisfy { $0.session != nil } }
    #expect(guests[0].session === guests[1].session)
  }

  @Test("G10 · sessions end when the task is cancelled, and only then")
  func cancellation() async throws {
    let table = Table("Ann")
    var isOver = false
    let task = GroupSystem.$current.withValue(table.systems[0]) {
      Task {
        for await _ in Knit.sessions() {}
        isOver = true
      }
    }
    table.systems[0].leaveCall()
    await table.pass(milliseconds: 1_000)
    #expect(!isOver)
    task.cancel()
    await table.until("it is over") { isOver }
  }

  @Test("a sink runs as the person whose session it is")
  func context() async throws {
    let table = Table("Ann", "Bob")
    let guests = table.guests()
    try await table.meet(guests)
    var found: GroupSystem?
    guests[1].session?.$state.dropFirst().sink { _ in found = GroupSystem.current }
      .store(in: &guests[1].subscriptions)
    GroupSystem.$current.withValue(table.systems[0]) { guests[0].session?.end() }
    await table.until("it was published") { found != nil }
    #expect(found === table.systems[1])
  }
}
