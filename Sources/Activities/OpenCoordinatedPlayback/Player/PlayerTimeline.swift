/// The time of a player's item: it stands, or it moves with the clock from one moment on.
struct PlayerTimeline: Sendable {
  /// The rate that is wanted, also while the player waits.
  private(set) var rate: Float = 0
  /// Why the time stands although a rate is wanted; nil if it moves or none is wanted.
  private(set) var waiting: AVPlayer.WaitingReason?
  private var itemTime = CMTime.zero
  /// In nanoseconds; the time does not move before it.
  private var hostTime: Int64 = 0
  /// The last moment of the item; not numeric if it is not known.
  var duration = CMTime.indefinite

  private var speed: Float { waiting == nil ? rate : 0 }

  /// The item's time at a moment of the clock.
  func time(at now: Int64) -> CMTime {
    let passed = max(now.subtractingReportingOverflow(hostTime).partialValue, 0)
    let moved = CMTime(value: passed, timescale: PlaybackClock.scale) * Double(speed)
    return clamp(speed == 0 ? itemTime : itemTime + moved)
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
  mutating func play(at rate: Float, from itemTime: CMTime, since hostTime: Int64) {
    (self.rate, self.itemTime, self.hostTime) = (rate, itemTime, hostTime)
    waiting = nil
  }

  /// Stands where it is, and wants to play at a rate; 0 for a pause.
  mutating func stop(wanting rate: Float, _ reason: AVPlayer.WaitingReason?, at now: Int64) {
    (itemTime, hostTime) = (time(at: now), now)
    (self.rate, waiting) = (rate, rate == 0 ? nil : reason)
  }

  /// Goes to a time; moves on from there if it moved.
  mutating func seek(to time: CMTime, at now: Int64) { (itemTime, hostTime) = (time, now) }
}
