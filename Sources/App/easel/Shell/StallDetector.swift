/// Finds out whether this program keeps up: whether it wakes in time, and whether the terminal accepts
/// frames. A film that people watch in step goes on without a program that does not.
struct StallDetector {
  /// A program that is late by more than this, in milliseconds, does not keep up.
  static let patience: Int64 = 1_000
  /// The uptime since which the terminal has accepted no frame; nil while it accepts frames.
  private var waitsSince: Int64?

  /// Returns whether the program does not keep up.
  ///
  /// - Parameter due: the uptime at which the loop wanted to wake; nil if it wanted to wait.
  mutating func isStalled(due: Int64?, at now: Int64, isTerminalReady: Bool) -> Bool {
    waitsSince = isTerminalReady ? nil : waitsSince ?? now
    return [due, waitsSince].contains { $0.map { now - $0 > Self.patience } ?? false }
  }
}
