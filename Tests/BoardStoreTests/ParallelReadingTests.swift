import BoardLog
import EaselBase
import Foundation
import GRDB
import GroupTesting
import Testing

@testable import BoardStore

/// Several processors decode the entries of a board. The result is that of one after the other.
struct ParallelReadingTests {
  /// Reads the entries one by one; nil if one of them is not as it was written.
  private func entriesOneByOne(_ path: String) throws -> [Entry]? {
    try DatabaseQueue(path: path).read { db in
      var entries: [Entry] = []
      let rows = try Row.fetchCursor(
        db, sql: "SELECT digest, bytes, sequence, replica FROM entries ORDER BY rowid")
      while let row = try rows.next() {
        guard case .blob(let digest) = (row[0] as DatabaseValue).storage,
          case .blob(let bytes) = (row[1] as DatabaseValue).storage,
          case .blob(let replica) = (row[3] as DatabaseValue).storage
        else { return nil }
        let sequence = Int64.fromDatabaseValue(row[2])
        if sequence == 0 { continue }
        guard let entry = decode(Array(bytes)), entry.digest.bytes == Array(digest),
          sequence == Int64(clamping: entry.id.sequence.raw),
          entry.id.replica.raw.bytes == Array(replica)
        else { return nil }
        entries.append(entry)
      }
      return entries.count >= (try Schema.tally(in: db)) ? entries : nil
    }
  }

  /// Damages one row of the entries, so that SQLite still reads it.
  private func damage(_ path: String, row: Int, using random: inout SplitMix64) throws {
    let changes = [
      "sequence = sequence + 1", "sequence = -1", "digest = zeroblob(32)", "digest = x'00'",
      "replica = zeroblob(16)", "replica = replica || x'00'", "bytes = bytes || x'00'",
      "bytes = substr(bytes, 2)", "bytes = zeroblob(200000)", "bytes = 'text'", "lamport = 0",
    ]
    let change = changes.randomElement(using: &random) ?? ""
    try DatabaseQueue(path: path).write { db in
      let chosen = "(SELECT rowid FROM entries WHERE sequence > 0 ORDER BY rowid LIMIT 1 OFFSET ?)"
      let sql =
        Bool.random(using: &random) && Bool.random(using: &random)
        ? "DELETE FROM entries WHERE rowid = \(chosen)"
        : "UPDATE entries SET \(change) WHERE rowid = \(chosen)"
      try db.execute(sql: sql, arguments: [row])
    }
  }

  private func check(_ studio: Studio) throws {
    let expected = try entriesOneByOne(studio.path)
    switch Connection.contents(of: studio.path, decode: decode) {
    case .whole(let contents): #expect(contents.entries == expected)
    case .damaged: #expect(expected == nil)
    case .refused(let fault), .unreadable(let fault): Issue.record("\(fault)")
    }
    // A salvage reads what is left. It invents no entry, and each entry is there once.
    let contents = try studio.read()
    #expect(Set(contents.entries.map(\.digest)).count == contents.entries.count)
    #expect((contents.damage == nil) == (expected != nil))
  }

  @Test("parallel reading gives what reading one by one gives", arguments: Seeds.range(24))
  func same(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let studio = try Studio(seed: seed)
    let count = Int.random(in: 0...1_200, using: &random)
    let file = try studio.create()
    try file.append(studio.entries(count, payload: 1...80))
    try file.close()
    try check(studio)
    guard count > 0 else { return }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      try damage(studio.path, row: Int.random(in: 0..<count, using: &random), using: &random)
    }
    try check(studio)
  }

  @Test("a damaged row in any batch is found", arguments: [0, 8_191, 8_192, 8_999])
  func batches(row: Int) throws {
    let studio = try Studio()
    let file = try studio.create()
    try file.append(studio.entries(9_000, payload: 1...8))
    try file.close()
    #expect(try studio.read().entries.count == 9_000)
    try DatabaseQueue(path: studio.path).write { db in
      try db.execute(
        sql: """
          UPDATE entries SET digest = zeroblob(32) WHERE rowid =
            (SELECT rowid FROM entries WHERE sequence > 0 ORDER BY rowid LIMIT 1 OFFSET ?)
          """, arguments: [row])
    }
    guard case .damaged = Connection.contents(of: studio.path, decode: decode) else {
      Issue.record("row \(row) was not found")
      return
    }
    #expect(try studio.read().entries.count == 8_999)
  }
}
