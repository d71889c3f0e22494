import GroupPlayback

/// When this participant waits for others, and how it pauses.
struct CoordinationSettings: Sendable {
  var waitingReasons: [AVCoordinatedPlaybackSuspension.Reason] = [
    .stallRecovery, .audioSessionInterrupted, .userActionRequired,
  ]
  var limits: [AVCoordinatedPlaybackSuspension.Reason: Int] = [:]
  var pauseSnaps = false

  /// The settings as the machine has them.
  var forGroup: PlaybackWaitPolicy {
    var settings = PlaybackWaitPolicy()
    settings.reasonsToWaitFor = Set(waitingReasons.map(\.rawValue))
    settings.participantLimits = Dictionary(
      uniqueKeysWithValues: limits.map { ($0.key.rawValue, $0.value) })
    settings.pauseSnaps = pauseSnaps
    return settings
  }
}

/// The name of an item on the wire.
enum ItemName {
  /// Returns the name itself if it is short enough; else its beginning and a checksum.
  static func sent(_ name: String) -> String {
    guard name.utf8.count > PlaybackLimits.itemBytesMax else { return name }
    // FNV-1a: the checksum must be the same in every program.
    let checksum = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    var beginning = name.prefix(PlaybackLimits.itemBytesMax)
    while beginning.utf8.count > PlaybackLimits.itemBytesMax - 17 { beginning.removeLast() }
    return "\(beginning)#\(String(checksum, radix: 16))"
  }
}
