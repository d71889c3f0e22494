import Dispatch
import Testing

@testable import OpenGroupActivities

/// The default belongs to a whole process, so that each of these tests has one of its own.
@Suite(.timeLimit(.minutes(60))) struct DefaultSystemTests {
  @Test("G16 · in a detached task sessions come from the default, and it can begin them there")
  func detachedTask() async {
    await #expect(processExitsWith: .success) { try await DefaultSystemCases.detachedTask() }
  }

  @Test("G16 · the system of a task wins over the default, and none of them is lost by the other")
  func taskWins() async {
    await #expect(processExitsWith: .success) { try await DefaultSystemCases.taskWins() }
  }

  @Test("G16 · without a default system nothing can begin, and a replaced system is released")
  func none() async {
    await #expect(processExitsWith: .success) { try await DefaultSystemCases.none() }
  }

  @Test("G16 · threads that read the default while others set it find one of the set systems")
  func threads() async {
    await #expect(processExitsWith: .success) { try await DefaultSystemCases.threads() }
  }
}

@MainActor private enum DefaultSystemCases {
  /// No other test awaits sessions of this.
  private struct Crochet: GroupActivity {
    var pattern = "plain"
    var metadata: GroupActivityMetadata { GroupActivityMetadata() }
  }

  static func detachedTask() async throws {
    let world = LoopbackWorld("Ann")
    GroupSystem.setDefault(world.systems[0])
    defer { GroupSystem.setDefault(nil) }
    let next = Task<GroupSession<Crochet>?, Never>.detached {
      for await session in Crochet.sessions() { return session }
      return nil
    }
    let isComing = try await Task.detached { try await Crochet(pattern: "shell").activate() }.value
    #expect(isComing)
    let session = try #require(await next.value)
    #expect(session.system === world.systems[0] && session.activity.pattern == "shell")
    let identifier = await Task.detached { Crochet.activityIdentifier }.value
    #expect(identifier == "org.example.table.DefaultSystemCases.Crochet")
  }

  static func taskWins() async throws {
    let (own, other) = (LoopbackWorld("Ann").systems[0], LoopbackWorld("Bob").systems[0])
    GroupSystem.setDefault(other)
    defer { GroupSystem.setDefault(nil) }
    #expect(GroupSystem.effective === other)
    GroupSystem.$current.withValue(own) {
      #expect(GroupSystem.effective === own && GroupSystem.current === own)
    }
    let inherited = GroupSystem.$current.withValue(own) { Task { GroupSystem.effective } }
    #expect(await inherited.value === own)
    #expect(GroupSystem.current === GroupSystem.unset)
    let isComing = try await GroupSystem.$current.withValue(own) { try await Crochet().activate() }
    #expect(isComing)
    #expect(other.perform { core, _ in core.participations.isEmpty })
    #expect(own.perform { core, _ in core.participations.count } == 1)
  }

  static func none() async throws {
    weak var gone: GroupSystem?
    do {
      let call = LoopbackCall()
      let system = call.join(name: "Ann")
      call.flush()
      gone = system
      GroupSystem.setDefault(system)
    }
    #expect(gone != nil && GroupSystem.effective === gone)
    GroupSystem.setDefault(nil)
    #expect(gone == nil)
    #expect(GroupSystem.effective === GroupSystem.unset)
    await #expect(throws: GroupSessionError.notInCall) { try await Crochet().activate() }
  }

  static func threads() async throws {
    let systems = (0..<4).map { _ in LoopbackWorld("Ann").systems[0] }
    GroupSystem.setDefault(systems[0])
    defer { GroupSystem.setDefault(nil) }
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      for round in 0..<500 {
        GroupSystem.setDefault(systems[(index + round) % systems.count])
        let found = GroupSystem.effective
        #expect(systems.contains { $0 === found })
      }
    }
  }
}
