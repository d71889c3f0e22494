import BoardLog
import EaselBase
import struct Foundation.Data
import EaselPlatform
import GRDB

/// A board's file, open for writing.
///
/// SQLite with full synchronisation, in the ``JournalMode`` of its place: what `append` has returned
/// from is on disk. All methods wait for the disk, so they belong on the thread of the entry writer; any
/// thread may call them, one after the other. Closing it leaves a single file.
public final class BoardFile: Sendable {
  public let path: String
  private let queue: DatabaseQueue
  private let hold: BoardHold
  private let place: FilePlace?

  private init(path: String, queue: DatabaseQueue, hold: BoardHold) {
    self.path = path
    self.queue = queue
    self.hold = hold
    place = FilePlace(path)
  }

  /// Whether there is a file without a byte in it, such as a crash of the machine leaves: nobody's
  /// board, and nothing is lost by making one there.
  public static func isEmpty(at path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0
    else { return false }
    // What SQLite's log beside it holds would be part of it.
    return lstat(path + "-wal", &status) != 0 || status.st_size == 0
  }

  /// Makes a board's file (0600) with these entries in it, durably, and holds it.
  ///
  /// - Throws: `.exists` where there is one already that is not empty, `.missing` where there is no such folder.
  public static func create(
    at path: String, header: BoardHeader, entries: [KeptEntry] = [], holder: Holder
  ) throws(BoardError) -> BoardFile {
    let hold = try BoardHold.acquire(board: path, as: holder)
    if isEmpty(at: path) { unlink(path) }
    try make(at: path, header: header, entries: entries)
    do {
      return BoardFile(path: path, queue: try Connection.write(path), hold: hold)
    } catch {
      // Nobody has seen it; who tries again makes it again.
      unlink(path)
      throw error
    }
  }

  /// Opens a board for writing, with all that is in it.
  ///
  /// A damaged file is first set aside, byte for byte, as `PATH.damaged-TIMESTAMP` (with its `-wal`,
  /// if there is one); what could be saved of it is then written to a new file in its place.
  ///
  /// - Throws: `.held` if somebody else writes it, and whatever else keeps it from being written.
  public static func open(
    at path: String, holder: Holder, timestamp: String, decode: EntryDecoder
  ) throws(BoardError) -> (file: BoardFile, contents: BoardContents) {
    try Connection.check(path, forWriting: true)
    let hold = try BoardHold.acquire(board: path, as: holder)
    Connection.rollBack(path)
    var contents: BoardContents
    switch Connection.contents(of: path, decode: decode) {
    case .whole(let whole): contents = whole
    case .refused(let fault), .unreadable(let fault): throw BoardError(path, fault)
    case .damaged(let header):
      let saved = try salvage(path, header: header, decode: decode)
      contents = saved.contents
      try Salvage.replace(path, by: &contents, saved.kept, timestamp: timestamp)
    }
    let queue = try Connection.write(path)
    try Connection.attempt(path) { try queue.write { try Schema.addParticipants(to: $0) } }
    return (BoardFile(path: path, queue: queue, hold: hold), contents)
  }

  /// Reads a board that anybody may be writing, changing nothing. A damaged one is read as far as
  /// it can be.
  public static func read(
    at path: String, decode: EntryDecoder
  ) throws(BoardError) -> BoardContents {
    try Connection.check(path, forWriting: false)
    switch Connection.contents(of: path, decode: decode) {
    case .whole(let contents): return contents
    case .refused(let fault): throw BoardError(path, fault)
    case .damaged(let header):
      return try salvage(path, header: header, decode: decode).contents
    case .unreadable(let fault):
      // Such as a board that nobody closed, in a folder where SQLite cannot lay anything beside it.
      let saved = try Salvage.contents(of: path, header: nil, decode: decode)
      guard let saved else { throw BoardError(path, fault) }
      return saved.contents
    }
  }

  private static func salvage(
    _ path: String, header: BoardHeader?, decode: EntryDecoder
  ) throws(BoardError) -> (contents: BoardContents, kept: [KeptEntry]) {
    let saved = try Salvage.contents(of: path, header: header, decode: decode)
    guard let saved else { throw BoardError(path, .notABoard) }
    return saved
  }

  /// What the list of boards shows of one: its header, and how many entries it was given. Reads a
  /// few pages.
  ///
  /// - Throws: `.notABoard` for damaged ones too: only opening them looks closer.
  public static func summary(
    at path: String
  ) throws(BoardError) -> (header: BoardHeader, entries: Int) {
    try Connection.check(path, forWriting: false)
    return try Connection.attempt(path) {
      let queue = try Connection.read(path)
      return try queue.read { db in
        if let fault = try Connection.fault(in: db) { throw BoardError(path, fault) }
        var header = try Schema.header(in: db, atMost: summaryBytesMax)
        header.introduce(try Schema.participants(in: db))
        return (header, try Schema.tally(in: db))
      }
    }
  }

  /// Longer values of a header are not read for the list of boards, which shows none of them.
  private static let summaryBytesMax = 1_024

  /// Writes entries behind all others, and who drew, durably: all of it or, if it throws, nothing.
  /// What failed may be tried again.
  ///
  /// - Parameter people: those whose name or colour may be news to the file.
  public func append(
    _ entries: [KeptEntry], by people: [Participant] = []
  ) throws(BoardError) {
    try Connection.attempt(path) {
      try queue.write { db in
        try Schema.append(entries, to: db)
        try Schema.introduce(people, in: db)
      }
    }
  }

  /// The bytes of all entries of some replicas, in the order in which they were written; of all
  /// replicas where nil. Walks the file once, as far as it is wanted.
  ///
  /// - Parameters:
  ///   - place: where to begin: where an earlier walk ended.
  ///   - take: returns whether to go on.
  /// - Returns: where it ended; nil where there is no more.
  @discardableResult
  public func walk(
    _ replicas: Set<ReplicaID>?, from place: Int64 = .min, _ take: ([UInt8]) throws -> Bool
  ) throws(BoardError) -> Int64? {
    try Connection.attempt(path) {
      try queue.read { db in
        let rows = try Row.fetchCursor(
          db,
          sql:
            "SELECT replica, bytes, rowid FROM entries WHERE rowid >= ? AND sequence <> 0 ORDER BY rowid",
          arguments: [place])
        while let row = try rows.next() {
          if let replicas {
            let name = try row.withUnsafeData(atIndex: 0) { $0.flatMap { Bytes16($0) } }
            guard let name, replicas.contains(ReplicaID(name)) else { continue }
          }
          guard let bytes = try row.withUnsafeData(atIndex: 1, { $0.map { Array($0) } }) else {
            continue
          }
          let place: Int64 = row[2]
          if try !take(bytes) { return place < .max ? place + 1 : nil }
        }
        return nil
      }
    }
  }

  /// Gives a file from before boards had ids its genesis, durably. Call it before anything is
  /// appended: what is written from then on belongs to that board.
  public func begin(as genesis: BoardGenesis, _ old: OldHeads) throws(BoardError) {
    try Connection.attempt(path) {
      try queue.write { try Schema.begin(genesis, old, in: $0) }
    }
  }

  public func rename(to name: String) throws(BoardError) {
    try Connection.attempt(path) {
      try queue.write { db in
        try db.execute(
          sql: "INSERT OR REPLACE INTO meta VALUES ('name', ?)", arguments: [name])
      }
    }
  }

  /// Moves what is in the `-wal` file into the board's, which then can be read in a folder where
  /// nothing can be made. The hold ends when the last reference goes. Call it once, last.
  ///
  /// - Parameter waits: whether some seconds are waited for who reads it elsewhere.
  /// - Returns: whether the board is one file now. It is not where somebody reads it still; then the next
  ///   one to close it makes it one.
  @discardableResult
  public func close(afterReaders waits: Bool = false) throws(BoardError) -> Bool {
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

  /// Whether what is written still goes into the file at `path`. SQLite goes on writing into one
  /// that was removed, where nobody will find it again.
  public var isInPlace: Bool { place != nil && place == FilePlace(path) }

  /// A new file, at another path or where this one was removed, with all that this one holds,
  /// removed or not; write only that one from then on.
  ///
  /// - Throws: `.exists` where there is a file, `.missing` where there is no such folder.
  public func copied(to path: String, holder: Holder) throws(BoardError) -> BoardFile {
    let (wasHeld, isSame) = (hold.isInPlace, path == self.path)
    let hold = wasHeld && isSame ? hold : try BoardHold.acquire(board: path, as: holder)
    try Self.make(at: path) { draft in
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM INTO ?", arguments: [draft])
      }
      // SQLite would take what the removed file left for part of whatever is in its place.
      if wasHeld || isSame {
        for suffix in ["-wal", "-shm", "-journal"] { unlink(self.path + suffix) }
      }
    }
    return BoardFile(path: path, queue: try Connection.write(path), hold: hold)
  }

  /// What a full disk does, without filling one.
  func limitForTests(pages: Int) throws {
    try queue.writeWithoutTransaction { db in
      _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
    }
  }

  /// Makes a whole, synchronised file where there is none.
  static func make(
    at path: String, header: BoardHeader, entries: [KeptEntry]
  ) throws(BoardError) {
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

  /// - Parameter fill: writes the board into an empty file, and closes what it wrote with.
  private static func make(
    at path: String, _ fill: (_ draft: String) throws -> Void
  ) throws(BoardError) {
    // Made beside it and linked when whole: whoever is killed meanwhile leaves no half board. Only
    // the board's holder gets here, so an older draft is nobody's.
    let draft = path + ".new"
    func sweep() { for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) } }
    sweep()
    defer { sweep() }
    let file = EaselPlatform.open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BoardError(path, .making(errno)) }
    // While a connection is open, closing a descriptor would drop its locks; so this one stays open.
    defer { EaselPlatform.close(file) }
    try Connection.attempt(path) { try fill(draft) }
    guard fsync(file) == 0 else { throw BoardError(path, .making(errno)) }
    // SQLite would take what another file of this name left for part of this one.
    if access(path, F_OK) != 0 {
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
    guard link(draft, path) == 0 else { throw BoardError(path, .making(errno)) }
    synchroniseFolder(of: path)
  }

  /// Its new name is durable from then on. Not every file system can do that; there it is as durable as
  /// names get.
  static func synchroniseFolder(of path: String) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let folder = EaselPlatform.open(
      parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    EaselPlatform.close(folder)
  }
}
