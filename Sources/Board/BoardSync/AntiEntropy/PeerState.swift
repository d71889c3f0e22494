import EaselBase

/// The state that this participant keeps about a peer.
struct PeerState: Hashable, Sendable {
  /// The last summary that the peer sent of its knowledge.
  var heard: KnowledgeSummary?
  /// When to compare with the peer.
  var dueAt: Uptime?
  /// When this participant last began to compare with it.
  var comparedAt: Uptime?
  /// Whether the peer has more than it sent, or more than it was asked for.
  var hasMore = false
  /// The replicas that the peer was asked for in vain.
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

  /// Whether this participant may ask the peer for entries of that replica.
  func isWorthAsking(for replica: ReplicaID, at now: Uptime) -> Bool {
    if let refusal = refusals[replica] { return refusal.until <= now }
    return refusals.count < Self.refusalsMax || refusals.values.contains { $0.until <= now }
  }

  /// Blocks requests to the peer for that replica: for 1 s, and longer each time.
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

  /// Counts a costly message, and returns whether the peer keeps within the limit of this second.
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
