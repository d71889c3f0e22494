import EaselBase

/// When to look whether all have made the same of the same entries: after a pause, for it costs as
/// much as painting.
struct StateHashing: Sendable {
  /// Milliseconds after the last change.
  static let pause: Int64 = 2_000
  /// By the uptime; nil while nothing changed.
  private(set) var due: Uptime?

  mutating func changed(at now: Uptime) { due = now.advanced(by: Self.pause) }

  /// True once when it is time.
  mutating func isDue(at now: Uptime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
