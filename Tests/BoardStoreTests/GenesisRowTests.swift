import BoardLog
import EaselBase
import Testing

@testable import BoardStore

/// A board's genesis among its entries, where a salvage finds it.
struct GenesisRowTests {
  private let genesis = BoardGenesis(nonce: [UInt8](repeating: 1, count: 16))
  private let forged = BoardGenesis(nonce: [UInt8](repeating: 2, count: 16))

  @Test("a genesis comes back from its row, and from no row that lacks a byte or has one too many")
  func row() {
    let bytes = GenesisRow.bytes(of: genesis)
    #expect(GenesisRow.genesis(in: bytes) == genesis)
    #expect(GenesisRow.genesis(in: bytes + [0]) == nil)
    for length in bytes.indices {
      #expect(GenesisRow.genesis(in: Array(bytes.prefix(length))) == nil)
    }
  }

  /// As SQLite writes a row of entries.
  private func row(_ bytes: [UInt8]) -> [UInt8] {
    let type = 12 + 2 * bytes.count
    let length = [UInt8(128 | type >> 7), UInt8(type & 127)]
    return [7, 44, 8, 8, 76] + length + genesis.id.raw.bytes + Digest.sha256(of: bytes).bytes
      + bytes
  }

  @Test("an entry with the form of a genesis row does not replace the board's genesis")
  func forgedRow() throws {
    let studio = try Studio()
    var header = studio.header
    header.genesis = genesis
    let replicaGenesis = ReplicaGenesis(
      publicKey: [UInt8](repeating: 5, count: 32), nonce: [UInt8](repeating: 5, count: 16))
    var log = Log(genesis)
    let payload = row(GenesisRow.bytes(of: forged))
    let recorded = log.record(payload, as: replicaGenesis, at: 0, lasted: 0)
    var entry = try #require(recorded)
    entry.signature = [UInt8](repeating: 1, count: 64)
    let file = try BoardFile.create(
      at: studio.path, header: header, entries: [KeptEntry(entry, bytes: entry.encoded())],
      holder: studio.holder)
    try file.close()
    let pages = try RawPages(studio.path)
    var geneses: [BoardGenesis] = []
    pages.forEach { page in
      RawRow.forEach(in: page, of: pages) {
        if let genesis = GenesisRow.genesis(in: $0.bytes) { geneses.append(genesis) }
      }
    }
    #expect(geneses.contains(forged))
    for known in [header, nil] {
      let saved = try Salvage.contents(of: studio.path, header: known, decode: decode)
      #expect(saved?.contents.header.genesis == genesis && saved?.contents.entries == [entry])
    }
  }

  /// A board with a genesis and one entry in it, closed; gives its file's bytes.
  private func board(in studio: Studio) throws -> (bytes: [UInt8], header: BoardHeader, Entry) {
    var header = studio.header
    header.genesis = genesis
    let replicaGenesis = ReplicaGenesis(
      publicKey: [UInt8](repeating: 5, count: 32), nonce: [UInt8](repeating: 5, count: 16))
    var log = Log(genesis)
    let recorded = log.record([1, 2, 3], as: replicaGenesis, at: 0, lasted: 0)
    var entry = try #require(recorded)
    entry.signature = [UInt8](repeating: 1, count: 64)
    try BoardFile.create(
      at: studio.path, header: header, entries: [KeptEntry(entry, bytes: entry.encoded())],
      holder: studio.holder
    ).close()
    return (try #require(studio.bytes("drawing.easel")), header, entry)
  }

  @Test(
    "the genesis and the row that repeats it mend each other",
    arguments: [Array("genesis".utf8), Array("easel 1 genesis row".utf8)])
  func damagedGenesis(before: [UInt8]) throws {
    let studio = try Studio()
    let (whole, header, entry) = try board(in: studio)
    var bytes = whole
    // A bit of the nonce: what is left can be decoded, and is the genesis of another board.
    let range = try #require(bytes.firstRange(of: before)).upperBound
    let nonce = try #require(bytes[range...].firstRange(of: genesis.nonce)).lowerBound
    bytes[nonce] ^= 1
    studio.write(bytes)
    #expect(try studio.read().header.genesis == genesis)
    do {
      let opened = try studio.open()
      #expect(opened.contents.header == header && opened.contents.entries == [entry])
      #expect(opened.contents.damage?.saved == 1 && opened.contents.damage?.lost == 0)
      try opened.file.close()
    }
    #expect(studio.bytes("drawing.easel.damaged-20260102-030405") == bytes)
    let again = try studio.read()
    #expect(again.damage == nil && again.header.genesis == genesis && again.entries == [entry])
  }

  @Test("an entry stored with and without its signature is saved with it")
  func signed() throws {
    for isSignedFirst in [false, true] {
      let studio = try Studio()
      let (_, header, entry) = try board(in: studio)
      var unsigned = entry
      unsigned.signature = []
      let both = isSignedFirst ? [entry, unsigned] : [unsigned, entry]
      let other = try Studio()
      try BoardFile.create(
        at: other.path, header: header, entries: both.map { KeptEntry($0, bytes: $0.encoded()) },
        holder: other.holder
      ).close()
      let saved = try Salvage.contents(of: other.path, header: header, decode: decode)
      #expect(saved?.contents.entries == [entry])
    }
  }
}
