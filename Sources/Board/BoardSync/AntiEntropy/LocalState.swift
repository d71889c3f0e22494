import EaselBase

/// The knowledge of this participant, as the caller reported it.
struct LocalState: Hashable, Sendable {
  private(set) var heads: [ReplicaID: ReplicaHead] = [:]
  var state = KnowledgeSummary.unsaid

  /// Forgets all heads.
  mutating func removeAll() { heads = [:] }

  mutating func set(_ head: ReplicaHead) { heads[head.replica] = head }

  /// The number of accepted entries; `UInt64.max` if the sum does not fit.
  var count: UInt64 {
    heads.values.reduce(0) { sum, head in
      let (total, overflows) = sum.addingReportingOverflow(head.sequence.raw)
      return overflows ? .max : total
    }
  }

  func summary(salt: UInt64) -> KnowledgeSummary {
    KnowledgeSummary(salt: salt, vector: mix(salt: salt), count: count, state: state)
  }

  /// Returns whether the summarised vector equals this vector. It costs about 30 ns for each
  /// replica.
  func matches(_ summary: KnowledgeSummary) -> Bool { mix(salt: summary.salt) == summary.vector }

  private func mix(salt: UInt64) -> Bytes16 {
    var mix = HeadsDigest(salt: salt)
    for head in heads.values { mix.add(head) }
    return mix.value
  }

  /// Returns the whole vector in parts of bounded size, in replica order.
  func parts(salt: UInt64) -> [VectorPart] {
    let summary = summary(salt: salt)
    let sorted = heads.values.sorted { $0.replica < $1.replica }
    let starts = stride(from: 0, to: max(sorted.count, 1), by: VectorPart.headsMax)
    return starts.map { start in
      let end = min(start + VectorPart.headsMax, sorted.count)
      return VectorPart(
        summary: summary, after: start == 0 ? nil : sorted[start - 1].replica,
        through: end == sorted.count ? nil : sorted[end - 1].replica,
        heads: Array(sorted[start..<end]))
    }
  }

  /// Returns the heads from which the owner of this part would learn something, in replica order.
  func news(for part: VectorPart) -> [ReplicaHead] {
    let theirs = Dictionary(part.heads.map { ($0.replica, $0) }) { first, _ in first }
    return heads.values
      .filter { part.spans($0.replica) && $0.lacking(at: theirs[$0.replica]) != nil }
      .sorted { $0.replica < $1.replica }
  }

  /// Returns the parts of the requested ranges that this participant may be able to send.
  func clamped(_ ranges: [EntryRange]) -> [EntryRange] {
    ranges.compactMap { range in
      guard let head = heads[range.replica] else { return nil }
      let last = min(range.last, head.lastShown)
      guard range.first.raw >= 1, range.first <= last else { return nil }
      return EntryRange(replica: range.replica, first: range.first, last: last)
    }
  }
}
