import BoardLog
import EaselBase
import Foundation
import GRDB
import Testing

@testable import BoardStore

/// Files of attackers, which no Easel wrote.
struct HostileFileTests {
  /// A board with these entries, closed, on which a program that knows SQLite has run this.
  private func board(_ entries: [KeptEntry], changedBy sql: String, in studio: Studio) throws {
    do {
      let file = try studio.create()
      try file.append(entries)
      try file.close()
    }
    let queue = try Connection.write(studio.path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: sql + "; PRAGMA journal_mode = DELETE")
    }
    try Connection.close(queue)
  }

  @Test(
    "programs in a file are never run: the entries are salvaged beside them",
    arguments: [
      """
      ALTER TABLE meta RENAME TO other; CREATE VIEW meta AS
      WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
      SELECT 'name' AS key, count(x) AS value FROM c
      """,
      "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
      "CREATE INDEX i ON entries (length(bytes))",
      "ALTER TABLE entries ADD COLUMN more AS (zeroblob(1000000))",
      "CREATE TABLE more (x CHECK (x LIKE '%a%'))",
    ])
  func programs(sql: String) throws {
    let studio = try Studio()
    let entries = studio.entries(5)
    try board(entries, changedBy: sql, in: studio)
    let before = studio.bytes("drawing.easel")
    #expect(
      studio.fault { () throws(BoardFileError) in _ = try BoardFile.summary(at: studio.path) }
        == .notABoard)
    let read = try studio.read()
    #expect(read.damage != nil && Set(read.entries) == Set(entries.map(\.entry)))
    #expect(studio.bytes("drawing.easel") == before)
    do {
      let opened = try studio.open()
      #expect(Set(opened.contents.entries) == Set(entries.map(\.entry)))
      try opened.file.close()
    }
    #expect(studio.bytes("drawing.easel.damaged-20260102-030405") == before)
    #expect(try studio.read().damage == nil)
  }

  @Test("the list of boards reads no long value, and no more values than a board has")
  func values() throws {
    let studio = try Studio()
    let sql = """
      INSERT INTO meta VALUES ('base', zeroblob(32)), ('picture', zeroblob(100000));
      WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000)
      INSERT INTO meta SELECT 'more ' || x, x FROM c
      """
    try board(studio.entries(2), changedBy: sql, in: studio)
    let summary = try BoardFile.summary(at: studio.path)
    #expect(summary.header.base?.picture == [] && summary.entries == 2)
    #expect(summary.header.name == studio.header.name)
    #expect(try studio.read().header.base?.picture.count == 100_000)
  }

  @Test("a pipe in the place of the -wal is refused, and not waited for")
  func pipe() throws {
    let studio = try Studio()
    try studio.create().close()
    try #require(mkfifo(studio.path + "-wal", 0o600) == 0)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.read() } == .notABoard)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .notABoard)
  }

  @Test("only a few of many rows that share pages are saved, in bounded memory")
  func sharedPages() throws {
    let studio = try Studio()
    // Pages 2 and 3 are what all go on in: zeros at the end of their payloads, then the signature.
    let replicaGenesis = ReplicaGenesis(
      publicKey: [UInt8](repeating: 5, count: 32), nonce: [UInt8](repeating: 5, count: 16))
    let payload = [UInt8](repeating: 0, count: 8_000)
    let rows = try (0..<20).map { index in
      var log = Log()
      let recorded = log.record(payload, as: replicaGenesis, at: Int64(index + 1), lasted: 0)
      var entry = try #require(recorded)
      entry.signature = [UInt8](repeating: 1, count: 64)
      let bytes = entry.encoded()
      let type = 12 + 2 * bytes.count
      let header = [8, 44, 8, 8, 76, 128 | type >> 14, 128 | type >> 7 & 127, type & 127]
      return header.map { UInt8($0) } + entry.id.replica.raw.bytes + entry.digest.bytes + bytes
    }
    let total = rows[0].count
    let least = (4_096 - 12) * 32 / 255 - 23
    let surplus = least + (total - least) % 4_092
    let local = surplus <= 4_061 ? surplus : least
    #expect(Set(rows.map { Array($0[local...]) }).count == 1)
    let rest = Array(rows[0][local...])
    let pages = [rest.prefix(4_092), rest.dropFirst(4_092)].enumerated().flatMap { index, part in
      let page = [0, 0, 0, index == 0 ? UInt8(rows.count + 2) : 0] + part
      return page + [UInt8](repeating: 0, count: 4_096 - page.count)
    }
    let first = rows.flatMap { row in
      let start = Array(row.prefix(local)) + [0, 0, 0, UInt8(rows.count + 1)]
      return start + [UInt8](repeating: 0, count: 4_096 - start.count)
    }
    studio.write(first + pages)
    let saved = try Salvage.contents(of: studio.path, header: nil, decode: decode)
    #expect(saved?.contents.entries.count == 4)
  }

  @Test("entries that claim the highest numbers are counted without a trap")
  func highestNumbers() throws {
    let studio = try Studio()
    let entries = (1...1_100).map { (index: UInt64) in
      let stamp = Stamp(
        id: EntryID(ReplicaID(Bytes16(high: 0, low: index)), .max),
        author: AuthorID(Bytes16(high: 1, low: 1)), lamport: .max, at: 0, lasted: 0)
      return Entry(
        stamp: stamp, previous: .sha256(of: [1]), replicaGenesis: nil, payload: [1],
        signature: [UInt8](repeating: 1, count: 64))
    }
    try BoardFile.create(
      at: studio.path, header: studio.header,
      entries: entries.map { KeptEntry($0, bytes: $0.encoded()) }, holder: studio.holder
    ).close()
    var bytes = try #require(studio.bytes("drawing.easel"))
    for index in 0..<100 { bytes[index] = 0 }
    studio.write(bytes)
    let read = try studio.read()
    #expect(read.entries.count == entries.count && read.damage?.lost == EntryTally.countMax)
  }
}
