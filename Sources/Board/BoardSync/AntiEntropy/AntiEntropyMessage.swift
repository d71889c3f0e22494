import EaselBase

/// The messages between two participants until they know the same.
package enum AntiEntropyMessage: Hashable, Sendable {
  /// To all, unreliably: a summary that shows whether there is anything to compare.
  case digest(KnowledgeSummary)
  /// Everything I know between two replicas: what do you know beyond that, and what do you lack?
  case compare(VectorPart)
  /// This is what I know beyond it.
  case answer(VectorAnswer)
  /// Send me these, as many as you see fit, in this order.
  case wanted([EntryRange])
  /// These were all for now: the sent part of the ranges; empty if there is none.
  case supplied([EntryRange])

  /// A message asks for at most this many ranges.
  package static let rangesMax = 256

  /// Removes the hash of what its sender made of the entries.
  mutating func concealState() {
    guard case .digest(var summary) = self else { return }
    summary.state = KnowledgeSummary.unsaid
    self = .digest(summary)
  }

  /// Whether a message from outside keeps within bounds.
  var isSound: Bool {
    switch self {
    case .digest: true
    case .compare(let part): part.isSound
    case .answer(let answer):
      answer.heads.count <= VectorPart.headsMax && answer.heads.allSatisfy(\.isSound)
    case .wanted(let ranges), .supplied(let ranges): ranges.count <= Self.rangesMax
    }
  }
}

/// A whole vector between two replicas. A peer that knows a replica between them that is not named
/// here knows something that the owner does not. So the peer answers each part by itself, and keeps
/// nothing.
package struct VectorPart: Hashable, Sendable {
  /// The summary of the whole vector.
  package let summary: KnowledgeSummary
  /// The part holds the replicas behind this one; nil means from the first …
  package let after: ReplicaID?
  /// … up to and including this one; nil means to the end.
  package let through: ReplicaID?
  /// In replica order.
  package let heads: [ReplicaHead]

  package static let headsMax = 512

  package init(
    summary: KnowledgeSummary, after: ReplicaID?, through: ReplicaID?, heads: [ReplicaHead]
  ) {
    self.summary = summary
    self.after = after
    self.through = through
    self.heads = heads
  }

  var isLast: Bool { through == nil }

  func spans(_ replica: ReplicaID) -> Bool {
    (after.map { $0 < replica } ?? true) && (through.map { replica <= $0 } ?? true)
  }

  var isSound: Bool {
    heads.count <= Self.headsMax && heads.allSatisfy { $0.isSound && spans($0.replica) }
      && zip(heads, heads.dropFirst()).allSatisfy { $0.replica < $1.replica }
  }
}

/// Heads from which the owner of a part learns something.
package struct VectorAnswer: Hashable, Sendable {
  /// In replica order, at most ``VectorPart/headsMax``.
  package let heads: [ReplicaHead]
  /// Whether there are more heads than fit.
  package let hasMore: Bool
  /// Whether it answers the last part.
  package let isLast: Bool

  package init(heads: [ReplicaHead], hasMore: Bool, isLast: Bool) {
    self.heads = heads
    self.hasMore = hasMore
    self.isLast = isLast
  }
}
