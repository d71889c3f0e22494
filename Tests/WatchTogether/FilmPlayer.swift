import OpenCoordinatedPlayback

/// A player whose film is a clock, and whose data may run out.
@MainActor final class FilmPlayer {
  private var rate: Float = 0
  private var itemTime = CMTime.zero
  private var startTime = CMTime.zero
  private var suspension: AVCoordinatedPlaybackSuspension?

  var time: CMTime {
    let passed = CMTimeMaximum(CMClockGetTime(CMClockGetHostTimeClock()) - startTime, .zero)
    return rate == 0 ? itemTime : itemTime + passed * Double(rate)
  }

  var state: String { suspension != nil ? "stalled" : rate == 0 ? "paused" : "playing" }

  private func stop(at time: CMTime) { (rate, itemTime) = (0, time) }

  func stall(_ coordinator: AVPlaybackCoordinator) {
    stop(at: time)
    suspension = coordinator.beginSuspension(for: .stallRecovery)
  }

  func recover() {
    suspension?.end()
    suspension = nil
  }
}

extension FilmPlayer: AVPlaybackCoordinatorPlaybackControlDelegate {
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorPlayCommand
  ) async {
    (rate, itemTime, startTime) = (command.rate, command.itemTime, command.hostClockTime)
  }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorPauseCommand
  ) async { stop(at: time) }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorSeekCommand
  ) async { stop(at: command.itemTime) }

  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue command: AVDelegatingPlaybackCoordinatorBufferingCommand
  ) async { stop(at: time) }
}
