import EaselBase

/// Schedules the hash of the picture, by which members compare their pictures. It is computed after
/// a pause, because hashing costs as much as painting.
struct StateHashing: Sendable {
  /// The pause after the last change, in milliseconds.
  static let pause: Int64 = 2_000
  /// The uptime at which the hash is due; nil while the picture has not changed.
  private(set) var due: Uptime?

  mutating func changed(at now: Uptime) { due = now.advanced(by: Self.pause) }

  /// Returns true if the hash is due. The hash is then no longer due until the next change.
  mutating func isDue(at now: Uptime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
