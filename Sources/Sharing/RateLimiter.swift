/// A token bucket for the unreliable messages of one member: every message costs a token, tokens come
/// back at a steady rate, and a bucket that is full allows a burst.
struct RateLimiter: Hashable, Sendable {
  private static let perMessage: Int64 = 1_000

  let rate: Rate
  /// In thousandths of a message, so that a millisecond brings a whole number.
  private var tokens: Int64
  private var filledAt: Uptime

  /// How many messages a bucket allows.
  struct Rate: Hashable, Sendable {
    let perSecond: Int64
    /// So many at once after a pause. The network may stand still for ``Router/silenceMax``, which
    /// closes a link, and bring all that was said meanwhile at once.
    let burst: Int64

    /// For a participant's presence, and for all that a watcher says. An honest one sends presence
    /// 30 times a second.
    static let watcher = Rate(perSecond: 60, burst: 256)
    /// For all that a member says that may draw. While a person draws, Easel sends presence 30 times
    /// a second, at most 40 frames of the moving pen, and two frames for each stroke that is begun
    /// and given up. Other activities may show every movement of a pointer.
    static let drawer = Rate(perSecond: 512, burst: 4_096)
  }

  init(_ rate: Rate, at now: Uptime) {
    self.rate = rate
    tokens = rate.burst * Self.perMessage
    filledAt = now
  }

  /// Counts messages that came at once.
  ///
  /// - Returns: whether all of them are within the rate. If not, the receiver drops them all, and they
  ///   cost nothing.
  mutating func admits(_ messages: Int = 1, at now: Uptime) -> Bool {
    fill(at: now)
    let cost = Int64(clamping: messages).multipliedReportingOverflow(by: Self.perMessage)
    guard !cost.overflow, cost.partialValue <= tokens else { return false }
    tokens -= cost.partialValue
    return true
  }

  /// Whether it is as if its member had sent nothing yet.
  mutating func isFull(at now: Uptime) -> Bool {
    fill(at: now)
    return tokens == rate.burst * Self.perMessage
  }

  private mutating func fill(at now: Uptime) {
    let passed = max(now.since(filledAt), 0)
    filledAt = max(filledAt, now)
    // A longer pause brings no more than a full bucket.
    let longest = rate.burst * Self.perMessage / rate.perSecond + 1
    tokens = min(
      tokens + min(passed, longest) * rate.perSecond, rate.burst * Self.perMessage)
  }
}
