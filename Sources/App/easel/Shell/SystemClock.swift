import EaselBase
import TerminalIO

/// The clocks of this machine.
enum SystemClock {
  /// Returns milliseconds on a clock that never goes back.
  static func uptime() -> Int64 { Terminal.uptime() }

  static func now() -> Moment { Moment(uptime: uptime(), wall: WallClock.now()) }
}
