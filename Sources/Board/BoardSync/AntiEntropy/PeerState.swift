import EaselBase

/// The facts that this participant stores about one peer.
struct PeerState: Hashable, Sendable {
  /// The last summary of the peer's knowledge.
  var heard: KnowledgeSummary?
  /// The time of the next comparison with the peer; nil if none is needed.
  var dueAt: Uptime?
  /// The time when this participant last began a comparison with the peer.
  var comparedAt: Uptime?
  /// Whether the peer has more heads or entries than it sent, or than it was asked for.
  var hasMore = false
  /// The replicas for which a request to the peer brought nothing.
  private(set) var refusals: [ReplicaID: Refusal] = [:]
  private var windowStart: Uptime?
  private var used = 0

  struct Refusal: Hashable, Sendable {
    var times: Int64
    var until: Uptime
  }

  static let refusalsMax = 256
  /// This participant handles at most this many costly messages of a peer within a second.
  static let demandsPerSecond = 64

  /// Returns whether this participant may ask the peer for entries of this replica.
  func isWorthAsking(for replica: ReplicaID, at now: Uptime) -> Bool {
    if let refusal = refusals[replica] { return refusal.until <= now }
    return refusals.count < Self.refusalsMax || refusals.values.contains { $0.until <= now }
  }

  /// Blocks requests to the peer for this replica: first for 1 s, and after each failure for twice
  /// as long, up to 32 s.
  mutating func disappointed(in replica: ReplicaID, at now: Uptime) {
    if refusals.count >= Self.refusalsMax {
      refusals = refusals.filter { $0.value.until > now || $0.key == replica }
    }
    if refusals[replica] == nil, refusals.count >= Self.refusalsMax,
      let first = refusals.min(by: { ($0.value.until, $0.key) < ($1.value.until, $1.key) })
    {
      refusals[first.key] = nil
    }
    let times = min((refusals[replica]?.times ?? 0) + 1, 6)
    refusals[replica] = Refusal(times: times, until: now.advanced(by: 500 << times))
  }

  mutating func kept(_ replica: ReplicaID) { refusals[replica] = nil }

  /// Counts a costly message, and returns whether the peer is within the limit for this second.
  mutating func mayDemand(at now: Uptime) -> Bool {
    if windowStart.map({ now.since($0) >= 1_000 }) ?? true {
      windowStart = now
      used = 0
    }
    guard used < Self.demandsPerSecond else { return false }
    used += 1
    return true
  }
}
