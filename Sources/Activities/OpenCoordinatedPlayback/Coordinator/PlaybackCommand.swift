/// What the coordinator asks of its player.
enum PlaybackCommand: Sendable {
  case play(AVDelegatingPlaybackCoordinatorPlayCommand)
  case pause(AVDelegatingPlaybackCoordinatorPauseCommand)
  case seek(AVDelegatingPlaybackCoordinatorSeekCommand)
  case buffer(AVDelegatingPlaybackCoordinatorBufferingCommand)

  /// The command without its kind.
  var base: AVDelegatingPlaybackCoordinatorPlaybackControlCommand {
    switch self {
    case .play(let command): command
    case .pause(let command): command
    case .seek(let command): command
    case .buffer(let command): command
    }
  }
}

/// A player that a coordinator controls.
protocol CommandedPlayer: Sendable {
  /// Carries out a command, and calls the handler when that is done or cannot be done.
  @MainActor func handle(
    _ command: PlaybackCommand, completed: @escaping @Sendable () -> Void)
}
