import Foundation
import Log
import Testing
import Vocabulary

@testable import easel

@Suite struct EntryPickingTests {
  private func entry(_ replica: UInt64, _ number: UInt64, isSigned: Bool = true) -> Entry {
    let id = EntryID(ReplicaID(Bytes16(high: 0, low: replica)), SequenceNumber(number))
    let stamp = Stamp(
      id: id, author: AuthorID(Bytes16(high: 2, low: 2)), lamport: Lamport(number), at: 0,
      lasted: 0)
    var entry = Entry(stamp: stamp, previous: nil, birth: nil, payload: [])
    if isSigned { entry.signature = [1] }
    return entry
  }

  private func range(_ replica: UInt64, _ first: UInt64, _ last: UInt64) -> EntryRange {
    EntryRange(
      replica: ReplicaID(Bytes16(high: 0, low: replica)), first: SequenceNumber(first),
      last: SequenceNumber(last))
  }

  @Test("Without ranges all is taken, with them what lies in them")
  func ranges() {
    let written = (1...6).flatMap { [entry(1, $0), entry(2, $0)] }
    var all = EntryPicking(nil)
    #expect(written.filter { all.takes($0) } == written)
    var some = EntryPicking([range(2, 2, 4)])
    #expect(written.filter { some.takes($0) } == [entry(2, 2), entry(2, 3), entry(2, 4)])
  }

  @Test("A range that ends without a signature goes on to the next one")
  func signature() {
    let written = [
      entry(1, 1, isSigned: false), entry(1, 2, isSigned: false), entry(1, 3), entry(1, 4),
    ]
    var picking = EntryPicking([range(1, 1, 1)])
    #expect(written.filter { picking.takes($0) }.map(\.id.sequence.raw) == [1, 2, 3])
  }
}

@Suite struct BasePartsTests {
  @Test("A picture of any size comes together again", arguments: [0, 1, 128 * 1_024, 300_000])
  func parts(size: Int) {
    let picture = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    var parts = BaseParts()
    let taken = BaseMessage.parts(of: picture).compactMap { parts.take($0) }
    #expect(taken == [picture])
  }

  @Test("Parts that do not follow, and more than may be, give nothing")
  func lies() {
    var parts = BaseParts()
    for message: BaseMessage in [
      .part(Data(), index: 1, count: 2), .part(Data(), index: -1, count: 2),
      .part(Data(), index: 0, count: 0),
      .part(Data(), index: 0, count: BaseMessage.partsMax + 1),
      .part(Data(), index: 0, count: .min),
      .wanted,
    ] { #expect(parts.take(message) == nil) }
    #expect(parts.take(.part(Data(), index: 0, count: BaseMessage.partsMax)) == nil)
  }
}
