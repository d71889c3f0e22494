import BoardLog
import EaselBase
import Testing

/// The entries that give way if too many wait for missing ones.
@Suite struct PendingEntriesTests {
  private func entries(of replica: UInt64, _ numbers: ClosedRange<UInt64>) -> [Entry] {
    numbers.map { number in
      Entry(
        stamp: Stamp(
          id: EntryID(ReplicaID(Bytes16(high: replica, low: 0)), SequenceNumber(number)),
          author: AuthorID(Bytes16(high: 5, low: replica)), lamport: Lamport(number), at: 0,
          lasted: 0),
        previous: .sha256(of: [UInt8(truncatingIfNeeded: number)]), replicaGenesis: nil,
        payload: [],
        signature: [1])
    }
  }

  @Test(
    "the member who brought most waiting entries gives way to others, and gains nothing by more")
  func fullestGivesWay() {
    var log = Log()
    let (flooder, other) = (
      Log.Source.member(Bytes16(high: 1, low: 0)), Log.Source.member(Bytes16(high: 2, low: 0))
    )
    for replica in 1...5 as ClosedRange<UInt64> {
      let merged = log.merge(entries(of: replica, 2...4_000), from: flooder) { _, _, _ in false }
      #expect(merged.waiting <= 16_384)
    }
    let crowded = log.merge(entries(of: 9, 2...2), from: flooder) { _, _, _ in false }
    #expect(crowded.refused.map(\.reason) == [.crowded])
    let late = entries(of: 10, 2...30)
    let merged = log.merge(late, from: other) { _, _, _ in false }
    #expect(merged.refused.isEmpty)
    #expect(log.waitingEntries == late)
  }
}
