/// Milliseconds on a clock that never goes back. Code that decides receives the time and never
/// reads the clock.
public struct Uptime: InstantProtocol, Sendable {
  /// The reading of the clock, in milliseconds; only differences of readings have a meaning.
  public let milliseconds: Int64
  /// Creates a moment from a reading of the clock, in milliseconds.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// Orders the earlier moment first.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the moment that is this much later; parts of a millisecond are dropped. If the sum
  /// overflows, returns the largest or the smallest moment.
  public func advanced(by duration: Duration) -> Uptime { advanced(by: duration.milliseconds) }

  /// Returns the time from this moment to the other; negative if the other is earlier.
  public func duration(to other: Uptime) -> Duration { .milliseconds(other.since(self)) }

  /// Returns the moment `milliseconds` later; a negative number gives an earlier moment. If the sum
  /// overflows, returns the largest or the smallest moment.
  package func advanced(by milliseconds: Int64) -> Uptime {
    let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
    guard overflows else { return Uptime(milliseconds: sum) }
    return Uptime(milliseconds: milliseconds < 0 ? .min : .max)
  }

  /// Returns the milliseconds since the other moment; negative if the other is later.
  package func since(_ other: Uptime) -> Int64 {
    let (difference, overflows) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    guard overflows else { return difference }
    return milliseconds < other.milliseconds ? .min : .max
  }

  /// Returns the earliest of the moments; nil if there is none.
  package static func first(of moments: Uptime?...) -> Uptime? {
    var first: Uptime?
    for case let moment? in moments where first.map({ moment < $0 }) ?? true { first = moment }
    return first
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded toward zero and limited to the range of `Int64`.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    guard overflows || overflowsToo else { return sum }
    return seconds < 0 ? .min : .max
  }
}
