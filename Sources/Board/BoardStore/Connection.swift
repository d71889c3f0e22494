import BoardLog
import EaselPlatform
import GRDB
import Synchronization

/// Opens boards with SQLite and translates SQLite's errors.
enum Connection {
  /// Opens a board for writing.
  ///
  /// - Parameter mode: the journal mode; nil chooses the mode that the file system needs.
  static func write(
    _ path: String, in mode: JournalMode? = nil
  ) throws(BoardFileError) -> DatabaseQueue {
    try open(path, in: mode ?? JournalMode(for: path), synchronous: "FULL")
  }

  /// Opens a file that no other program can find before it is complete. SQLite neither synchronises
  /// nor journals it, because both would take most of the time that a new board needs. The caller
  /// must synchronise the file once.
  static func draft(_ path: String) throws(BoardFileError) -> DatabaseQueue {
    try open(path, pageSize: Schema.pageSize, in: .off, synchronous: "OFF")
  }

  private static func open(
    _ path: String, pageSize: Int? = nil, in mode: JournalMode, synchronous: String
  ) throws(BoardFileError) -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "board"
    configuration.busyMode = patience
    // No table of a board refers to another table.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      if let pageSize { try db.execute(sql: "PRAGMA page_size = \(pageSize)") }
      try set(mode, in: db)
      try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
    }
    return try attempt(path) { try DatabaseQueue(path: path, configuration: configuration) }
  }

  static func set(_ mode: JournalMode, in db: Database) throws {
    _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = \(mode.rawValue)")
  }

  /// The closed queues, which are never freed. If a queue is freed, libdispatch destroys it on a
  /// separate thread. After the first such thread, libdispatch keeps another thread that wakes
  /// every second.
  private static let closed = Mutex<[DatabaseQueue]>([])

  static func close(_ queue: DatabaseQueue) throws {
    try queue.close()
    closed.withLock { $0.append(queue) }
  }

  /// The time that a program waits for other programs, in seconds. A program that opens or closes a
  /// board needs the board for itself for a moment, so readers and writers wait.
  private static let patience = Database.BusyMode.timeout(5)

  /// Opens a board read-only. A read-only connection also makes no checkpoint when it closes.
  static func read(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = patience
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Rolls back the unfinished work of a process that was killed while it closed the board, or
  /// while it wrote to a board on a network file system. Only then does a `-journal` file exist,
  /// and a read-only connection cannot read the board while it exists. The next read of the board
  /// shows whether the rollback succeeded.
  ///
  /// - Throws: `.unreleasedVersion` for a file that no version may change.
  static func rollBack(_ path: String) throws(BoardFileError) {
    guard access(path + "-journal", F_OK) == 0 else { return }
    guard try !RawPages(path).isUnreleased else { throw BoardFileError(path, .unreleasedVersion) }
    _ = try? DatabaseQueue(path: path).read { try Schema.version(of: $0) }
  }

  /// The result of reading a board with SQLite.
  enum Reading {
    case whole(BoardFileContents)
    /// The file is damaged; the value is the header, or nil if it could not be read.
    case damaged(BoardHeader?)
    /// The file is intact, but this program cannot read it.
    case refused(BoardFileError.Fault)
    /// The system reported an error, so the state of the file is unknown.
    case unreadable(BoardFileError.Fault)
  }

  static func contents(of path: String, decode: @escaping EntryDecoder) -> Reading {
    var header: BoardHeader?
    do {
      let committed = try RawPages.committedTally(besides: path) ?? 0
      let queue = try read(path)
      // The connection only reads. If it cannot close now, it closes when it is freed.
      defer { try? close(queue) }
      return try queue.read { db in
        if let fault = try fault(in: db) {
          return fault == .notABoard ? .damaged(nil) : .refused(fault)
        }
        header = try Schema.header(in: db)
        // The header is read in two steps, so that the base is read even if the names of
        // contributors are damaged.
        header?.introduce(try Schema.contributors(in: db))
        guard let header, try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok",
          try Schema.tally(in: db) >= committed,
          let entries = try entries(in: db, besides: header, decode: decode)
        else { return .damaged(header) }
        return .whole(BoardFileContents(header: header, entries: entries, damage: nil))
      }
    } catch let error as BoardFileError {
      return .unreadable(error.fault)
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_MISMATCH:
        return .damaged(header)
      default:
        return .unreadable(fault(of: error))
      }
    } catch {
      // A value has a type that Easel does not write.
      return .damaged(header)
    }
  }

  /// Reads the entries. Nil if an entry is not as it was written, or if the row that repeats the
  /// genesis does not match this header. In the second case either this row or the header is
  /// damaged, and a salvage finds out which.
  private static func entries(
    in db: Database, besides header: BoardHeader, decode: @escaping EntryDecoder
  ) throws -> [Entry]? {
    let count = try Schema.tally(in: db)
    let genesisRow = GenesisRow.bytes(of: header.genesis)
    var hasGenesisRow = false
    var batch = EntryBatch()
    let rows = try Row.fetchCursor(
      db, sql: "SELECT digest, bytes, sequence, replica FROM entries ORDER BY rowid")
    while let row = try rows.next() {
      let row = try EntryRow(row)
      if row.sequence == 0 {
        if row.bytes == genesisRow, row.digest == .sha256(of: genesisRow) { hasGenesisRow = true }
      } else {
        batch.append(row)
        if batch.isFull, !batch.decode(decode) { return nil }
      }
    }
    guard batch.decode(decode), batch.entries.count >= count, hasGenesisRow else { return nil }
    return batch.entries
  }

  /// Returns the reason why an intact database is not a board that this program can read; nil if it
  /// can read the board.
  static func fault(in db: Database) throws -> BoardFileError.Fault? {
    switch try Int32.fetchOne(db, sql: "PRAGMA application_id") {
    case Schema.applicationID: break
    case Schema.unreleasedApplicationID: return .unreleasedVersion
    default: return .notABoard
    }
    let version = try Schema.version(of: db)
    if (1...Schema.version).contains(version) {
      return try Schema.isOwn(in: db) ? nil : .notABoard
    }
    // No format will ever have a number above 1,000, but a damaged header may contain one.
    return (Schema.version...1_000).contains(version) ? .newerVersion(version) : .notABoard
  }

  /// Checks a file as far as possible before SQLite opens it.
  static func check(_ path: String, forWriting: Bool) throws(BoardFileError) {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw BoardFileError(path, errno == ENOENT || errno == ENOTDIR ? .missing : .forbidden)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw BoardFileError(path, .notABoard) }
    func may(_ right: Int32) -> Bool { faccessat(AT_FDCWD, path, right, AT_EACCESS) == 0 }
    guard may(R_OK) else { throw BoardFileError(path, .forbidden) }
    guard !forWriting || may(W_OK) else { throw BoardFileError(path, .readOnlyFile) }
  }

  /// Runs `body` and converts the errors that it throws to `BoardFileError`.
  static func attempt<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(BoardFileError) -> Value {
    do {
      return try body()
    } catch let error as BoardFileError {
      throw error
    } catch let error as DatabaseError {
      throw BoardFileError(path, fault(of: error))
    } catch {
      throw BoardFileError(path, .system("\(error)"))
    }
  }

  private static func fault(of error: DatabaseError) -> BoardFileError.Fault {
    switch error.resultCode {
    case .SQLITE_FULL: .diskFull
    case .SQLITE_READONLY: .readOnlyFile
    case .SQLITE_PERM, .SQLITE_AUTH: .forbidden
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notABoard
    case .SQLITE_MISUSE: .closed
    default: .system(error.message ?? error.resultCode.description)
    }
  }
}
