import BoardSync
import EaselBase
import GroupTesting

extension AntiEntropyMessage {
  /// Anything a member with a changed program might say, often about replicas that there are.
  static func lie(
    about heads: [ReplicaHead], using chance: inout SplitMix64
  ) -> AntiEntropyMessage {
    let summary = KnowledgeSummary(
      salt: chance.next(), vector: chance.bytes16(), count: chance.number(),
      state: chance.bytes16())
    let count = chance.percent(5) ? 600 : Int.random(in: 0...20, using: &chance)
    let made = (0..<count).map { _ in
      ReplicaHead(
        heads.randomElement(using: &chance)?.replica
          ?? .test(Int.random(in: 0...9, using: &chance)),
        SequenceNumber(chance.number()), digest: chance.bytes16(), isFrozen: chance.percent(10))
    }
    let ranges = made.map {
      EntryRange(
        replica: $0.replica, first: SequenceNumber(chance.percent(50) ? 1 : chance.number()),
        last: $0.sequence)
    }
    switch chance.next() % 5 {
    case 0: return .digest(summary)
    case 1:
      let unique = Dictionary(made.map { ($0.replica, $0) }) { first, _ in first }.values
      let sorted = unique.sorted { $0.replica < $1.replica }
      return .compare(VectorPart(summary: summary, after: nil, through: nil, heads: sorted))
    case 2:
      return .answer(
        VectorPartAnswer(heads: made, hasMore: chance.percent(50), isLast: chance.percent(50)))
    case 3: return .wanted(ranges)
    default: return .supplied(ranges)
    }
  }
}

extension SplitMix64 {
  mutating func bytes16() -> Bytes16 { Bytes16(high: next(), low: next()) }

  /// Small, large or beyond all bounds.
  mutating func number() -> UInt64 {
    switch next() % 4 {
    case 0: next() % 10
    case 1: SequenceNumber.max.raw
    case 2: .max
    default: next()
    }
  }
}
