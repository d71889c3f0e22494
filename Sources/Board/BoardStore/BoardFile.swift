import BoardLog
import EaselBase
import EaselPlatform
import struct Foundation.Data
import GRDB
import SystemFiles

/// A board's file, open for writing.
///
/// It uses SQLite with full synchronisation, in the ``JournalMode`` that its file system needs:
/// when `append` returns, its entries are on the disk. All methods wait for the disk, so the entry
/// writer's thread should call them. Any thread may call them, but only one at a time. After
/// ``close(afterReaders:)``, the board is a single file, unless another program still reads it.
package final class BoardFile: Sendable {
  package let path: String
  let queue: DatabaseQueue
  private let hold: BoardHold
  private let file: FileIdentity?

  private init(path: String, queue: DatabaseQueue, hold: BoardHold) {
    self.path = path
    self.queue = queue
    self.hold = hold
    file = FileIdentity(path, followsLinks: true)
  }

  /// Returns whether the file at a path exists and is empty, as a crash of the machine may leave
  /// it. An empty file is no board, and a new board in its place loses nothing.
  package static func isEmpty(at path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0
    else { return false }
    // A `-wal` file with content beside the file would be part of the board.
    return lstat(path + "-wal", &status) != 0 || status.st_size == 0
  }

  /// Makes a board's file (mode 0600) with these entries, durably, and takes the board's lock.
  ///
  /// - Throws: `.exists` if a file that is not empty is at the path, `.missing` if the folder does
  ///   not exist.
  package static func create(
    at path: String, header: BoardHeader, entries: [KeptEntry] = [], holder: Holder
  ) throws(BoardFileError) -> BoardFile {
    let hold = try BoardHold.acquire(board: path, as: holder)
    if isEmpty(at: path) { unlink(path) }
    try make(at: path, header: header, entries: entries)
    do {
      return BoardFile(path: path, queue: try Connection.write(path), hold: hold)
    } catch {
      // No other program has seen the file yet, so it is removed; a retry makes it again.
      unlink(path)
      throw error
    }
  }

  /// Opens a board for writing and reads its whole content.
  ///
  /// If the file is damaged, the function first gives it the second name
  /// `PATH.damaged-TIMESTAMP`, and does the same for its `-wal`, if there is one. Then it writes
  /// everything that it could save to a new file, which replaces the damaged file at the path.
  ///
  /// - Throws: `.held` if another program has the board open for writing, or any other fault that
  ///   prevents writing.
  package static func open(
    at path: String, holder: Holder, timestamp: String, decode: @escaping EntryDecoder
  ) throws(BoardFileError) -> (file: BoardFile, contents: BoardFileContents) {
    try Connection.check(path, forWriting: true)
    let hold = try BoardHold.acquire(board: path, as: holder)
    try Connection.rollBack(path)
    var contents: BoardFileContents
    switch Connection.contents(of: path, decode: decode) {
    case .whole(let whole): contents = whole
    case .refused(let fault), .unreadable(let fault): throw BoardFileError(path, fault)
    case .damaged(let header):
      let saved = try salvage(path, header: header, decode: decode)
      contents = saved.contents
      try Salvage.replace(path, by: &contents, saved.kept, timestamp: timestamp)
    }
    let queue = try Connection.write(path)
    return (BoardFile(path: path, queue: queue, hold: hold), contents)
  }

  /// Reads a board and changes nothing. Another program may write to the board meanwhile. A damaged
  /// board is read as far as possible.
  package static func read(
    at path: String, decode: @escaping EntryDecoder
  ) throws(BoardFileError) -> BoardFileContents {
    try Connection.check(path, forWriting: false)
    switch Connection.contents(of: path, decode: decode) {
    case .whole(let contents): return contents
    case .refused(let fault): throw BoardFileError(path, fault)
    case .damaged(let header):
      return try salvage(path, header: header, decode: decode).contents
    case .unreadable(let fault):
      // For example, a program left the board without closing it, in a folder where SQLite cannot
      // make files.
      let saved = try Salvage.contents(of: path, header: nil, decode: decode)
      guard let saved else { throw BoardFileError(path, fault) }
      return saved.contents
    }
  }

  private static func salvage(
    _ path: String, header: BoardHeader?, decode: EntryDecoder
  ) throws(BoardFileError) -> (contents: BoardFileContents, kept: [KeptEntry]) {
    let saved = try Salvage.contents(of: path, header: header, decode: decode)
    guard let saved else { throw BoardFileError(path, .notABoard) }
    return saved
  }

  /// Returns the facts that the list of boards shows: a board's header, and the number of entries
  /// that were written to the board. Reads only a few pages.
  ///
  /// - Throws: `.notABoard`, also for a damaged board: only opening a board shows whether it can be
  ///   saved.
  package static func summary(
    at path: String
  ) throws(BoardFileError) -> (header: BoardHeader, entries: Int) {
    try Connection.check(path, forWriting: false)
    return try Connection.attempt(path) {
      let queue = try Connection.read(path)
      return try queue.read { db in
        if let fault = try Connection.fault(in: db) { throw BoardFileError(path, fault) }
        var header = try Schema.header(in: db, atMost: summaryBytesMax)
        header.introduce(try Schema.contributors(in: db))
        return (header, try Schema.tally(in: db))
      }
    }
  }

  /// The greatest length of a header's value, in bytes, for `summary`. The list of boards does not
  /// need longer values.
  private static let summaryBytesMax = 1_024

  /// Writes entries behind the stored entries, and the people who drew, durably. If it throws, it
  /// has written nothing, and the caller may try again.
  ///
  /// - Parameter people: the people whose name or colour may be new to the file.
  package func append(
    _ entries: [KeptEntry], by people: [Contributor] = []
  ) throws(BoardFileError) {
    try Connection.attempt(path) {
      try queue.write { db in
        try Schema.append(entries, to: db)
        try Schema.introduce(people, in: db)
      }
    }
  }

  /// Passes the bytes of all entries of these replicas to `handle`, in the order of writing. Nil
  /// stands for all replicas. It reads the file once and stops when `handle` returns false.
  ///
  /// - Parameters:
  ///   - rowID: the row at which an earlier walk ended, to continue it.
  ///   - handle: returns whether the walk continues.
  /// - Returns: the row at which the walk ended; nil if no entries are left.
  @discardableResult
  package func walk(
    _ replicas: Set<ReplicaID>?, from rowID: Int64 = .min, _ handle: ([UInt8]) throws -> Bool
  ) throws(BoardFileError) -> Int64? {
    try Connection.attempt(path) {
      try queue.read { db in
        let rows = try Row.fetchCursor(
          db,
          sql:
            "SELECT replica, bytes, rowid FROM entries WHERE rowid >= ? AND sequence <> 0 ORDER BY rowid",
          arguments: [rowID])
        while let row = try rows.next() {
          if let replicas {
            let name = try row.withUnsafeData(atIndex: 0) { $0.flatMap { Bytes16($0) } }
            guard let name, replicas.contains(ReplicaID(name)) else { continue }
          }
          guard let bytes = try row.withUnsafeData(atIndex: 1, { $0.map { Array($0) } }) else {
            continue
          }
          let rowID: Int64 = row[2]
          if try !handle(bytes) { return rowID < .max ? rowID + 1 : nil }
        }
        return nil
      }
    }
  }

  package func rename(to name: String) throws(BoardFileError) {
    try Connection.attempt(path) {
      try queue.write { db in
        try db.execute(
          sql: "INSERT OR REPLACE INTO meta VALUES ('name', ?)", arguments: [name])
      }
    }
  }

  /// Moves the content of the `-wal` file into the board's file. Then programs can read the board
  /// even in a folder where they cannot make files. The lock ends with the last reference to this
  /// object. Call it once, as the last method.
  ///
  /// - Parameter waits: whether to wait some seconds for other readers of the file.
  /// - Returns: whether the board is a single file now. False while another program reads the
  ///   board; then the next program that closes the board makes it a single file.
  @discardableResult
  package func close(afterReaders waits: Bool = false) throws(BoardFileError) -> Bool {
    try Connection.attempt(path) {
      let tidied = Result { try tidy(afterReaders: waits) }
      try Connection.close(queue)
      return try tidied.get()
    }
  }

  private func tidy(afterReaders waits: Bool) throws -> Bool {
    try queue.writeWithoutTransaction { db in
      if !waits { try db.execute(sql: "PRAGMA busy_timeout = 0") }
      do {
        _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        return try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete"
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return false
      }
    }
  }

  /// Whether writes still reach the file at `path`. If the file was removed, SQLite continues to
  /// write into the removed file, and no program can find the data again.
  package var isInPlace: Bool {
    file != nil && file == FileIdentity(path, followsLinks: true)
  }

  /// Makes a new file with the whole content of this file, even if this file was removed. The new
  /// file is at another path; it may be at this path only if this file was removed. After that,
  /// write only to the new file.
  ///
  /// - Throws: `.exists` if a file is at the path, `.missing` if the folder does not exist.
  package func copied(to path: String, holder: Holder) throws(BoardFileError) -> BoardFile {
    let (wasHeld, isSame) = (hold.isInPlace, path == self.path)
    let hold = wasHeld && isSame ? hold : try BoardHold.acquire(board: path, as: holder)
    try Self.make(at: path) { draft in
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM INTO ?", arguments: [draft])
      }
      // SQLite would treat files that remained beside the removed file as parts of any new file at
      // its path.
      if wasHeld || isSame {
        for suffix in Self.sideFiles { unlink(self.path + suffix) }
      }
    }
    return BoardFile(path: path, queue: try Connection.write(path), hold: hold)
  }

  /// Makes a complete, synchronised file at a path at which no file exists.
  static func make(
    at path: String, header: BoardHeader, entries: [KeptEntry]
  ) throws(BoardFileError) {
    try make(at: path) { draft in try fill(draft, header, entries) }
  }

  private static func fill(
    _ draft: String, _ header: BoardHeader, _ entries: [KeptEntry]
  ) throws {
    let queue = try Connection.draft(draft)
    try queue.write { db in
      try Schema.create(header, in: db)
      try Schema.append(entries, to: db)
    }
    try queue.writeWithoutTransaction { try Connection.set(JournalMode(for: draft), in: $0) }
    try Connection.close(queue)
  }

  /// - Parameter fill: writes the board into an empty file, and closes its connection to the file.
  private static func make(
    at path: String, _ fill: (_ draft: String) throws -> Void
  ) throws(BoardFileError) {
    // The board is written into a draft first, so a process that is killed meanwhile leaves no
    // partial board. Only the holder of the board's lock gets here, so no other program uses an
    // older draft.
    let draft = path + ".new"
    func removeSideFiles(of path: String) {
      for suffix in sideFiles { unlink(path + suffix) }
    }
    removeSideFiles(of: draft)
    defer { removeSideFiles(of: draft) }
    do {
      // While a connection is open, closing any descriptor of the draft would drop SQLite's locks.
      // So the descriptor in `file` stays open.
      let file = try DraftFile(at: draft)
      try Connection.attempt(path) { try fill(draft) }
      // SQLite would treat files that remained beside an earlier file at this path as parts of the
      // new file.
      if !FileSystem.exists(path) { removeSideFiles(of: path) }
      try file.move(to: path)
    } catch let error as FileError {
      throw BoardFileError(path, .making(error))
    } catch let error as BoardFileError {
      throw error
    } catch {
      throw BoardFileError(path, .system("\(error)"))
    }
  }

  /// The endings of the names of the files that SQLite keeps beside a file.
  static let sideFiles = ["-wal", "-shm", "-journal"]
}
