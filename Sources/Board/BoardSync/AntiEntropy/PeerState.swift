import EaselBase

/// What is kept of another participant.
struct PeerState: Hashable, Sendable {
  /// The last that was heard of its knowledge.
  var heard: KnowledgeSummary?
  /// When to compare with it.
  var dueAt: Uptime?
  /// When that was done last.
  var comparedAt: Uptime?
  /// It has said that there is more than it told or than was asked of it.
  var hasMore = false
  /// What was asked of it in vain.
  private(set) var refusals: [ReplicaID: Refusal] = [:]
  private var windowStart: Uptime?
  private var used = 0

  struct Refusal: Hashable, Sendable {
    var times: Int64
    var until: Uptime
  }

  static let refusalsMax = 256
  /// Of its messages that make work so many are heard within a second.
  static let demandsPerSecond = 64

  /// Whether it may be asked for entries of that replica.
  func isWorthAsking(for replica: ReplicaID, at now: Uptime) -> Bool {
    if let refusal = refusals[replica] { return refusal.until <= now }
    return refusals.count < Self.refusalsMax || refusals.values.contains { $0.until <= now }
  }

  /// It is not asked for that replica for 1 s, and longer each time.
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

  /// Whether it has not asked for too much within this second.
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
