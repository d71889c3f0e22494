import Drawing
import Log
import Testing
import Vocabulary
import Whiteboard

@testable import easel

@MainActor @Suite struct DrawnLettersTests {
  private let session = Bytes16(high: 1, low: 1)

  private func ink(_ hand: UInt64, _ points: Int) -> GuestItem {
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.cyan.color, width: 1), stepExponent: 0)
    let entry = EntryID(ReplicaID(Bytes16(high: 3, low: hand)), SequenceNumber(1))
    return GuestItem(
      id: GuestItem.ID(participant: Bytes16(high: 2, low: hand), number: 1), entry: entry,
      item: .stroke(style),
      runs: [(0..<points).map { BoardPoint(x: Int32($0), y: 0) }])
  }

  private func wet(_ item: GuestItem) -> Gathering.Letter {
    .event(.session(.wet(item), in: session))
  }

  private func dry(_ number: UInt64) -> Entry {
    let replica = ReplicaID(Bytes16(high: 3, low: number))
    let stamp = Stamp(
      id: EntryID(replica, SequenceNumber(1)), author: AuthorID(Bytes16(high: 4, low: number)),
      lamport: Lamport(number), at: 0, lasted: 0)
    return Entry(stamp: stamp, previous: nil, birth: nil, payload: [])
  }

  private func tell(_ event: SessionEvent) -> Gathering.Letter {
    .event(.session(event, in: session))
  }

  private func told(_ letters: [Gathering.Letter]) -> [String] {
    letters.joiningDrawing.map { letter in
      guard case .event(.session(let event, let session)) = letter else { return "other" }
      switch event {
      case .received(let entries, _): return "dry \(entries.map(\.stamp.lamport.raw))"
      case .wetGone(let id): return "gone \(id.participant.low)"
      case .wets(let items):
        return "wet \(items.map { [$0.id.participant.low, UInt64($0.pointCounts[0])] })"
      default: return "session \(session.high)"
      }
    }
  }

  @Test("what is drawn and follows each other is told at once, each line as it was told last")
  func joining() {
    let letters = [
      wet(ink(1, 1)), tell(.received([dry(7)])), wet(ink(2, 2)), wet(ink(1, 3)),
      tell(.wetGone(ink(3, 1).id)), tell(.received([dry(8), dry(9)])), tell(.wets([ink(2, 5)])),
    ]
    #expect(told(letters) == ["dry [7, 8, 9]", "gone 3", "wet [[1, 3], [2, 5]]"])
  }

  @Test("a line that is gone is not told, unless one of its name begins behind it")
  func going() {
    let gone = tell(.wetGone(ink(1, 1).id))
    #expect(told([wet(ink(1, 1)), gone]) == ["gone 1"])
    #expect(told([wet(ink(1, 4)), gone, wet(ink(1, 1))]) == ["gone 1", "wet [[1, 1]]"])
  }

  @Test("nothing is told behind what came later of another kind, or of another session")
  func order() {
    let other = Gathering.Letter.event(.session(.wet(ink(2, 2)), in: Bytes16(high: 8, low: 8)))
    let letters = [wet(ink(1, 1)), tell(.participants([])), wet(ink(1, 2)), other]
    #expect(
      told(letters) == ["wet [[1, 1]]", "session 1", "wet [[1, 2]]", "wet [[2, 2]]"])
  }
}
