/// Decides when arrived ink is merged and a frame is drawn: as soon as the terminal has accepted the
/// last frame. While the terminal accepts nothing, ink of other members is still merged ten times a
/// second, so that the board follows the others even if the user stops the output.
struct FrameSchedule {
  /// How long arrived ink waits for a terminal that accepts nothing, in milliseconds.
  static let patience: Int64 = 100
  /// The uptime at which arrived ink is merged although the terminal has not accepted the last
  /// frame; nil while none waits for the terminal.
  private(set) var mergesAt: Int64?

  /// Returns whether a frame is due at this uptime.
  mutating func isDue(at now: Int64, isTerminalReady: Bool, hasArrivals: Bool) -> Bool {
    guard hasArrivals, !isTerminalReady else {
      mergesAt = nil
      return isTerminalReady
    }
    let moment = mergesAt ?? now + Self.patience
    mergesAt = now < moment ? moment : nil
    return now >= moment
  }
}
