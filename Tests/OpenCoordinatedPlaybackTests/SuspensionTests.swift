import Foundation
import OpenGroupActivities
import Testing

@testable import OpenCoordinatedPlayback

@MainActor @Suite(.timeLimit(.minutes(60))) struct SuspensionTests {
  private func playing(_ reasons: [AVCoordinatedPlaybackSuspension.Reason] = []) async throws
    -> Viewers
  {
    let viewers = try await Viewers("Ann", "Bob")
    for coordinator in viewers.coordinators {
      coordinator.suspensionReasonsThatTriggerWaiting = reasons
    }
    await viewers.open()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("both play") { viewers.players.allSatisfy(\.isPlaying) }
    await viewers.world.pass(milliseconds: 2_000)
    return viewers
  }

  @Test(
    "P5 · a suspended participant neither drives the group nor is driven, and then joins its moment"
  )
  func detached() async throws {
    let viewers = try await playing()
    let suspension = viewers.coordinators[1].beginSuspension(for: .userIsChangingCurrentTime)
    await viewers.world.until("Ann sees why") {
      viewers.coordinators[0].otherParticipants.first?.suspensionReasons
        == [.userIsChangingCurrentTime]
    }
    viewers.coordinators[1].coordinateSeek(to: CMTime(value: 500, timescale: 1))
    viewers.coordinators[0].coordinateSeek(to: CMTime(value: 90, timescale: 1))
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players[1].time > 500)
    #expect((90..<100).contains(viewers.players[0].time))
    suspension.end()
    await viewers.world.until("Bob is where Ann is") { viewers.spread() < 0.05 }
    #expect(viewers.players.allSatisfy { $0.isPlaying })
    #expect(viewers.coordinators[0].otherParticipants.allSatisfy { $0.suspensionReasons.isEmpty })
  }

  @Test("P5 · the end of the last suspension may take all to a new time, at the group's rate")
  func proposing() async throws {
    let viewers = try await playing()
    let bob = viewers.coordinators[1]
    let first = bob.beginSuspension(for: .userIsChangingCurrentTime)
    let second = bob.beginSuspension(for: .init("org.example.pizza"))
    first.end(proposingNewTime: CMTime(value: 700, timescale: 1))
    await viewers.world.pass(milliseconds: 1_000)
    #expect(viewers.players[0].time < 100)
    second.end(proposingNewTime: CMTime(value: 200, timescale: 1))
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players.allSatisfy { $0.isPlaying && (200..<210).contains($0.time) })
    // A suspension ends once, and a time that is not numeric is none.
    second.end(proposingNewTime: CMTime(value: 300, timescale: 1))
    bob.beginSuspension(for: .stallRecovery).end(proposingNewTime: .indefinite)
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players.allSatisfy { (200..<220).contains($0.time) })
    #expect(viewers.spread() < 0.05)
  }

  @Test("P6 · the others go on during a suspension for which they do not wait")
  func notWaitedFor() async throws {
    let viewers = try await playing()
    let time = viewers.players[0].time
    let suspension = viewers.coordinators[1].beginSuspension(for: .stallRecovery)
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players[0].time > time + 1.8)
    suspension.end()
  }

  @Test(
    "P6 · the others wait for a reason that triggers waiting, and go on when the suspension ends")
  func waitedFor() async throws {
    let viewers = try await playing([.stallRecovery])
    let suspension = viewers.coordinators[1].beginSuspension(for: .stallRecovery)
    await viewers.world.until("Ann waits") { !viewers.players[0].isPlaying }
    let time = viewers.players[0].time
    await viewers.world.pass(milliseconds: 1_000)
    #expect(viewers.players[0].time == time)
    suspension.end()
    await viewers.world.until("both go on") {
      viewers.players.allSatisfy(\.isPlaying) && viewers.spread() < 0.05
    }
    #expect(viewers.players[0].time < time + 1)
  }

  @Test("P6 · a group above the limit of a reason does not wait")
  func limit() async throws {
    let viewers = try await playing([.stallRecovery])
    viewers.coordinators[0].setParticipantLimit(
      1, forWaitingOutSuspensionsWithReason: .stallRecovery)
    let time = viewers.players[0].time
    let suspension = viewers.coordinators[1].beginSuspension(for: .stallRecovery)
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players[0].time > time + 1.8)
    suspension.end()
  }

  @Test("a reason of any length reaches the others, cut to 64 bytes")
  func longReason() async throws {
    let viewers = try await playing()
    let suspension = viewers.coordinators[1].beginSuspension(
      for: .init("a" + String(repeating: "é", count: 1_000)))
    let cut = AVCoordinatedPlaybackSuspension.Reason("a" + String(repeating: "é", count: 31))
    #expect(viewers.coordinators[1].suspensionReasons == [cut])
    await viewers.world.until("Ann sees it") {
      viewers.coordinators[0].otherParticipants.first?.suspensionReasons == [cut]
    }
    suspension.end()
  }

  @Test("a suspension outlives the object that a program released")
  func released() async throws {
    let viewers = try await playing()
    _ = viewers.coordinators[1].beginSuspension(for: .userActionRequired)
    #expect(viewers.coordinators[1].suspensionReasons == [.userActionRequired])
  }

  @Test("notifications tell of the own reasons and of the others, on the main actor")
  func notifications() async throws {
    let viewers = try await playing()
    let counts = NotificationCounts()
    let observers = [
      AVPlaybackCoordinator.suspensionReasonsDidChangeNotification,
      AVPlaybackCoordinator.otherParticipantsDidChangeNotification,
    ].enumerated().flatMap { kind, name in
      viewers.coordinators.enumerated().map { person, coordinator in
        NotificationCenter.default.addObserver(forName: name, object: coordinator, queue: nil) {
          _ in MainActor.assumeIsolated { counts.all["\(kind) \(person)", default: 0] += 1 }
        }
      }
    }
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    let suspension = viewers.coordinators[1].beginSuspension(for: .userActionRequired)
    // Another thread makes the main queue run its operations, so simulated time is no measure.
    // The others are told once more if someone falls silent while the simulated time passes.
    await viewers.world.until("both heard of the beginning") {
      counts.all["0 1"] == 1 && counts.all["1 0", default: 0] >= 1
    }
    suspension.end()
    let before = counts.all["1 0", default: 0]
    await viewers.world.until("both heard of the end") {
      counts.all["0 1"] == 2 && counts.all["1 0", default: 0] > before
    }
    #expect(counts.all["0 0"] == nil, "Ann has no reasons of her own")
  }
}

@MainActor private final class NotificationCounts {
  var all: [String: Int] = [:]
}
