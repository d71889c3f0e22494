import OpenCombine
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct ActivityTests {
  @Test("G8 · a change of the activity is seen by all, at once where it was made")
  func change() async throws {
    let (world, guests) = try await two()
    guests[1].session?.activity = Knit(pattern: "cable")
    #expect(guests[1].session?.activity.pattern == "cable")
    await world.until("Ann sees it") { guests[0].session?.activity.pattern == "cable" }
  }

  @Test("G8 · after two changes at once the same one stands everywhere")
  func convergence() async throws {
    let (world, guests) = try await two()
    guests[0].session?.activity = Knit(pattern: "moss")
    guests[1].session?.activity = Knit(pattern: "cable")
    await world.pass(milliseconds: 1_000)
    let patterns = guests.compactMap { $0.session?.activity.pattern }
    #expect(patterns.count == 2 && Set(patterns).count == 1)
  }

  @Test("G2 · a change made elsewhere than on the main actor is published on it")
  func elsewhere() async throws {
    let (world, guests) = try await two()
    let session = try #require(guests[0].session)
    var seen: [String] = []
    session.$activity.sink { activity in
      MainActor.assertIsolated()
      seen.append(activity.pattern)
    }.store(in: &guests[0].subscriptions)
    await Task.detached { session.activity = Knit(pattern: "cable") }.value
    await world.until("it was published") { seen == ["plain", "cable"] }
  }

  @Test("an activity of a session that was not joined, or that is too large, does not change")
  func refused() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await guests[0].activate()
    await world.until("it is there") { guests[0].session != nil }
    let notices = NoticeRecorder(guests[0].system)
    guests[0].session?.activity = Knit(pattern: "cable")
    #expect(guests[0].session?.activity.pattern == "plain")
    guests[0].session?.join()
    await world.until("joined") { guests[0].session?.state == .joined }
    guests[0].session?.activity = Knit(pattern: String(repeating: "x", count: 40_000))
    await world.until("both were told") { notices.all.count == 2 }
    #expect(guests[0].session?.activity.pattern == "plain")
    let reasons = notices.all.map {
      if case .activityRefused(_, let reason) = $0 { "\(reason)" } else { "\($0)" }
    }
    #expect(reasons[0] == "the session is not joined")
    #expect(reasons[1].hasSuffix("bytes, of which at most 32768 can be sent"))
  }

  @Test("an activity that is too large cannot begin, and both sizes are told")
  func tooLarge() async throws {
    let world = LoopbackWorld("Ann")
    let guest = Guest(world.systems[0])
    let pattern = String(repeating: "x", count: 32 * 1_024)
    let bytes = try Coding.bytes(of: Knit(pattern: pattern)).count
    await #expect(throws: GroupSessionError.tooLarge(bytes: bytes, limit: 32 * 1_024)) {
      try await guest.activate(Knit(pattern: pattern))
    }
  }

  @Test("the default identifier is the program's name and the type's with its enclosing types")
  func identifier() {
    let identifier = GroupSystem.$current.withValue(LoopbackCall(program: "org.x").join()) {
      Knit.activityIdentifier
    }
    #expect(identifier == "org.x.Knit")
    let nested = GroupSystem.$current.withValue(LoopbackCall(program: "org.x").join()) {
      Game.Round.activityIdentifier
    }
    #expect(nested == "org.x.Game.Round")
  }

  @Test("an activity of another kind is no session of this one")
  func kinds() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    let other = try await GroupSystem.$current.withValue(world.systems[0]) {
      try await Purl().activate()
    }
    #expect(other)
    await world.pass(milliseconds: 1_000)
    #expect(guests.allSatisfy { $0.sessions.isEmpty })
  }

  @Test("the program's preparation decides whether to share")
  func preparation() async throws {
    let world = LoopbackWorld("Ann")
    let ann = world.systems[0]
    func prepare() async -> GroupActivityActivationResult {
      await GroupSystem.$current.withValue(ann) { await Knit().prepareForActivation() }
    }
    #expect(await prepare() == .activationDisabled)
    world.join("Bob")
    await world.until("Bob is there") { ann.isEligible }
    #expect(await prepare() == .activationPreferred)
    ann.preparation = { $0.title == "Knit" ? .cancelled : .activationPreferred }
    #expect(await prepare() == .cancelled)
  }

  private func two() async throws -> (LoopbackWorld, [Guest]) {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await world.meet(guests)
    return (world, guests)
  }
}

private enum Game {
  struct Round: GroupActivity {
    var metadata: GroupActivityMetadata { GroupActivityMetadata() }
  }
}

private struct Purl: GroupActivity {
  var metadata: GroupActivityMetadata { GroupActivityMetadata() }
}
