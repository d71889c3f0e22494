import BoardLog
import struct Foundation.Data
import GRDB

/// The tables of a board's file.
///
/// There is one row for each entry, in the order of writing, and no row of an entry is ever changed
/// or deleted. Every copy of a page therefore holds the row unchanged, and a salvage can find it
/// without SQLite.
enum Schema {
  /// The letters "Easl".
  static let applicationID: Int32 = 0x4561_736C
  /// The letters "EASL", in files of versions that were never released.
  static let unreleasedApplicationID: Int32 = 0x4541_534C
  /// The offset of the application id in the file. `magic` is the beginning of every SQLite
  /// database.
  static let applicationIDOffset = 68
  static let magic = Array("SQLite format 3\0".utf8)
  /// The version of the format.
  static let version = 1
  /// The size of a page in bytes. It is fixed, so that a salvage need not trust a damaged header.
  static let pageSize = 4_096

  private static let entriesTable = """
    CREATE TABLE entries (
      replica BLOB NOT NULL, sequence INTEGER NOT NULL, lamport INTEGER NOT NULL,
      digest BLOB NOT NULL, bytes BLOB NOT NULL);
    """
  private static let metaTable =
    "CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL);"
  private static let tallyTable = "CREATE TABLE tally (mark BLOB NOT NULL);"

  static func create(_ header: BoardHeader, in db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        \(entriesTable)
        \(metaTable)
        \(tallyTable)
        \(contributorsTable)
        """)
    try write(header, to: db)
    try db.execute(sql: "INSERT INTO tally VALUES (?)", arguments: [EntryTally(count: 0).mark])
  }

  static func write(_ header: BoardHeader, to db: Database) throws {
    func insert(_ key: String, _ value: (any DatabaseValueConvertible)?) throws {
      guard let value else { return }
      try db.execute(
        sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [key, value])
    }
    try insert("name", header.name)
    try insert("created", header.created)
    try insert("base", header.base.map { Data($0.log.bytes) })
    try insert("picture", header.base.map { Data($0.picture) })
    if let credits = header.base?.credits, !credits.isEmpty { try insert("credits", Data(credits)) }
    try write(header.genesis, to: db)
    try introduce(header.contributors, in: db)
  }

  /// Returns whether the file has exactly the tables that Easel makes, and nothing else. A view, a
  /// trigger or a computed column would be a program by the author of the file, which may never
  /// end.
  static func isOwn(in db: Database) throws -> Bool {
    let own = Set([entriesTable, metaTable, tallyTable, contributorsTable].map(words))
    let rows = try Row.fetchCursor(
      db, sql: "SELECT type, substr(name, 1, 100), substr(sql, 1, 1000) FROM sqlite_master")
    while let row = try rows.next() {
      let sql = String.fromDatabaseValue(row[2])
      switch String.fromDatabaseValue(row[0]) {
      case "table": guard let sql, own.contains(words(sql)) else { return false }
      // SQLite makes this index for a primary key by itself.
      case "index":
        guard sql == nil, String.fromDatabaseValue(row[1]) == "sqlite_autoindex_meta_1" else {
          return false
        }
      default: return false
      }
    }
    return true
  }

  private static func words(_ sql: String) -> [Substring] {
    sql.split { $0 == " " || $0 == "\n" || $0 == ";" }
  }

  static func version(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Writes the genesis twice: into the table of the board's name, and as a row that a salvage
  /// finds.
  private static func write(_ genesis: BoardGenesis, to db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO meta VALUES ('genesis', ?)",
      arguments: [Data(genesis.encoded())])
    let bytes = GenesisRow.bytes(of: genesis)
    try db.execute(
      sql: "INSERT INTO entries VALUES (?, 0, 0, ?, ?)",
      arguments: [Data(genesis.id.raw.bytes), Data(Digest.sha256(of: bytes).bytes), Data(bytes)])
  }

  /// The greatest length of a value in the table `meta`, in bytes. The largest value is the picture
  /// that a board began from, at most 64 MiB.
  static let valueBytesMax = 1 << 28
  /// The greatest number of values that are read from `meta`. No intact file has so many, but a
  /// damaged file may seem to have endless values.
  private static let valuesMax = 64

  /// Reads the header without its contributors.
  ///
  /// - Parameter bytesMax: the greatest length of a value in bytes; longer values are skipped.
  static func header(in db: Database, atMost bytesMax: Int = valueBytesMax) throws -> BoardHeader {
    var header = BoardHeader(name: "", created: 0)
    var (base, picture, credits): (Digest?, [UInt8], [UInt8]) = (nil, [], [])
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT substr(key, 1, 100), CASE WHEN length(value) <= ? THEN value END FROM meta
        LIMIT \(valuesMax)
        """, arguments: [bytesMax])
    while let row = try rows.next() {
      let value: DatabaseValue = row[1]
      switch String.fromDatabaseValue(row[0]) {
      case "name": header.name = String.fromDatabaseValue(value) ?? ""
      case "created": header.created = Int64.fromDatabaseValue(value) ?? 0
      case "base": base = Data.fromDatabaseValue(value).flatMap { Digest($0) }
      case "picture": picture = Data.fromDatabaseValue(value).map { Array($0) } ?? []
      case "credits": credits = Data.fromDatabaseValue(value).map { Array($0) } ?? []
      case "genesis":
        header.genesis =
          Data.fromDatabaseValue(value).flatMap { BoardGenesis(decoding: Array($0)) } ?? .unowned
      default: break
      }
    }
    header.base = base.map { BoardHeader.Base(log: $0, picture: picture, credits: credits) }
    return header
  }

  static func append(_ entries: [KeptEntry], to db: Database) throws {
    let insert = try db.cachedStatement(sql: "INSERT INTO entries VALUES (?, ?, ?, ?, ?)")
    for kept in entries {
      let stamp = kept.entry.stamp
      try insert.execute(arguments: [
        Data(stamp.id.replica.raw.bytes), Int64(clamping: stamp.id.sequence.raw),
        Int64(clamping: stamp.lamport.raw), Data(kept.entry.digest.bytes), Data(kept.bytes),
      ])
    }
    let count = try tally(in: db) + entries.count
    try db.cachedStatement(sql: "UPDATE tally SET mark = ?")
      .execute(arguments: [EntryTally(count: count).mark])
  }

  static func tally(in db: Database) throws -> Int {
    let mark = try Data.fetchOne(db.cachedStatement(sql: "SELECT substr(mark, 1, 100) FROM tally"))
    return mark.flatMap { EntryTally(mark: Array($0)[...]) }?.count ?? 0
  }
}
