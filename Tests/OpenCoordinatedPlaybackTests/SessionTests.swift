import Foundation
import OpenGroupActivities
import Testing

@testable import OpenCoordinatedPlayback

@MainActor @Suite(.timeLimit(.minutes(60))) struct SessionTests {
  private func playing(_ viewers: Viewers) async {
    await viewers.open()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("all play") { viewers.players.allSatisfy(\.isPlaying) }
  }

  @Test("P2 · a participant that comes late lands in the middle, and holds no one up")
  func late() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await playing(viewers)
    await viewers.world.pass(milliseconds: 20_000)
    viewers.forgetCommands()
    try await viewers.come("Cyd")
    viewers.coordinators[2].transitionToItem(
      withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    await viewers.world.until("Cyd is level") {
      viewers.players[2].isPlaying && viewers.spread() < 0.05
    }
    #expect(viewers.players[0].commands.isEmpty && viewers.players[0].time > 20)
  }

  @Test("a coordinator of another session is set up again, and its player goes on")
  func another() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await playing(viewers)
    let old = viewers.guests.map(\.session)
    try await viewers.guests[0].activate()
    await viewers.world.until("both are in the next session") {
      zip(viewers.guests, old).allSatisfy {
        $0.session !== $1 && $0.session?.activeParticipants.count == 2
      }
    }
    let suspension = viewers.coordinators[0].beginSuspension(for: .userActionRequired)
    try await viewers.coordinate()
    await viewers.world.until("Bob sees that Ann is still suspended") {
      viewers.coordinators[1].otherParticipants.first?.suspensionReasons == [.userActionRequired]
    }
    suspension.end()
    // A second call for the same session changes nothing.
    viewers.coordinators[0].coordinateWithSession(try #require(viewers.guests[0].session))
    #expect(viewers.coordinators[0].otherParticipants.count == 1)
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players.allSatisfy { $0.isPlaying } && viewers.spread() < 0.05)
    viewers.coordinators[1].coordinateSeek(to: CMTime(value: 300, timescale: 1))
    await viewers.world.until("both go on from there") {
      viewers.players.allSatisfy { $0.isPlaying && $0.time > 300 }
    }
  }

  @Test("P12 · a watcher follows, does not command, and no one waits for it")
  func watcher() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    let bob = try #require(viewers.id(1))
    for coordinator in viewers.coordinators {
      coordinator.mayCommand = { $0.id != bob }
      coordinator.updateCommanders()
    }
    await viewers.open()
    viewers.coordinators[1].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 1_000)
    #expect(viewers.players.allSatisfy { !$0.isPlaying })
    viewers.players[1].keepsHandlers = true
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 500)
    #expect(viewers.players[0].isPlaying)
    viewers.players[1].complete()
    viewers.players[1].keepsHandlers = false
    await viewers.world.until("Bob follows") {
      viewers.players[1].isPlaying && viewers.spread() < 0.05
    }
    for coordinator in viewers.coordinators {
      coordinator.mayCommand = { _ in true }
      coordinator.updateCommanders()
    }
    viewers.coordinators[1].coordinateRateChange(to: 0)
    await viewers.world.until("both pause") { viewers.players.allSatisfy { !$0.isPlaying } }
  }

  @Test("the others learn that a program released its coordinator")
  func released() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await playing(viewers)
    viewers.releaseLastCoordinator()
    await viewers.world.until("Ann is alone") {
      viewers.coordinators[0].otherParticipants.isEmpty
    }
  }

  @Test("a participant that is out of reach is shown as stalled, and jumps when it is back")
  func outOfReach() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await playing(viewers)
    viewers.world.cut("Bob")
    await viewers.world.until("Ann sees that Bob is away") {
      viewers.coordinators[0].otherParticipants.first?.suspensionReasons == [.stallRecovery]
    }
    viewers.coordinators[0].coordinateSeek(
      to: CMTime(value: 90, timescale: 1), options: .resumeImmediately)
    await viewers.world.pass(milliseconds: 500)
    viewers.world.mend("Bob")
    await viewers.world.until("Bob is level again") {
      viewers.players[1].time > 90 && viewers.spread() < 0.05
    }
  }
}
