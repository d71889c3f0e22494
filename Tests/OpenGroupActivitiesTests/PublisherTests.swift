import OpenCombine
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct PublisherTests {
  @Test("G2 · publishers give the current value first, each next one before the property has it")
  func willChange() async throws {
    let world = LoopbackWorld("Ann", "Bob", "Cyd")
    let guests = world.guests()
    var steps: [(new: Int, had: Int)] = []
    guests[0].greet = { session in
      session.$activeParticipants.sink { participants in
        MainActor.assertIsolated()
        steps.append((participants.count, session.activeParticipants.count))
      }.store(in: &guests[0].subscriptions)
      session.join()
    }
    try await guests[0].activate()
    await world.until("Ann is in it") { steps.count == 2 }
    for guest in guests[1...] {
      await world.until("it was offered") { guest.session != nil }
      guest.session?.join()
      await world.until("Ann sees it") { steps.last?.new == steps.count - 1 && steps.count > 2 }
      await world.pass(milliseconds: 200)
    }
    #expect(steps.map(\.new) == [0, 1, 2, 3])
    #expect(steps.map(\.had) == [0, 0, 1, 2])
  }

  @Test(
    "G2 · states come in order, on the main actor, and the object says before that it will change")
  func states() async throws {
    let world = LoopbackWorld("Ann")
    let guest = Guest(world.systems[0])
    var states: [String] = []
    var changes = 0
    guest.greet = { session in
      session.$state.sink { state in
        MainActor.assertIsolated()
        states.append("\(state)".prefix { $0 != "(" }.description)
      }.store(in: &guest.subscriptions)
      session.objectWillChange.sink { changes += 1 }.store(in: &guest.subscriptions)
      session.join()
    }
    try await guest.activate()
    await world.until("joined") { states.count == 2 }
    #expect(changes > 0)
    let before = changes
    guest.session?.activity = Knit(pattern: "cable")
    #expect(changes == before + 1)
    guest.session?.leave()
    await world.until("over") { states.count == 3 }
    #expect(states == ["waiting", "joined", "invalidated"])
  }

  @Test("G9 · whether one may share is right from the first look, and published when it changes")
  func eligibility() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let (ann, bob) = (world.systems[0], world.systems[1])
    await world.until("Ann may") { ann.isEligible }
    let observer = GroupSystem.$current.withValue(ann) { GroupStateObserver() }
    #expect(observer.isEligibleForGroupSession)
    #expect(observer.people.map(\.name) == ["Bob"])
    var seen: [Bool] = []
    let subscription = observer.$isEligibleForGroupSession.sink { isEligible in
      MainActor.assertIsolated()
      seen.append(isEligible)
    }
    bob.leaveCall()
    await world.until("nobody is left") { seen == [true, false] }
    #expect(GroupSystem.$current.withValue(bob) { !GroupStateObserver().isEligibleForGroupSession })
    #expect(!GroupStateObserver().isEligibleForGroupSession)
    subscription.cancel()
  }

  @Test("G11 · a staged activity says that it waits, and begins when a participant comes")
  func staged() async throws {
    let world = LoopbackWorld("Ann")
    let ann = Guest(world.systems[0])
    let observer = GroupStateObserver(ann.system)
    try ann.system.stage(Knit(pattern: "cable"))
    await world.until("it is said") {
      observer.stagedActivity?.activityIdentifier == "org.example.table.Knit"
    }
    await world.pass(milliseconds: 3_000)
    #expect(ann.sessions.isEmpty)
    let bob = Guest(world.join("Bob"))
    await world.until("both have it") { ann.session != nil && bob.session != nil }
    #expect(bob.session?.activity.pattern == "cable")
    await world.until("it waits no longer") { observer.stagedActivity == nil }
  }

  @Test("an activity whose staging was cancelled does not begin")
  func cancelStaging() async throws {
    let world = LoopbackWorld("Ann")
    let ann = Guest(world.systems[0])
    let observer = GroupStateObserver(ann.system)
    try ann.system.stage(Knit())
    await world.until("it waits") { observer.stagedActivity != nil }
    ann.system.cancelStaging()
    await world.until("it does not") { observer.stagedActivity == nil }
    world.join("Bob")
    await world.until("Bob is there") { ann.system.isEligible }
    await world.pass(milliseconds: 1_000)
    #expect(ann.sessions.isEmpty)
    #expect(throws: GroupSessionError.notInCall) { try GroupSystem.current.stage(Knit()) }
  }
}
