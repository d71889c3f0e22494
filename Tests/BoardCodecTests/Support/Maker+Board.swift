import BoardSync
import EaselBase
import GroupBase
import TestSamples

extension Maker {
  mutating func boardMessage() -> SharedBoardMessage {
    switch below(8) {
    case 0: .antiEntropy(antiEntropy())
    case 1: .election(election())
    case 2: .responder(responder())
    case 3: .presence(.init(counter: number(), value: bytes()))
    case 4: .entries(bytes())
    case 5: .event(bytes())
    default: .wet(wet())
    }
  }

  mutating func replica() -> ReplicaID { ReplicaID(bytes16()) }

  mutating func sequence(from least: UInt64 = 1) -> SequenceNumber {
    SequenceNumber(max(least, number(SequenceNumber.max.raw)))
  }

  mutating func vector() -> VersionVector {
    VersionVector(
      Dictionary(list { ($0.replica(), $0.sequence()) }) { first, _ in first })
  }

  mutating func head() -> ReplicaHead {
    ReplicaHead(replica(), sequence(from: 0), digest: bytes16(), isFrozen: coin())
  }

  mutating func summary() -> KnowledgeSummary {
    KnowledgeSummary(salt: number(), vector: bytes16(), count: number(), state: bytes16())
  }

  mutating func ranges() -> [EntryRange] {
    list { EntryRange(replica: $0.replica(), first: $0.sequence(), last: $0.sequence()) }
  }

  mutating func antiEntropy() -> AntiEntropyMessage {
    switch below(5) {
    case 0: .digest(summary())
    case 1:
      .compare(
        VectorPart(
          summary: summary(), after: coin() ? replica() : nil, through: coin() ? replica() : nil,
          heads: list { $0.head() }))
    case 2: .answer(VectorPartAnswer(heads: list { $0.head() }, hasMore: coin(), isLast: coin()))
    case 3: .wanted(ranges())
    default: .supplied(ranges())
    }
  }

  mutating func election() -> ElectionMessage {
    let term = Term(number())
    let knowledge = coin() ? vector() : nil
    let all: [ElectionMessage] = [
      .canvass(term, knowledge: knowledge), .support(term),
      .requestVote(term, knowledge: knowledge),
      .vote(term), .heartbeat(term), .heard(term), .refuse(term),
    ]
    return all[below(all.count)]
  }

  mutating func responder() -> ResponderMessage {
    let newcomer = ParticipantID(member(), join: small())
    let all: [ResponderMessage] = [
      .request(vector()), .assign(newcomer, vector()), .ask(vector()), .answering(vector()),
    ]
    return all[below(all.count)]
  }

  mutating func point() -> WetPoint {
    WetPoint(x: Int32(truncatingIfNeeded: number()), y: Int32(bitPattern: small()))
  }

  mutating func wet() -> WetFrame<WetPoint, [UInt8]> {
    switch below(3) {
    case 0:
      .whole(
        .init(
          stroke: number(), number: number(), replica: coin() ? replica() : nil,
          sequence: sequence(), style: bytes()), points: list { $0.point() })
    case 1:
      .more(
        stroke: UInt8(truncatingIfNeeded: number()), from: below(WetInk.pointsMax + 1),
        offsets: list { $0.point() })
    default: .abandoned(stroke: number())
    }
  }
}
