import Foundation
import OpenGroupActivities

/// The time of this computer for players: in nanoseconds since a moment that is the same for the whole
/// process, and as a date.
package struct PlaybackClock: Sendable {
  package let now: @Sendable () -> Int64
  package let date: @Sendable () -> Date
  /// Rings at a moment of the call's time.
  package let timer: GroupClock

  package init(
    now: @escaping @Sendable () -> Int64, date: @escaping @Sendable () -> Date, timer: GroupClock
  ) {
    (self.now, self.date, self.timer) = (now, date, timer)
  }

  /// How many units of `now` make a second.
  package static let scale: CMTimeScale = 1_000_000_000

  private static let start = ContinuousClock.now
  package static let host = PlaybackClock(
    now: {
      let (seconds, attoseconds) = start.duration(to: .now).components
      return seconds * Int64(scale) + attoseconds / Int64(scale)
    }, date: { Date() }, timer: GroupClock(ContinuousClock()))
}
