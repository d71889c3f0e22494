import AVFoundation
import Foundation
import GroupActivities
import Testing

@MainActor @Suite(.timeLimit(.minutes(60)))
struct WatchPartyTests {
  private let movie = URL(fileURLWithPath: "/films/one.mp4")

  @Test("a program with an AVPlayer plays with another one, with unchanged import lines")
  func players() async throws {
    let call = LoopbackCall()
    let systems = [call.join(name: "Ann"), call.join(name: "Bob")]
    let people = systems.map { _ in MoviePlayer() }
    var tasks: [Task<Void, Never>] = []
    for (system, person) in zip(systems, people) {
      person.observe()
      person.setPolicies()
      let sessions = GroupSystem.$current.withValue(system) { MovieWatchingActivity.sessions() }
      tasks.append(Task { for await session in sessions { person.configure(session) } })
    }
    defer { tasks.forEach { $0.cancel() } }
    await until { systems.allSatisfy(\.isEligible) }
    _ = try await GroupSystem.$current.withValue(systems[0]) {
      try await MovieWatchingActivity(movie: movie).activate()
    }
    await until { people.allSatisfy { $0.names.count == 1 && $0.player.currentItem != nil } }
    // A busy machine may suspend a player for a while, which then plays and pauses for itself only.
    await until {
      people[0].player.play()
      return people.allSatisfy { $0.status() == "playing" }
    }
    let suspension = people[1].beginWhatHappened()
    await until { people[1].suspended.contains(.whatHappened) }
    suspension.end()
    await until { !people[1].suspended.contains(.whatHappened) }
    #expect(people[0].words(for: .stallRecovery) == "loads")
  }

  @Test("a playback engine of its own gets the commands of its coordinator")
  func engine() async {
    let engine = Engine()
    engine.open("film", at: CMTime(value: 30, timescale: 1), rate: 0)
    engine.play()
    await until { engine.rate == 1 }
    #expect(engine.time == CMTime(value: 30, timescale: 1) && engine.lastOriginator == nil)
    engine.seek(to: 90)
    await until { engine.rate == 1 && engine.time.seconds == 90 }
    engine.scrub(to: CMTime(value: 120, timescale: 1))
    await until { engine.rate == 1 && engine.time.seconds == 120 }
    engine.pause()
    await until { engine.rate == 0 }
    engine.playNow()
    await until { engine.rate == 1 }
    engine.recover()
    engine.close()
    #expect(engine.coordinator.currentItemIdentifier == nil)
    #expect(engine.playbackCoordinator.otherParticipants.isEmpty)
  }

  /// Lets all other tasks go on until the condition holds.
  private func until(
    _ location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
  ) async {
    let start = ContinuousClock.now
    while !isSo() {
      guard start.duration(to: .now) < .seconds(300) else {
        Issue.record("it never came to be so", sourceLocation: location)
        return
      }
      await Task.yield()
    }
  }
}
