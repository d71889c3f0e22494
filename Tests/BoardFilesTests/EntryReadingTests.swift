import BoardCodec
import BoardLog
import EaselBase
import Foundation
import GroupSecurity
import Testing

@testable import BoardFiles

@Suite struct EntryReadingTests {
  private enum Signature { case good, junk, none }

  private func entry(
    _ replica: UInt64, _ number: UInt64, _ signature: Signature = .good, after last: Entry? = nil,
    payload: [UInt8] = []
  ) throws -> Entry {
    let identity = try #require(Identity(seed: [UInt8](repeating: UInt8(replica), count: 32)))
    let replicaGenesis = ReplicaGenesis(
      publicKey: identity.publicKey, nonce: [UInt8](repeating: 6, count: ReplicaGenesis.nonceLength)
    )
    let id = EntryID(ReplicaID(Bytes16(high: 0, low: replica)), SequenceNumber(number))
    let stamp = Stamp(
      id: id, author: AuthorID(Bytes16(high: 2, low: 2)), lamport: Lamport(number), at: 0,
      lasted: 0)
    var entry = Entry(
      stamp: stamp, previous: last?.digest, replicaGenesis: number == 1 ? replicaGenesis : nil,
      payload: payload)
    switch signature {
    case .good: entry.signature = try identity.sign(entry.digest.bytes)
    case .junk: entry.signature = [UInt8](repeating: 1, count: Identity.signatureLength)
    case .none: break
    }
    return entry
  }

  private func range(_ replica: UInt64, _ first: UInt64, _ last: UInt64) -> EntryRange {
    EntryRange(
      replica: ReplicaID(Bytes16(high: 0, low: replica)), first: SequenceNumber(first),
      last: SequenceNumber(last))
  }

  @Test("Without ranges all is taken, with them what lies in them")
  func ranges() throws {
    let written = try (1...6).flatMap { [try entry(1, $0), try entry(2, $0)] }
    var all = EntryPicking(nil)
    #expect(written.filter { all.picks($0) } == written)
    var some = EntryPicking([range(2, 2, 4)])
    #expect(written.filter { some.picks($0) } == [written[3], written[5], written[7]])
  }

  @Test("A range that ends without a signature, or with anybody's, goes on to the next good one")
  func signature() throws {
    let written = [
      try entry(1, 1, .none), try entry(1, 2, .junk), try entry(1, 3), try entry(1, 4),
    ]
    var picking = EntryPicking([range(1, 1, 1)])
    #expect(written.filter { picking.picks($0) }.map(\.id.sequence.raw) == [1, 2, 3])
  }

  /// A chain of entries of which every third is signed.
  private func chain(_ count: UInt64, payloadBytes: Int) throws -> [Entry] {
    try (1...count).reduce(into: []) { chain, number in
      chain.append(
        try entry(
          1, number, number % 3 == 0 ? .good : .none, after: chain.last,
          payload: [UInt8](repeating: 1, count: payloadBytes)))
    }
  }

  private func writer(_ entries: [Entry]) -> EntryWriter {
    let entryStore = InMemoryEntryStore()
    entryStore.append(entries, by: []) { _ in }
    return EntryWriter(sign: { $0 }, sentence: { _ in SafeText("") }, origin: .open(entryStore))
  }

  @Test("Requested entries come in parts, each with a signature, and none is left out")
  func excerpt() async throws {
    let written = try chain(3 * 7, payloadBytes: StoredRunReader.partBytes / 10)
    var signatures = StoredSignatureChecker()
    signatures.learn(written[0])
    var excerpt = StoredRunReader(of: [range(1, 1, 20)], from: writer(written), signatures)
    var parts: [[Entry]] = []
    while let runs = await excerpt.next() { parts.append(try runs.flatMap(EntryRun.decode)) }
    #expect(parts.map(\.count) == [9, 12])
    #expect(parts.allSatisfy { $0.count < 13 && $0.last.map(signatures.hold) == true })
    #expect(parts.joined().map(\.id) == written.map(\.id))
  }

  @Test("A board that was closed meanwhile yields no entries, and the reader does not wait")
  func closed() async throws {
    let written = try chain(3, payloadBytes: 1)
    let writer = writer(written)
    var excerpt = StoredRunReader(of: [range(1, 1, 3)], from: writer, StoredSignatureChecker())
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
    while let runs = await excerpt.next() { #expect(runs.isEmpty) }
  }
}
