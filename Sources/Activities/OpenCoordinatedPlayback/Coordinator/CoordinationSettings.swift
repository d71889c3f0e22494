/// When this participant waits for others, and how it pauses.
struct CoordinationSettings: Sendable {
  var waitingReasons: [AVCoordinatedPlaybackSuspension.Reason] = []
  var limits: [AVCoordinatedPlaybackSuspension.Reason: Int] = [:]
  var pauseSnaps = false
}
