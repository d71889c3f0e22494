import EaselBase
import struct Foundation.Data
import GRDB

extension Schema {
  /// The table has no separate index (`WITHOUT ROWID`), so that a few contributors need only one
  /// page.
  static let contributorsTable = """
    CREATE TABLE participants (
      author BLOB PRIMARY KEY NOT NULL, name TEXT NOT NULL, color INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Writes names and colours; the last value of each contributor counts. A contributor whose name
  /// and colour have not changed causes no write.
  static func introduce(_ contributors: [Contributor], in db: Database) throws {
    guard !contributors.isEmpty else { return }
    let upsert = try db.cachedStatement(
      sql: """
        INSERT INTO participants VALUES (?, ?, ?) ON CONFLICT (author) DO UPDATE
        SET name = excluded.name, color = excluded.color
        WHERE name IS NOT excluded.name OR color IS NOT excluded.color
        """)
    for contributor in contributors {
      try upsert.execute(arguments: [
        Data(contributor.author.raw.bytes), contributor.name.string, Int64(contributor.color),
      ])
    }
  }

  /// Returns the contributors in the order of their ids. An invalid row is skipped, because an
  /// invalid name is no reason to refuse a board.
  static func contributors(in db: Database) throws -> [Contributor] {
    var contributors: [Contributor] = []
    // A forged cell may hold a gigabyte, so only the first bytes are read.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT substr(author, 1, 17), substr(name, 1, 1000), color FROM participants
        ORDER BY author LIMIT \(Contributor.countMax)
        """)
    while let row = try rows.next() {
      guard let author = Data.fromDatabaseValue(row[0]).flatMap({ Bytes16($0) }),
        let name = String.fromDatabaseValue(row[1]),
        let color = UInt32.fromDatabaseValue(row[2])
      else { continue }
      contributors.append(Contributor(author: AuthorID(author), name: name, color: color))
    }
    return contributors
  }
}
