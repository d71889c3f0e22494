/// A token bucket for the unreliable messages of one member: every message costs a token, tokens
/// come back at a steady rate, and a bucket that is full allows a burst.
package struct RateLimiter: Hashable, Sendable {
  private static let perMessage: Int64 = 1_000

  /// The tokens that come back in a second. An honest watcher sends 30 messages a second, as a
  /// participant that shows presence does.
  package static let perSecond: Int64 = 60
  /// This many messages may come at once after a pause. The network may deliver nothing for almost
  /// `Router.silenceMax`, after which the link would close, and then deliver all messages of that
  /// time at once.
  package static let burst: Int64 = 256

  /// The tokens that are left, in thousandths of a message, so that each millisecond adds a whole
  /// number.
  private var tokens = burst * perMessage
  private var filledAt: Uptime

  package init(at now: Uptime) { filledAt = now }

  /// Counts messages that came at once.
  ///
  /// - Returns: whether all of them are within the rate. If not, the receiver drops them all, and
  ///   they cost nothing.
  package mutating func admits(_ messages: Int = 1, at now: Uptime) -> Bool {
    fill(at: now)
    let cost = Int64(clamping: messages).multipliedReportingOverflow(by: Self.perMessage)
    guard !cost.overflow, cost.partialValue <= tokens else { return false }
    tokens -= cost.partialValue
    return true
  }

  /// Whether the bucket is full, as if its member had sent nothing yet.
  package mutating func isFull(at now: Uptime) -> Bool {
    fill(at: now)
    return tokens == Self.burst * Self.perMessage
  }

  private mutating func fill(at now: Uptime) {
    let passed = max(now.since(filledAt), 0)
    filledAt = max(filledAt, now)
    // A longer pause brings no more than a full bucket.
    let longest = Self.burst * Self.perMessage / Self.perSecond + 1
    tokens = min(
      tokens + min(passed, longest) * Self.perSecond, Self.burst * Self.perMessage)
  }
}
