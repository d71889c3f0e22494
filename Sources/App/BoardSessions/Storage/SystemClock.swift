import EaselBase
import EaselPlatform

/// The clocks of this machine.
package enum SystemClock {
  /// Returns milliseconds on a clock that never goes back.
  package static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  package static func now() -> Moment { Moment(uptime: uptime(), wall: WallClock.now()) }
}
