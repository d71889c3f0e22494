import GroupPlayback

/// The time of a player's item: it stands, or it moves with the clock from one moment on.
struct PlayerTimeline: Sendable {
  /// The rate that is wanted, also while the player waits.
  private(set) var rate: Float = 0
  /// Why the time stands although a rate is wanted; nil if it moves or none is wanted.
  private(set) var waiting: AVPlayer.WaitingReason?
  private var itemTime = CMTime.zero
  /// The time does not move before it.
  private var hostTime = HostTime(microseconds: 0)
  /// The last moment of the item; not numeric if it is not known.
  var duration = CMTime.indefinite

  /// How the time moves; the wanted rate if it stands.
  var timing: PlaybackTiming {
    PlaybackTiming(rate: rate, itemTime: ItemTime(itemTime) ?? .zero, hostTime: hostTime)
  }

  /// The item's time at a moment of the clock.
  func time(at now: HostTime) -> CMTime {
    guard rate != 0, waiting == nil else { return clamp(itemTime) }
    let passed = CMTime(value: max(now.since(hostTime), 0), timescale: 1_000_000)
    return clamp(itemTime + passed * Double(rate))
  }

  private func clamp(_ time: CMTime) -> CMTime {
    let end = duration.isNumeric ? duration : time
    return max(min(time, end), .zero)
  }

  /// The state in which the player is.
  var status: AVPlayer.TimeControlStatus {
    if rate == 0 { return .paused }
    return waiting == nil ? .playing : .waitingToPlayAtSpecifiedRate
  }

  /// Moves from a moment on, which may be past or to come.
  mutating func play(at rate: Float, from itemTime: CMTime, since hostTime: HostTime) {
    (self.rate, self.itemTime, self.hostTime) = (rate, itemTime, hostTime)
    waiting = nil
  }

  /// Stands where it is, and wants to play at a rate; 0 for a pause.
  mutating func stop(wanting rate: Float, _ reason: AVPlayer.WaitingReason?, at now: HostTime) {
    (itemTime, hostTime) = (time(at: now), now)
    (self.rate, waiting) = (rate, rate == 0 ? nil : reason)
  }

  /// Goes to a time; moves on from there if it moved.
  mutating func seek(to time: CMTime, at now: HostTime) { (itemTime, hostTime) = (time, now) }
}
