/// Decides when to draw. The first change after a pause is drawn at once. While changes follow each
/// other, one frame is drawn every 1/120 s. Times are uptimes in milliseconds.
struct FramePacer {
  /// Nearly 1/120 s, in whole milliseconds.
  static let interval: Int64 = 8

  private var lastDrawn: Int64?
  private var isWaiting = false

  /// Notes a change on the screen. Returns true if it is to be drawn now; otherwise `deadline` says
  /// when.
  mutating func changed(at now: Int64) -> Bool {
    isWaiting = true
    return isDue(at: now)
  }

  /// Returns true if a change waits and may be drawn now.
  mutating func isDue(at now: Int64) -> Bool {
    guard isWaiting else { return false }
    if let lastDrawn, now < lastDrawn + Self.interval, now >= lastDrawn { return false }
    isWaiting = false
    lastDrawn = now
    return true
  }

  /// When to ask again; nil while no change waits.
  var deadline: Int64? { isWaiting ? lastDrawn.map { $0 + Self.interval } : nil }
}
