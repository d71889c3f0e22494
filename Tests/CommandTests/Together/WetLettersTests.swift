import Drawing
import Testing
import Vocabulary
import Whiteboard

@testable import easel

@MainActor @Suite struct WetLettersTests {
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

  @Test("ink that follows each other is laid once, each line as it was told last, and in its place")
  func joining() throws {
    let gone = ink(2, 2).id
    let letters = [
      wet(ink(1, 1)), wet(ink(2, 2)), wet(ink(1, 3)), .event(.session(.wetGone(gone), in: session)),
      wet(ink(2, 4)), .event(.session(.wets([ink(3, 1), ink(2, 5)]), in: session)), wet(ink(3, 2)),
    ]
    let told = letters.joiningInk.map { letter -> [GuestItem] in
      if case .event(.session(.wets(let items), session)) = letter { items } else { [] }
    }
    #expect(told == [[ink(2, 2), ink(1, 3)], [], [ink(2, 5), ink(3, 2)]])
  }
}
