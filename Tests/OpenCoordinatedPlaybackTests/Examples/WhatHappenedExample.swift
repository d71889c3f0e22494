import OpenCoordinatedPlayback

extension AVCoordinatedPlaybackSuspension.Reason {
  static let whatHappened = Self(rawValue: "org.example.whatHappened")
}

extension AVPlayer {
  /// Goes ten seconds back at double speed, for this person only.
  func showWhatHappened() -> AVCoordinatedPlaybackSuspension {
    let suspension = playbackCoordinator.beginSuspension(for: .whatHappened)
    seek(to: currentTime() - CMTime(value: 10, timescale: 1))
    rate = 2
    return suspension
  }

  /// Whether the player has caught up with the group, so that the suspension may end.
  var isLevel: Bool {
    let now = CMClockGetTime(CMClockGetHostTimeClock())
    return currentTime() >= playbackCoordinator.expectedItemTime(atHostTime: now)
  }
}
