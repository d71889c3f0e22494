import Foundation
import GroupPlayback
import OpenGroupActivities

/// The time of this computer for players: since a moment that is the same for the whole process, and as
/// a date.
package struct PlaybackClock: Sendable {
  package let now: @Sendable () -> HostTime
  package let date: @Sendable () -> Date
  /// Rings at a moment of its own time.
  package let timer: GroupClock

  package init(
    now: @escaping @Sendable () -> HostTime, date: @escaping @Sendable () -> Date,
    timer: GroupClock
  ) {
    (self.now, self.date, self.timer) = (now, date, timer)
  }

  private static let start = ContinuousClock.now
  package static let host = PlaybackClock(
    now: { HostTime(microseconds: 0).advanced(by: start.duration(to: .now)) },
    date: { Date() }, timer: GroupClock(ContinuousClock()))

  /// Returns the date of a moment.
  func date(of moment: HostTime) -> Date {
    date().addingTimeInterval(Double(moment.since(now())) / 1_000_000)
  }
}
