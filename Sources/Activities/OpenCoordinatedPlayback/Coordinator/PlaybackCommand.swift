import Foundation
import GroupPlayback

/// A command of the coordinator to its player.
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

  /// The kind, for warnings.
  var name: String {
    switch self {
    case .play: "a play command"
    case .pause: "a pause command"
    case .seek: "a seek command"
    case .buffer: "a buffering command"
    }
  }
}

extension PlaybackCommand {
  /// Creates the command that the machine gives.
  ///
  /// - Parameters:
  ///   - item: the item as the program names it.
  ///   - clock: makes dates of moments.
  init(
    _ control: PlaybackControl, item: String, originator: AVCoordinatedPlaybackParticipant?,
    clock: PlaybackClock
  ) {
    switch control.kind {
    case .play(let timing):
      self = .play(
        .init(
          originator: originator, item: item, rate: timing.rate,
          itemTime: CMTime(timing.itemTime), hostClockTime: CMTime(timing.hostTime)))
    case .pause(let rate):
      self = .pause(.init(originator: originator, item: item, anticipatedRate: rate ?? 0))
    case .seek(let time, let rate, let due):
      self = .seek(
        .init(
          originator: originator, item: item, itemTime: CMTime(time), anticipatedRate: rate ?? 0,
          dueDate: due.map { clock.date(of: $0) }))
    case .buffer(let rate, let due):
      self = .buffer(
        .init(
          originator: originator, item: item, anticipatedRate: rate,
          dueDate: clock.date(of: due)))
    }
  }
}

extension PlaybackControl {
  /// When the others stop waiting for the player.
  var due: HostTime? {
    switch kind {
    case .play, .pause: nil
    case .seek(_, _, let due): due
    case .buffer(_, let due): due
    }
  }
}

/// A player that a coordinator controls.
protocol CommandedPlayer: Sendable {
  /// Carries out a command, and calls the handler when that is done or cannot be done.
  @MainActor func handle(
    _ command: PlaybackCommand, completed: @escaping @Sendable () -> Void)
}
