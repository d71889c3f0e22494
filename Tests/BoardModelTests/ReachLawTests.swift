import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// L10: an operation reaches only what stands before it in the order of the log.
struct ReachLawTests {
  private let first = EntryID(Named.replica(1), SequenceNumber(1))
  private let second = EntryID(Named.replica(1), SequenceNumber(2))

  /// Checks that all orders of arrival give the picture of the oracle, and returns it.
  private func picture(of entries: [Entry]) -> Picture {
    let wanted = Oracle(entries).things
    let pictures = entries.pictures
    #expect(pictures.allSatisfy { $0.seen == wanted && $0.seenCount == wanted.count })
    return pictures[0]
  }

  @Test(
    "L10 · a change does nothing to things that were made after it, in any order of arrival",
    arguments: Operation.Effect.kinds + [.reorder(.front), .reorder(.back)])
  func futureThings(effect: Operation.Effect) {
    let plain = [
      Entry(.rectangle(at: 0), by: 1, 1, at: 1), Entry(.rectangle(at: 2_000), by: 1, 2, at: 5),
    ]
    let early = Entry(.change(.items([first, second]), effect), by: 2, 1, at: 3)
    let late = Entry(.change(.items([first, second]), effect), by: 2, 1, at: 7)
    let only = Entry(.change(.items([first]), effect), by: 2, 1, at: 3)
    #expect(
      picture(of: plain + [early]).canonicalBytes() == picture(of: plain + [only]).canonicalBytes())
    let changed = picture(of: plain + [late])
    if effect != .reorder(.front), effect != .reorder(.back) {
      #expect(changed.canonicalBytes() != picture(of: plain + [early]).canonicalBytes())
    }
  }

  @Test(
    "L10 · at one time, the replica decides which of two operations reaches the other",
    arguments: Operation.Effect.kinds)
  func equalTimes(effect: Operation.Effect) {
    let one = EntryID(Named.replica(1), SequenceNumber(1))
    let three = EntryID(Named.replica(3), SequenceNumber(1))
    _ = picture(of: [
      Entry(.rectangle(at: 0), by: 1, 1, at: 4), Entry(.rectangle(at: 900), by: 3, 1, at: 4),
      Entry(.change(.items([one, three]), effect), by: 2, 1, at: 4),
    ])
  }

  @Test("L10 · a clear ends in each replica before the first operation that stands above it")
  func futureOfClear() {
    let far = VersionVector([
      Named.replica(1): SequenceNumber(1 << 52), Named.replica(4): SequenceNumber(9),
    ])
    let entries = [
      Entry(.rectangle(at: 0), by: 1, 1, at: 1), Entry(.rectangle(at: 10), by: 1, 2, at: 2),
      Entry(.rectangle(at: 20), by: 1, 3, at: 6),
      Entry(.change(.upTo(far), .hide), by: 2, 1, at: 4),
      Entry(.rectangle(at: 30), by: 4, 1, at: 5),
    ]
    let picture = picture(of: entries)
    #expect(picture.things.map(\.id) == [entries[4].id, entries[2].id])
    // The cancel and the restore of the clear reach as far as the clear.
    let undone = entries + [Entry(.cancel(entries[3].id), by: 3, 1, at: 7)]
    #expect(self.picture(of: undone).seenCount == 4)
    let redone = undone + [Entry(.restore(entries[3].id), by: 3, 2, at: 8)]
    #expect(self.picture(of: redone).seenCount == 2)
  }

  @Test("L10 · a clear of one's own replica hides nothing that is drawn after it")
  func ownFuture() {
    let far = VersionVector([Named.replica(1): SequenceNumber(1 << 52)])
    let entries = [
      Entry(.rectangle(at: 0), by: 1, 1, at: 1), Entry(.change(.upTo(far), .hide), by: 1, 2, at: 2),
      Entry(.rectangle(at: 10), by: 1, 3, at: 3),
    ]
    #expect(picture(of: entries).things.map(\.id) == [entries[2].id])
  }

  @Test("L10 · a cancel and a restore reach no operation that stands above them")
  func futureVerdicts() {
    let made = Entry(.rectangle(at: 0), by: 1, 2, at: 5)
    let before = Entry(.cancel(made.id), by: 1, 1, at: 3)
    let foreign = Entry(.restore(made.id), by: 2, 1, at: 4)
    #expect(picture(of: [before, made, foreign]).seenCount == 1)
    let after = Entry(.cancel(made.id), by: 1, 3, at: 6)
    #expect(picture(of: [before, made, foreign, after]).seenCount == 0)
  }

  @Test("L10 · a cancel reaches the members of a gesture that stand before it")
  func laterMembers() {
    let entries = [
      Entry(.rectangle(at: 0), by: 1, 1, at: 1),
      Entry(.rectangle(at: 10), by: 1, 2, at: 2, gesture: 1),
      Entry(.cancel(EntryID(Named.replica(1), SequenceNumber(1))), by: 11, 1, at: 3),
      Entry(.rectangle(at: 20), by: 1, 3, at: 4, gesture: 1),
    ].map { entry in
      // The second replica belongs to the same author.
      Entry(
        operation: entry.operation,
        stamp: Stamp(
          id: entry.id, author: Named.author(1), lamport: entry.stamp.lamport, at: 0, lasted: 0))
    }
    #expect(picture(of: entries).things.map(\.id) == [entries[3].id])
  }

  @Test("L10 · a piece goes with its stroke", arguments: Operation.Effect.kinds)
  func pieces(effect: Operation.Effect) {
    let entries = [
      Entry(.rectangle(at: 0), by: 1, 1, at: 1),
      Entry(.rectangle(at: 0, continues: true), by: 1, 2, at: 5, gesture: 1),
    ]
    // The first names the stroke, and so changes the later piece too. The second names the later piece
    // only, and reaches nothing.
    let stroke = Entry(.change(.items([first]), effect), by: 2, 1, at: 3)
    let piece = Entry(.change(.items([second]), effect), by: 2, 1, at: 3)
    let later = Entry(.change(.items([second]), effect), by: 2, 1, at: 7)
    let (whole, none) = (picture(of: entries + [stroke]), picture(of: entries + [piece]))
    #expect(none.canonicalBytes() == picture(of: entries).canonicalBytes())
    #expect(whole.canonicalBytes() == picture(of: entries + [later]).canonicalBytes())
  }

  @Test("L10 · the time of a replica never goes back: such an operation has no effect")
  func backwards() {
    var picture = Picture()
    for entry in [
      Entry(.rectangle(at: 0), by: 1, 1, at: 5), Entry(.rectangle(at: 9), by: 1, 2, at: 4),
    ] {
      _ = picture.apply(entry.operation, entry.stamp)
    }
    #expect(picture.seenCount == 1 && picture.operationCount == 1)
  }
}
