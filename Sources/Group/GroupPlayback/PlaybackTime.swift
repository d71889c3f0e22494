/// Microseconds on the monotone clock of one participant.
///
/// Only differences of two readings of one clock have a meaning. ``ClockOffset`` converts between
/// the clocks of two participants.
package struct HostTime: Hashable, Comparable, Sendable {
  /// The reading of the clock, in microseconds; from -2⁵³ to 2⁵³.
  package let microseconds: Int64

  /// Creates a time; one that is out of range becomes the nearest that is in range.
  package init(microseconds: Int64) { self.microseconds = PlaybackLimits.clamp(microseconds) }

  /// Orders the earlier time first.
  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// Returns the time that is this much later; parts of a microsecond are dropped.
  package func advanced(by duration: Duration) -> HostTime {
    advanced(by: duration.microseconds)
  }

  /// Returns the microseconds since the other time; negative if the other is later.
  package func since(_ other: HostTime) -> Int64 { microseconds - other.microseconds }

  func advanced(by microseconds: Int64) -> HostTime {
    let (sum, overflows) = self.microseconds.addingReportingOverflow(microseconds)
    return HostTime(microseconds: overflows ? (microseconds < 0 ? .min : .max) : sum)
  }
}

extension Duration {
  /// The whole microseconds of the duration, at most 2⁵³.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = PlaybackLimits.numberMax / 1_000_000
    return PlaybackLimits.clamp(
      min(max(seconds, -limit), limit) * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}

/// A moment of an item of media: a rational number of seconds from the item's beginning.
package struct ItemTime: Hashable, Comparable, Sendable {
  /// The number of parts of a second; from -2⁵³ to 2⁵³.
  package let value: Int64
  /// The number of parts that a second has; at least 1.
  package let timescale: Int32

  /// The beginning of an item.
  package static let zero = ItemTime(microseconds: 0)

  /// Creates a time. Returns nil if a second has no parts; a value that is out of range becomes the
  /// nearest that is in range.
  package init?(value: Int64, timescale: Int32) {
    guard timescale > 0 else { return nil }
    (self.value, self.timescale) = (PlaybackLimits.clamp(value), timescale)
  }

  /// Creates a time from microseconds.
  package init(microseconds: Int64) {
    (value, timescale) = (PlaybackLimits.clamp(microseconds), 1_000_000)
  }

  /// The time in microseconds, rounded down; from -2⁵³ to 2⁵³.
  package var microseconds: Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: Int64(timescale))
    let (seconds, parts) =
      remainder < 0 ? (quotient - 1, remainder + Int64(timescale)) : (quotient, remainder)
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    if overflows { return value < 0 ? -PlaybackLimits.numberMax : PlaybackLimits.numberMax }
    return PlaybackLimits.clamp(whole + parts * 1_000_000 / Int64(timescale))
  }

  /// Orders the earlier moment first; the same moment with another timescale is equal in order.
  package static func < (left: Self, right: Self) -> Bool {
    let one = left.value.multipliedFullWidth(by: Int64(right.timescale))
    let other = right.value.multipliedFullWidth(by: Int64(left.timescale))
    return (one.high, one.low) < (other.high, other.low)
  }
}

/// Where an item is at one time, and how fast it moves from there.
package struct PlaybackTiming: Hashable, Sendable {
  /// The rate: 1 is normal speed, 0 stands still, a negative rate goes back. Always finite.
  package let rate: Float
  /// The moment of the item at `hostTime`. Before `hostTime`, the item stands at this moment.
  package let itemTime: ItemTime
  /// The time on this participant's clock.
  package let hostTime: HostTime

  /// Creates a timing; a rate that is not finite becomes 0.
  package init(rate: Float, itemTime: ItemTime, hostTime: HostTime) {
    self.rate = rate.isFinite ? rate : 0
    (self.itemTime, self.hostTime) = (itemTime, hostTime)
  }

  /// Returns the moment of the item at a time on the same clock.
  package func itemTime(at now: HostTime) -> ItemTime {
    let elapsed = now.since(hostTime)
    guard rate != 0, elapsed > 0 else { return itemTime }
    let moved = PlaybackLimits.clamp(Double(elapsed) * Double(rate))
    return ItemTime(microseconds: itemTime.microseconds + moved)
  }
}

/// The limits of messages about playback.
package enum PlaybackLimits {
  /// The largest number, 2⁵³: number types of every programming language can hold it.
  package static let numberMax: Int64 = 1 << 53
  /// The most UTF-8 bytes of an item's id.
  package static let itemBytesMax = 512
  /// The most UTF-8 bytes of a reason for a suspension.
  package static let reasonBytesMax = 64
  /// The most reasons that one participant can have.
  package static let reasonsMax = 8
  /// The most answers in one beat.
  package static let answersMax = 32
  /// A command may be this much newer than the newest known; so nobody can use up the numbers.
  static let lamportLeap: UInt64 = 1 << 20

  static func clamp(_ number: Int64) -> Int64 { min(max(number, -numberMax), numberMax) }
  static func clamp(_ number: Double) -> Int64 {
    Int64(min(max(number, -Double(numberMax)), Double(numberMax)))
  }
}
