import EaselBase

/// Says how many chunks a reader may have under way, so that its transfer does not delay other
/// messages.
///
/// Two chunks keep a path busy. When the round trip of a chunk is more than 25 ms above the least
/// one, data waits in a line somewhere. The reader then goes on with one chunk, after a pause.
package struct JournalPacing: Hashable, Sendable {
  /// The most chunks under way.
  package static let chunksMax = 2
  /// The longest time by which a round trip may be above the least one, in milliseconds.
  package static let excessMax: Int64 = 25
  private static let pauseMax: Int64 = 500
  /// The least round trip is forgotten after one to two such times, since paths change.
  private static let memory: Int64 = 30_000

  private var least: Int64?
  private var formerLeast: Int64?
  private var leastSince: Uptime?
  private var isSlowed = false
  private(set) var resumesAt: Uptime?

  package init() {}

  /// Returns how many chunks may be under way now.
  package func chunksMax(at now: Uptime) -> Int {
    if let resumesAt, now < resumesAt { return 0 }
    return isSlowed ? 1 : Self.chunksMax
  }

  /// Measures the round trip of a whole chunk, in milliseconds.
  package mutating func measure(_ roundTrip: Int64, at now: Uptime) {
    if let since = leastSince, now.since(since) > Self.memory {
      (formerLeast, least, leastSince) = (least, nil, now)
    }
    if leastSince == nil { leastSince = now }
    least = min(least ?? roundTrip, roundTrip)
    let excess = roundTrip - min(least ?? roundTrip, formerLeast ?? roundTrip) - Self.excessMax
    isSlowed = excess > 0
    resumesAt = excess > 0 ? now.advanced(by: min(excess, Self.pauseMax)) : nil
  }

  /// A chunk did not come in time.
  mutating func slowDown() { isSlowed = true }
}
