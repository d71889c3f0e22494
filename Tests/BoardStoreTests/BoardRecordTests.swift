import Log
import Testing
import Vocabulary

@testable import BoardStore

/// A board's genesis among its entries, where a salvage finds it.
struct BoardRecordTests {
  private let genesis = BoardGenesis(nonce: [UInt8](repeating: 1, count: 16))
  private let forged = BoardGenesis(nonce: [UInt8](repeating: 2, count: 16))

  @Test(
    "genesis and old heads come back from their rows, in any order, and not where one is missing")
  func rows() {
    let heads = OldHeads(
      (0..<3_000).map {
        OldHeads.Head(
          replica: ReplicaID(Bytes16(high: 0, low: $0)), sequence: SequenceNumber(1),
          lamport: Lamport(1), digest: .sha256(of: [1]))
      })
    let old = BoardGenesis(nonce: genesis.nonce, oldRoot: heads.root, time: heads.time)
    let rows = BoardRecord.rows(old, heads)
    #expect(rows.count > 2)
    for rows in [rows, rows.reversed(), rows + rows] {
      let found = BoardRecord.read(rows)
      #expect(found.map(\.genesis) == [old] && found.first?.old == heads)
    }
    for index in rows.indices {
      var less = rows
      less.remove(at: index)
      #expect(BoardRecord.read(less).isEmpty)
    }
    #expect(BoardRecord.read(BoardRecord.rows(genesis, OldHeads())).map(\.genesis) == [genesis])
  }

  /// As SQLite writes a row of entries.
  private func row(_ bytes: [UInt8]) -> [UInt8] {
    let type = 12 + 2 * bytes.count
    let length = [UInt8(128 | type >> 7), UInt8(type & 127)]
    return [7, 44, 8, 8, 76] + length + genesis.id.raw.bytes + Digest.sha256(of: bytes).bytes
      + bytes
  }

  @Test("what has the form of such a row in something drawn does not replace the board's genesis")
  func forgedRow() throws {
    let studio = try Studio()
    var header = studio.header
    header.genesis = genesis
    let birth = Birth(
      publicKey: [UInt8](repeating: 5, count: 32), nonce: [UInt8](repeating: 5, count: 16))
    var log = Log(genesis)
    let payload = BoardRecord.rows(forged, OldHeads()).flatMap { row($0) }
    let recorded = log.record(payload, as: birth, at: 0, lasted: 0)
    var entry = try #require(recorded)
    entry.signature = [UInt8](repeating: 1, count: 64)
    let file = try BoardFile.create(
      at: studio.path, header: header, entries: [KeptEntry(entry, bytes: entry.encoded())],
      holder: studio.holder)
    try file.close()
    let pages = try RawPages(studio.path)
    var rows: [[UInt8]] = []
    pages.forEach { page in
      RawRow.forEach(in: page, of: pages) {
        if BoardRecord.isRow($0.bytes) { rows.append($0.bytes) }
      }
    }
    #expect(BoardRecord.read(rows).contains { $0.genesis == forged })
    for known in [header, nil] {
      let saved = try Salvage.contents(of: studio.path, header: known, decode: decode)
      #expect(saved?.contents.header.genesis == genesis && saved?.contents.entries == [entry])
    }
  }
}
