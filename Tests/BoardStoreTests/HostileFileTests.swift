import Foundation
import GRDB
import Log
import Testing

@testable import BoardStore

/// Files that no Easel wrote, such as somebody may send.
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
      studio.fault { () throws(BoardError) in _ = try BoardFile.summary(at: studio.path) }
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
    #expect(studio.fault { () throws(BoardError) in _ = try studio.read() } == .notABoard)
    #expect(studio.fault { () throws(BoardError) in _ = try studio.open() } == .notABoard)
  }
}
