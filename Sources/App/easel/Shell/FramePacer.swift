/// When to draw: the first change after a pause at once, and while changes follow each other one
/// frame every 1/120 s. Times are uptimes in milliseconds.
struct FramePacer {
  /// Nearly 1/120 s, in whole milliseconds.
  static let interval: Int64 = 8

  private var lastDrawn: Int64?
  private var isWaiting = false

  /// Something on the screen changed. True if it is to be drawn now; otherwise `deadline` says when.
  mutating func changed(at now: Int64) -> Bool {
    isWaiting = true
    return isDue(at: now)
  }

  /// True if a change waited for this moment.
  mutating func isDue(at now: Int64) -> Bool {
    guard isWaiting else { return false }
    if let lastDrawn, now < lastDrawn + Self.interval, now >= lastDrawn { return false }
    isWaiting = false
    lastDrawn = now
    return true
  }

  /// When to ask again; nil while nothing waits to be drawn.
  var deadline: Int64? { isWaiting ? lastDrawn.map { $0 + Self.interval } : nil }
}
