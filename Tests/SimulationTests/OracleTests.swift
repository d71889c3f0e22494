import BoardModel
import EaselBase
import Testing

@testable import easel_sim

/// The oracle itself, where it is plain what it must say.
@Suite struct OracleTests {
  private let author = AuthorID(Bytes16(high: 5, low: 5))

  private func stamp(_ replica: UInt64, _ number: UInt64, at lamport: UInt64) -> Stamp {
    Stamp(
      id: EntryID(ReplicaID(Bytes16(high: replica, low: 0)), SequenceNumber(number)),
      author: author, lamport: Lamport(lamport), at: 0, lasted: 0)
  }

  private let label = Item.label(
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 1, rowHeight: 1, color: InkColor(rgb: 1),
      text: SafeText("a")))

  @Test("a clear hides what its author saw and nothing else")
  func clear() {
    let seen = VersionVector([ReplicaID(Bytes16(high: 1, low: 0)): SequenceNumber(1)])
    let oracle = Oracle([
      (stamp(1, 1, at: 1), .init(.make(label))),
      (stamp(1, 2, at: 2), .init(.make(label))),
      (stamp(2, 1, at: 9), .init(.change(.upTo(seen), .hide))),
    ])
    #expect(oracle.things.map(\.id.sequence.raw) == [2])
  }

  @Test("the highest verdict stands, in whatever order the list comes")
  func verdicts() {
    let thing = stamp(1, 1, at: 1)
    let history: [Oracle.StampedOperation] = [
      (stamp(1, 3, at: 7), .init(.restore(thing.id))), (thing, .init(.make(label))),
      (stamp(1, 2, at: 4), .init(.cancel(thing.id))),
    ]
    #expect(Oracle(history).things.count == 1)
    #expect(Oracle(Array(history.dropFirst())).things.isEmpty)
  }
}
