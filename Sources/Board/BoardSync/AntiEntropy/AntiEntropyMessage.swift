import EaselBase

/// The messages by which two participants reach the same knowledge.
package enum AntiEntropyMessage: Hashable, Sendable {
  /// A summary of the sender's knowledge, sent unreliably to all. It shows whether a comparison is
  /// needed.
  case digest(KnowledgeSummary)
  /// A part of the sender's vector. It asks for the heads from which the sender learns something.
  case compare(VectorPart)
  /// The answer to a part: the heads from which the receiver learns something.
  case answer(VectorPartAnswer)
  /// A request for entries of these ranges, in this order and as many as the receiver sees fit to
  /// send.
  case wanted([EntryRange])
  /// The end of an answer to a request: the ranges that were sent; empty if none were sent.
  case supplied([EntryRange])

  /// A message asks for at most this many ranges.
  package static let rangesMax = 256

  /// Removes the hash of the sender's state from a digest.
  mutating func concealState() {
    guard case .digest(var summary) = self else { return }
    summary.state = KnowledgeSummary.unsaid
    self = .digest(summary)
  }

  /// Whether a message from outside is within bounds.
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

/// A part of a participant's vector: all replicas that the owner knows between two ids. If a peer
/// knows a replica between these ids that the part does not name, the owner does not know this
/// replica. So the peer can answer each part alone, and stores nothing between two parts.
package struct VectorPart: Hashable, Sendable {
  /// The summary of the whole vector.
  package let summary: KnowledgeSummary
  /// The part holds the replicas after this id; nil means from the first replica.
  package let after: ReplicaID?
  /// The part holds the replicas up to and including this id; nil means to the last replica.
  package let through: ReplicaID?
  /// The heads, in replica order.
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

/// The answer to a ``VectorPart``: the heads from which the sender of the part learns something.
package struct VectorPartAnswer: Hashable, Sendable {
  /// The heads in replica order, at most ``VectorPart/headsMax``.
  package let heads: [ReplicaHead]
  /// Whether there are more heads than the message can hold.
  package let hasMore: Bool
  /// Whether this is the answer to the last part.
  package let isLast: Bool

  package init(heads: [ReplicaHead], hasMore: Bool, isLast: Bool) {
    self.heads = heads
    self.hasMore = hasMore
    self.isLast = isLast
  }
}
