import BoardLog
import EaselBase
import GRDB

extension BoardFile {
  /// Reads the header and the first entries of a board, and changes nothing. So a program can show
  /// a board of any size without the cost of reading all of it.
  ///
  /// - Parameter bytesMax: the greatest size of the entries, and of the picture from which the board
  ///   began.
  /// - Throws: `.notABoard`, also for a damaged board: only opening a board shows whether it can be
  ///   saved.
  package static func beginning(
    at path: String, atMost bytesMax: Int, decode: EntryDecoder
  ) throws(BoardFileError) -> (contents: BoardFileContents, isWhole: Bool) {
    try Connection.check(path, forWriting: false)
    return try Connection.attempt(path) {
      let queue = try Connection.read(path)
      return try queue.read { db in
        if let fault = try Connection.fault(in: db) { throw BoardFileError(path, fault) }
        var header = try Schema.header(in: db, atMost: bytesMax)
        header.introduce(try Schema.contributors(in: db))
        var (entries, bytes): ([Entry], Int) = ([], 0)
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT CASE WHEN length(bytes) <= ? THEN bytes END FROM entries WHERE sequence > 0
            ORDER BY rowid
            """, arguments: [bytesMax])
        while bytes < bytesMax, let row = try rows.next() {
          let entry = try row.withUnsafeData(atIndex: 0) { data in
            bytes += data?.count ?? 0
            return data.flatMap { decode(Array($0)) }
          }
          guard let entry else { throw BoardFileError(path, .notABoard) }
          entries.append(entry)
        }
        let contents = BoardFileContents(header: header, entries: entries)
        return (contents, bytes < bytesMax)
      }
    }
  }
}
