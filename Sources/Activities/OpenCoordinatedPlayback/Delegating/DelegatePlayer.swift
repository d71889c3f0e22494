import Synchronization

/// The player that forwards commands to the program's delegate. It keeps neither the delegate nor
/// the coordinator alive.
final class DelegatePlayer: CommandedPlayer {
  private struct State {
    weak var delegate: (any AVPlaybackCoordinatorPlaybackControlDelegate)?
    weak var coordinator: AVDelegatingPlaybackCoordinator?
  }

  private let state: Mutex<State>

  init(_ delegate: any AVPlaybackCoordinatorPlaybackControlDelegate) {
    state = Mutex(State(delegate: delegate))
  }

  func attach(_ coordinator: AVDelegatingPlaybackCoordinator) {
    state.withLock { $0.coordinator = coordinator }
  }

  var delegate: (any AVPlaybackCoordinatorPlaybackControlDelegate)? {
    state.withLock { $0.delegate }
  }

  @MainActor func handle(
    _ command: PlaybackCommand, completed: @escaping @Sendable () -> Void
  ) {
    let (delegate, coordinator) = state.withLock { ($0.delegate, $0.coordinator) }
    guard let delegate, let coordinator else { return completed() }
    switch command {
    case .play(let command):
      delegate.playbackCoordinator(coordinator, didIssue: command, completionHandler: completed)
    case .pause(let command):
      delegate.playbackCoordinator(coordinator, didIssue: command, completionHandler: completed)
    case .seek(let command):
      delegate.playbackCoordinator(coordinator, didIssue: command, completionHandler: completed)
    case .buffer(let command):
      delegate.playbackCoordinator(coordinator, didIssue: command, completionHandler: completed)
    }
  }
}
