import EaselBase
import struct Foundation.Data
import GRDB

extension Schema {
  /// One page for a few: no table beside an index.
  static let participantsTable = """
    CREATE TABLE participants (
      author BLOB PRIMARY KEY NOT NULL, name TEXT NOT NULL, color INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// The name that was told last stands; who is known so already costs no writing.
  static func introduce(_ participants: [Participant], in db: Database) throws {
    guard !participants.isEmpty else { return }
    let upsert = try db.cachedStatement(
      sql: """
        INSERT INTO participants VALUES (?, ?, ?) ON CONFLICT (author) DO UPDATE
        SET name = excluded.name, color = excluded.color
        WHERE name IS NOT excluded.name OR color IS NOT excluded.color
        """)
    for participant in participants {
      try upsert.execute(arguments: [
        Data(participant.author.raw.bytes), participant.name.string, Int64(participant.color),
      ])
    }
  }

  /// In the order of their ids. What is no participant is passed over: a name is worth no refusal.
  static func participants(in db: Database) throws -> [Participant] {
    guard try version(of: db) >= 2 else { return [] }
    var participants: [Participant] = []
    // A cell may hold a gigabyte; a name has no use for it.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT substr(author, 1, 17), substr(name, 1, 1000), color FROM participants
        ORDER BY author LIMIT \(Participant.countMax)
        """)
    while let row = try rows.next() {
      guard let author = Data.fromDatabaseValue(row[0]).flatMap({ Bytes16($0) }),
        let name = String.fromDatabaseValue(row[1]),
        let color = UInt32.fromDatabaseValue(row[2])
      else { continue }
      participants.append(Participant(author: AuthorID(author), name: name, color: color))
    }
    return participants
  }
}
