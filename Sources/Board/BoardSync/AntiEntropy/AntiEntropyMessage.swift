import EaselBase

/// What two participants say to each other until they know the same.
public enum AntiEntropyMessage: Hashable, Sendable {
  /// To everybody, unreliably: whether there is anything to talk about.
  case digest(KnowledgeSummary)
  /// Everything I know between two replicas: what do you know beyond that, and what do you lack?
  case compare(VectorPart)
  /// What I know beyond it.
  case answer(VectorAnswer)
  /// Send me these, as many as you see fit, in this order.
  case wanted([EntryRange])
  /// Those were all for now: what was sent of the ranges, empty where there is nothing.
  case supplied([EntryRange])

  /// A message asks for at most so many ranges.
  public static let rangesMax = 256

  /// Leaves out what its sender made of the entries.
  mutating func concealState() {
    guard case .digest(var summary) = self else { return }
    summary.state = KnowledgeSummary.unsaid
    self = .digest(summary)
  }

  /// Whether one that came from outside keeps within bounds.
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

/// A whole vector between two replicas: who knows one that lies between and is not named in it
/// knows something its owner does not. So each part is answered by itself, and nothing is kept.
public struct VectorPart: Hashable, Sendable {
  /// Of the whole vector.
  public let summary: KnowledgeSummary
  /// The replicas behind this one, from the first where nil …
  public let after: ReplicaID?
  /// … up to and with this one, to the end where nil.
  public let through: ReplicaID?
  /// In replica order.
  public let heads: [ReplicaHead]

  public static let headsMax = 512

  public init(
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
public struct VectorAnswer: Hashable, Sendable {
  /// In replica order, at most ``VectorPart/headsMax``.
  public let heads: [ReplicaHead]
  /// There are more than fit.
  public let hasMore: Bool
  /// It answers the last part.
  public let isLast: Bool

  public init(heads: [ReplicaHead], hasMore: Bool, isLast: Bool) {
    self.heads = heads
    self.hasMore = hasMore
    self.isLast = isLast
  }
}
