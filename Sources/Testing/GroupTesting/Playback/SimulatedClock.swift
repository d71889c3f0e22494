import EaselBase
import GroupCore
import GroupPlayback

/// A participant's monotone clock, which differs from true time by an offset and a drift.
package struct SimulatedClock: Sendable {
  /// The reading of the clock at true time 0, in microseconds.
  let offset: Int64
  /// How fast the clock runs ahead, in millionths.
  let drift: Int64

  package init(offset: Int64, drift: Int64) { (self.offset, self.drift) = (offset, drift) }

  /// Returns what the clock shows at a true time.
  package func time(at truth: Uptime) -> HostTime {
    HostTime(microseconds: offset + truth.milliseconds * (1_000_000 + drift) / 1_000)
  }

  /// Returns the first true time, in whole milliseconds, at which the clock shows `time` or more.
  package func truth(at time: HostTime) -> Uptime {
    let elapsed = (time.microseconds - offset) * 1_000
    let speed = 1_000_000 + drift
    return Uptime(milliseconds: (elapsed + speed - 1) / speed)
  }
}
