import Foundation
import Testing

@testable import OpenGroupActivities

/// Controllers that let a person choose people for an activity.
@MainActor @Suite struct SharingTests {
  private func controller(
    _ world: LoopbackWorld, _ activity: Knit = Knit(pattern: "scarf")
  ) throws -> GroupActivitySharingController {
    try GroupSystem.$current.withValue(world.systems[0]) {
      try GroupActivitySharingController(activity)
    }
  }

  @Test("An activity begins when the first of the chosen people comes")
  func chosen() async throws {
    let world = LoopbackWorld("Ann")
    let ann = Guest(world.systems[0])
    var asked: [String?] = []
    world.systems[0].sharing = { metadata in
      await MainActor.run { asked.append(metadata.title) }
      return .success
    }
    let sharing = try controller(world)
    #expect(await sharing.result == .success)
    #expect(await sharing.result == .success && asked == ["Knit"], "the person is asked once")
    await world.pass(milliseconds: 100)
    #expect(ann.session == nil)
    let bob = Guest(world.join("Bob"))
    await world.until("the session begins") {
      ann.session?.activity.pattern == "scarf" && bob.session?.activity.pattern == "scarf"
    }
  }

  @Test("The activity waits while the person is asked, and begins if somebody comes meanwhile")
  func asking() async throws {
    let world = LoopbackWorld("Ann")
    let (ann, asked) = (Guest(world.systems[0]), AsyncQueue<GroupActivitySharingResult>())
    world.systems[0].sharing = { _ in await asked.next(isolation: nil) ?? .cancelled }
    let observer = GroupStateObserver(world.systems[0])
    let sharing = try controller(world)
    sharing.present()
    await world.until("the activity waits") { observer.stagedActivity != nil }
    world.join("Bob")
    await world.until("the session begins") { ann.session != nil }
    asked.enqueue(.success)
    #expect(await sharing.result == .success)
  }

  @Test("Nothing begins if the person chooses nobody, or if the activity cannot be made")
  func cancelled() async throws {
    struct Failure: Error {}
    let world = LoopbackWorld("Ann")
    let (system, ann) = (world.systems[0], Guest(world.systems[0]))
    system.sharing = { _ in .cancelled }
    #expect(await (try controller(world)).result == .cancelled)
    let failing = GroupSystem.$current.withValue(system) {
      GroupActivitySharingController { () async throws -> Knit in throw Failure() }
    }
    #expect(await failing.result == .cancelled && failing.error is Failure)
    world.join("Bob")
    await world.until("Bob is there") { system.isEligible }
    await world.pass(milliseconds: 500)
    #expect(ann.session == nil)
  }

  @Test("A program without a screen for choosing shares with the people in the call")
  func noScreen() async throws {
    let world = LoopbackWorld("Ann")
    #expect(await (try controller(world)).result == .cancelled)
    world.join("Bob")
    let guests = world.guests()
    await world.until("Bob is there") { world.systems[0].isEligible }
    let sharing = try controller(world)
    sharing.present()
    #expect(await sharing.result == .success)
    await world.until("the session begins") { guests.allSatisfy { $0.session != nil } }
  }

  @Test("An activity that is too large is refused before anybody is asked")
  func tooLarge() {
    let world = LoopbackWorld("Ann")
    #expect(throws: GroupSessionError.self) {
      try controller(world, Knit(pattern: String(repeating: "x", count: 32 * 1_024)))
    }
  }

  @Test("An item provider gives a controller for its last activity")
  func itemProvider() async throws {
    let world = LoopbackWorld("Ann")
    world.systems[0].sharing = { _ in .success }
    let provider = NSItemProvider()
    #expect(try provider.sharingController() == nil)
    provider.registerGroupActivity(Knit(pattern: "hat"))
    provider.registerGroupActivity { Knit(pattern: "sock") }
    let sharing = try #require(
      try GroupSystem.$current.withValue(world.systems[0]) { try provider.sharingController() })
    #expect(await sharing.result == .success)
    let guest = Guest(world.join("Bob"))
    await world.until("the session begins") { guest.session?.activity.pattern == "sock" }
  }
}
