import GroupCore
import GroupPlayback
import Synchronization

@testable import OpenCoordinatedPlayback

/// A custom player whose time is a clock. It completes each command at once, unless it is told to keep
/// the handlers.
final class TestPlayer: AVPlaybackCoordinatorPlaybackControlDelegate {
  private struct State {
    var timeline = PlayerTimeline()
    var commands: [String] = []
    var originators: [String?] = []
    var handlers: [@Sendable () -> Void] = []
    var keepsHandlers = false
  }

  private let state = Mutex(State())
  private let clock: PlaybackClock

  init(_ clock: PlaybackClock) { self.clock = clock }

  var time: Double { state.withLock { $0.timeline }.time(at: clock.now()).seconds }
  var isPlaying: Bool { state.withLock { $0.timeline.status == .playing } }
  /// Kinds and items of the commands, in order.
  var commands: [String] { state.withLock { $0.commands } }
  /// The identifiers of the originators.
  var originators: [String?] { state.withLock { $0.originators } }
  var keepsHandlers: Bool {
    get { state.withLock { $0.keepsHandlers } }
    set { state.withLock { $0.keepsHandlers = newValue } }
  }

  func forgetCommands() { state.withLock { ($0.commands, $0.originators) = ([], []) } }

  /// Calls the handlers that were kept.
  func complete() {
    let handlers = state.withLock { state in
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler() }
  }

  /// The player does something by itself.
  func change(_ change: (inout PlayerTimeline, HostTime) -> Void) {
    state.withLock { change(&$0.timeline, clock.now()) }
  }

  private func handle(
    _ name: String, _ command: AVDelegatingPlaybackCoordinatorPlaybackControlCommand,
    _ completed: @escaping @Sendable () -> Void,
    _ change: (inout PlayerTimeline, HostTime) -> Void
  ) {
    let completesNow = state.withLock { state in
      state.commands.append(name)
      state.originators.append(command.originator?.identifier.uuidString)
      change(&state.timeline, clock.now())
      if state.keepsHandlers { state.handlers.append(completed) }
      return !state.keepsHandlers
    }
    if completesNow { completed() }
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorPlayCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    handle("play \(command.rate)", command, completionHandler) { timeline, now in
      timeline.play(
        at: command.rate, from: command.itemTime, since: HostTime(command.hostClockTime) ?? now)
    }
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorPauseCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    handle("pause", command, completionHandler) { timeline, now in
      timeline.stop(wanting: 0, nil, at: now)
    }
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorSeekCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    handle("seek \(command.itemTime.seconds)", command, completionHandler) { timeline, now in
      timeline.stop(wanting: 0, nil, at: now)
      timeline.seek(to: command.itemTime, at: now)
    }
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorBufferingCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    handle("buffer \(command.anticipatedPlaybackRate)", command, completionHandler) { _, _ in }
  }
}
