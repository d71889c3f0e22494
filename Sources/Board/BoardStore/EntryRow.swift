import struct Foundation.Data
import BoardLog
import EaselBase
import GRDB
import SystemFiles

/// A row of the table `entries`, as SQLite gives it.
struct EntryRow: Sendable {
  /// The number of the entry; 0 for the row that repeats the genesis.
  let sequence: Int64?
  let digest: Digest?
  let bytes: [UInt8]?
  private let replica: ReplicaID?

  /// - Parameter row: the columns `digest`, `bytes`, `sequence` and `replica`.
  init(_ row: Row) throws {
    digest = try row.withUnsafeData(atIndex: 0) { $0?.withUnsafeBytes { Digest($0) } ?? nil }
    bytes = try row.withUnsafeData(atIndex: 1) { $0.map { Array($0) } }
    sequence = Int64.fromDatabaseValue(row[2])
    let name = try row.withUnsafeData(atIndex: 3) { $0?.withUnsafeBytes { Bytes16($0) } ?? nil }
    replica = name.map { ReplicaID($0) }
  }

  /// Returns the entry; nil if it is not as it was written.
  func entry(_ decode: EntryDecoder) -> Entry? {
    guard let entry = bytes.flatMap(decode), digest == entry.digest, replica == entry.id.replica,
      sequence == Int64(clamping: entry.id.sequence.raw)
    else { return nil }
    return entry
  }
}

/// Rows that were read but not decoded, and the entries of the rows before them.
///
/// SQLite gives one row after the other. To decode a row and to hash its entry takes longer, so all
/// processors do that for many rows at once.
struct EntryBatch {
  private(set) var entries: [Entry] = []
  private var rows: [EntryRow] = []
  private var bytes = 0

  /// The numbers of rows and of bytes that are kept before they are decoded.
  static let (rowsMax, bytesMax) = (8_192, 4 << 20)

  var isFull: Bool { rows.count >= Self.rowsMax || bytes >= Self.bytesMax }

  mutating func append(_ row: EntryRow) {
    rows.append(row)
    bytes += row.bytes?.count ?? 0
  }

  /// Decodes the rows. Returns false if an entry is not as it was written.
  mutating func decode(_ decode: @escaping EntryDecoder) -> Bool {
    let rows = rows
    let pieces = inParallelPieces(of: rows.count) { piece in
      rows[piece].map { $0.entry(decode) }
    }
    for entry in pieces.joined() {
      guard let entry else { return false }
      entries.append(entry)
    }
    (self.rows, bytes) = ([], 0)
    return true
  }
}
