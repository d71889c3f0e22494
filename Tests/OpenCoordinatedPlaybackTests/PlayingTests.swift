import Foundation
@testable import OpenCoordinatedPlayback
import OpenGroupActivities
import Testing

@MainActor @Suite(.timeLimit(.minutes(60))) struct PlayingTests {
  @Test("P3 · every participant may command, and all play in step")
  func inStep() async throws {
    let viewers = try await Viewers("Ann", "Bob", "Cyd")
    await viewers.open()
    viewers.coordinators[1].coordinateRateChange(to: 1)
    await viewers.world.until("all play") { viewers.players.allSatisfy(\.isPlaying) }
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.spread() < 0.05)
    #expect(viewers.players[0].time > 1.5)
    viewers.coordinators[2].coordinateSeek(to: CMTime(value: 100, timescale: 1))
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players.allSatisfy { $0.isPlaying && $0.time > 100 })
    #expect(viewers.spread() < 0.05)
    viewers.coordinators[0].coordinateRateChange(to: 0)
    await viewers.world.until("all pause") { viewers.players.allSatisfy { !$0.isPlaying } }
    #expect(viewers.spread() < 0.05)
    #expect(viewers.warnings.all.isEmpty)
  }

  @Test("a command names its originator to the others, and none to the originator itself")
  func originator() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.forgetCommands()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("both play") { viewers.players.allSatisfy(\.isPlaying) }
    let ann = try #require(viewers.id(0)).uuidString
    #expect(viewers.players[0].originators.allSatisfy { $0 == nil })
    #expect(viewers.players[1].originators.first == ann)
  }

  @Test("P1 · people who play different items do not command each other")
  func differentItems() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.coordinators[1].transitionToItem(
      withIdentifier: "trailer", proposingInitialTimingBasedOn: nil)
    await viewers.world.pass(milliseconds: 2_000)
    viewers.forgetCommands()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 1_000)
    #expect(viewers.players[0].isPlaying && !viewers.players[1].isPlaying)
    #expect(viewers.players[1].commands.isEmpty)
  }

  @Test(
    "P2 · a participant that changes to an item that the group plays takes the group's time and rate"
  )
  func groupWins() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    let (ann, bob) = (viewers.coordinators[0], viewers.coordinators[1])
    ann.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    await viewers.world.pass(milliseconds: 2_000)
    ann.coordinateSeek(to: CMTime(value: 60, timescale: 1))
    ann.coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 2_000)
    #expect(viewers.players[0].isPlaying)
    bob.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    await viewers.world.until("Bob lands in the middle") {
      viewers.players[1].isPlaying && viewers.players[1].time > 60 && viewers.spread() < 0.05
    }
    #expect(viewers.players[0].isPlaying)
  }

  @Test("P2 · the first participant who plays an item proposes its time and rate")
  func firstProposes() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    let timebase = try CMTimebase(
      sourceClock: CMClock(PlaybackClock(viewers.world.clock)))
    CMTimebaseSetTime(timebase, time: CMTime(value: 30, timescale: 1))
    viewers.coordinators[0].transitionToItem(
      withIdentifier: "film", proposingInitialTimingBasedOn: timebase)
    await viewers.world.pass(milliseconds: 2_000)
    viewers.coordinators[1].transitionToItem(
      withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    await viewers.world.until("Bob is where Ann is") { viewers.players[1].time == 30 }
  }

  @Test("a getter has at once what was set")
  func getters() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    let ann = viewers.coordinators[0]
    ann.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    #expect(ann.currentItemIdentifier == "film")
    ann.suspensionReasonsThatTriggerWaiting = [.stallRecovery, .init("pizza")]
    #expect(ann.suspensionReasonsThatTriggerWaiting == [.stallRecovery, .init("pizza")])
    #expect(ann.participantLimitForWaitingOutSuspensions(withReason: .stallRecovery) == .max)
    ann.setParticipantLimit(2, forWaitingOutSuspensionsWithReason: .stallRecovery)
    #expect(ann.participantLimitForWaitingOutSuspensions(withReason: .stallRecovery) == 2)
    ann.pauseSnapsToMediaTimeOfOriginator = true
    #expect(ann.pauseSnapsToMediaTimeOfOriginator)
    let suspension = ann.beginSuspension(for: .userIsChangingCurrentTime)
    #expect(ann.suspensionReasons == [.userIsChangingCurrentTime])
    suspension.end()
    #expect(ann.suspensionReasons.isEmpty)
  }

  @Test("any thread may call a coordinator")
  func threads() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    let coordinators = viewers.coordinators
    let work = Task.detached {
      await withTaskGroup { group in
        for worker in 0..<8 {
          group.addTask {
            let coordinator = coordinators[worker % 2]
            for round in 0..<50 {
              coordinator.coordinateRateChange(to: Float(round % 3))
              coordinator.coordinateSeek(to: CMTime(value: Int64(round), timescale: 10))
              let suspension = coordinator.beginSuspension(for: .stallRecovery)
              _ = (coordinator.otherParticipants, coordinator.suspensionReasons)
              coordinator.reapplyCurrentItemStateToPlaybackControlDelegate()
              suspension.end()
            }
          }
        }
      }
    }
    await work.value
    await viewers.world.pass(milliseconds: 1_000)
    coordinators[0].coordinateSeek(to: CMTime(value: 500, timescale: 1))
    coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("both play from there") {
      viewers.players.allSatisfy { $0.isPlaying && $0.time > 500 } && viewers.spread() < 0.05
    }
    #expect(coordinators.allSatisfy { $0.suspensionReasons.isEmpty })
  }

  @Test("the end of the session leaves each player to itself")
  func sessionEnds() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("both play") { viewers.players.allSatisfy(\.isPlaying) }
    viewers.guests[0].session?.end()
    await viewers.world.until("no one is there") {
      viewers.coordinators.allSatisfy(\.otherParticipants.isEmpty)
    }
    #expect(viewers.players.allSatisfy { $0.isPlaying })
    viewers.coordinators[1].coordinateRateChange(to: 0)
    await viewers.world.pass(milliseconds: 500)
    #expect(viewers.players[0].isPlaying && !viewers.players[1].isPlaying)
    viewers.coordinators[1].coordinateRateChange(to: 2)
    await viewers.world.pass(milliseconds: 500)
    #expect(viewers.players[1].isPlaying)
  }

  @Test("P7 · with snapping, a pause takes all to the moment of the participant that paused")
  func snaps() async throws {
    let viewers = try await Viewers("Ann", "Bob", "Cyd")
    for coordinator in viewers.coordinators { coordinator.pauseSnapsToMediaTimeOfOriginator = true }
    await viewers.open()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("all play") { viewers.players.allSatisfy(\.isPlaying) }
    viewers.coordinators[1].coordinateRateChange(to: 0)
    await viewers.world.until("all pause") { viewers.players.allSatisfy { !$0.isPlaying } }
    await viewers.world.until("all are at one moment") { viewers.spread() == 0 }
  }
}
