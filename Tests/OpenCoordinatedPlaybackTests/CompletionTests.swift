import Foundation
import Synchronization
import Testing

@testable import OpenCoordinatedPlayback

@MainActor @Suite(.timeLimit(.minutes(60))) struct CompletionTests {
  @Test("P3 · the group starts when the last player has completed its buffering command")
  func waitsForCompletion() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.players[1].keepsHandlers = true
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 1_000)
    #expect(viewers.players[1].commands == ["buffer 1.0"])
    #expect(viewers.coordinators[0].otherParticipants.first?.isReadyToPlay == false)
    #expect(viewers.players.allSatisfy { !$0.isPlaying })
    viewers.players[1].complete()
    await viewers.world.until("both play") { viewers.players.allSatisfy(\.isPlaying) }
    #expect(viewers.spread() < 0.05)
    #expect(viewers.players[0].time < 0.5)
  }

  @Test(
    "P8 · a completion that never comes holds no one: a warning, and the group goes on after 3 s")
  func neverCompleted() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.players[1].keepsHandlers = true
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 2_800)
    #expect(viewers.players.allSatisfy { !$0.isPlaying } && viewers.warnings.all.isEmpty)
    await viewers.world.pass(milliseconds: 1_200)
    #expect(viewers.players.allSatisfy { $0.isPlaying })
    #expect(viewers.spread() < 0.05)
    #expect(
      viewers.warnings.all == [
        "The delegate has not called the completion handler of a buffering command in time."
      ])
  }

  @Test("P8 · a handler may be called late, twice, and from any thread")
  func calledTwice() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.players[1].keepsHandlers = true
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 4_000)
    let player = viewers.players[1]
    await Task.detached { player.complete() }.value
    viewers.players[1].complete()
    await viewers.world.pass(milliseconds: 1_000)
    #expect(viewers.players.allSatisfy { $0.isPlaying })
    #expect(viewers.spread() < 0.05)
  }

  @Test("P9 · a rate of 0 cancels the start that the group waits for")
  func cancelled() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.players[1].keepsHandlers = true
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.pass(milliseconds: 500)
    viewers.coordinators[0].coordinateRateChange(to: 0)
    await viewers.world.pass(milliseconds: 500)
    viewers.players[1].complete()
    await viewers.world.pass(milliseconds: 5_000)
    #expect(viewers.players.allSatisfy { !$0.isPlaying })
    #expect(viewers.players[0].commands == ["buffer 1.0", "pause"])
  }

  @Test("an immediate start waits for no one")
  func immediately() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.players[1].keepsHandlers = true
    viewers.coordinators[0].coordinateRateChange(to: 1, options: .playImmediately)
    await viewers.world.pass(milliseconds: 300)
    #expect(viewers.players.allSatisfy { $0.isPlaying })
    viewers.coordinators[0].coordinateSeek(
      to: CMTime(value: 60, timescale: 1), options: .resumeImmediately)
    await viewers.world.pass(milliseconds: 300)
    #expect(viewers.players.allSatisfy { $0.isPlaying && $0.time > 60 })
  }

  @Test("a player that lost its state gets it again, without an originator")
  func reapplied() async throws {
    let viewers = try await Viewers("Ann", "Bob")
    await viewers.open()
    viewers.coordinators[0].coordinateRateChange(to: 1)
    await viewers.world.until("both play") { viewers.players.allSatisfy(\.isPlaying) }
    viewers.forgetCommands()
    viewers.players[1].change { timeline, now in timeline.stop(wanting: 0, nil, at: now) }
    viewers.coordinators[1].reapplyCurrentItemStateToPlaybackControlDelegate()
    await viewers.world.until("Bob plays again") { viewers.players[1].isPlaying }
    #expect(viewers.players[1].originators == [nil])
    #expect(viewers.spread() < 0.05)
  }

  @Test(
    "a delegate may have handlers, async methods, or some of each",
    arguments: [true, false])
  func styles(isMixed: Bool) async throws {
    let world = LoopbackWorld("Ann")
    let clock = PlaybackClock(world.clock)
    let delegate: any StyledDelegate = isMixed ? MixedDelegate() : AsyncDelegate()
    let coordinator = AVDelegatingPlaybackCoordinator(
      playbackControlDelegate: delegate, clock: clock)
    coordinator.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    coordinator.coordinateRateChange(to: 1)
    await world.until("it plays") { delegate.names.all == ["buffer", "play"] }
    coordinator.coordinateSeek(to: CMTime(value: 60, timescale: 1))
    await world.until("it seeks") { delegate.names.all.suffix(2) == ["seek", "play"] }
    coordinator.coordinateRateChange(to: 0)
    await world.until("it pauses") { delegate.names.all.last == "pause" }
  }

  @Test("a command for which a delegate has no method is completed")
  func noMethod() async throws {
    let world = LoopbackWorld("Ann")
    let delegate = PlayOnlyDelegate()
    let coordinator = AVDelegatingPlaybackCoordinator(
      playbackControlDelegate: delegate, clock: PlaybackClock(world.clock))
    coordinator.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    coordinator.coordinateRateChange(to: 1)
    await world.pass(milliseconds: 500)
    #expect(delegate.names.all == ["play"])
  }

  @Test("a coordinator does not keep its delegate alive, and goes on without it")
  func noDelegate() async throws {
    let world = LoopbackWorld("Ann")
    var delegate: PlayOnlyDelegate? = PlayOnlyDelegate()
    let coordinator = AVDelegatingPlaybackCoordinator(
      playbackControlDelegate: try #require(delegate), clock: PlaybackClock(world.clock))
    delegate = nil
    #expect(coordinator.playbackControlDelegate == nil)
    coordinator.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    coordinator.coordinateRateChange(to: 1)
    await world.pass(milliseconds: 500)
    #expect(coordinator.expectedItemTime(atHostTime: CMTime(value: 10, timescale: 1)) > .zero)
  }
}

private final class Names: Sendable {
  private let state = Mutex<[String]>([])
  var all: [String] { state.withLock { $0 } }
  func add(_ name: String) { state.withLock { $0.append(name) } }
}

private protocol StyledDelegate: AVPlaybackCoordinatorPlaybackControlDelegate {
  var names: Names { get }
}

private final class AsyncDelegate: StyledDelegate {
  let names = Names()

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand
  ) async { names.add("play") }
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand
  ) async { names.add("pause") }
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand
  ) async { names.add("seek") }
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand
  ) async { names.add("buffer") }
}

private final class MixedDelegate: StyledDelegate {
  let names = Names()

  @MainActor func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand
  ) async { names.add("play") }
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand,
    completionHandler: @escaping () -> Void
  ) {
    names.add("pause")
    completionHandler()
  }
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    names.add("seek")
    Task { completionHandler() }
  }
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand
  ) async { names.add("buffer") }
}

private final class PlayOnlyDelegate: StyledDelegate {
  let names = Names()

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand
  ) async { names.add("play") }
}
