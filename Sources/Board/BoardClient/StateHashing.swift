import EaselBase

/// Schedules the comparison of pictures between members: after a pause, because hashing costs as
/// much as painting.
struct StateHashing: Sendable {
  /// Milliseconds after the last change.
  static let pause: Int64 = 2_000
  /// The uptime at which it is due; nil while nothing has changed.
  private(set) var due: Uptime?

  mutating func changed(at now: Uptime) { due = now.advanced(by: Self.pause) }

  /// Returns true once when it is due.
  mutating func isDue(at now: Uptime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
