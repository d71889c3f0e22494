import BoardLog
import EaselBase
import Foundation
import GRDB
import Synchronization
import Testing

@testable import BoardStore

struct BoardFileTests {
  @Test("appended entries are read again, in order and to the byte")
  func roundTrip() throws {
    let studio = try Studio()
    let entries = studio.entries(40)
    var file: BoardFile? = try studio.create()
    try file?.append(Array(entries.prefix(1)))
    try file?.append(Array(entries.dropFirst().prefix(9)))
    #expect(try studio.read().entries == entries.prefix(10).map(\.entry), "while it is open")
    try file?.append(Array(entries.dropFirst(10)))
    try file?.close()
    file = nil
    #expect(studio.files == ["drawing.easel"])
    let opened = try studio.open()
    #expect(opened.contents.entries == entries.map(\.entry) && opened.contents.damage == nil)
    #expect(opened.contents.header == studio.header)
    let replica = entries[0].entry.id.replica
    var (own, all): ([[UInt8]], [[UInt8]]) = ([], [])
    func collect(into bytes: inout [[UInt8]], _ entry: [UInt8], most: Int = .max) -> Bool {
      bytes.append(entry)
      return bytes.count < most
    }
    try opened.file.walk([replica]) { collect(into: &own, $0) }
    let row = try opened.file.walk(nil) { collect(into: &all, $0, most: 7) }
    #expect(all.count == 7)
    #expect(try opened.file.walk(nil, from: row ?? 0) { collect(into: &all, $0) } == nil)
    #expect(all == entries.map(\.bytes))
    #expect(own == entries.filter { $0.entry.id.replica == replica }.map(\.bytes))
    let summary = try BoardFile.summary(at: studio.path)
    #expect(summary.header == studio.header && summary.entries == 40)
  }

  @Test("a reader waits for a process that locks the file for a moment")
  func locked() throws {
    let studio = try Studio()
    let file = try studio.create()
    try file.append(studio.entries(3))
    try file.close()
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    let opening = try DatabaseQueue(path: studio.path, configuration: configuration)
    try opening.write { try $0.execute(sql: "PRAGMA user_version = \(Schema.version)") }
    let path = studio.path
    let reader = Attempt { try BoardFile.summary(at: path).entries }
    while !reader.hasBegun { sched_yield() }
    for _ in 0..<20 { sched_yield() }
    try opening.close()
    #expect(try reader.outcome() == 3)
  }

  @Test("opening waits for a process that reads the file") func read() throws {
    let studio = try Studio()
    do {
      let file = try studio.create()
      try file.append(studio.entries(3))
      try file.close()
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.allowsUnsafeTransactions = true
    let reading = try DatabaseQueue(path: studio.path, configuration: configuration)
    try reading.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN; SELECT count(*) FROM entries")
    }
    let opener = Attempt { [path = studio.path, holder = studio.holder] in
      try BoardFile.open(
        at: path, holder: holder, timestamp: "20260102-030405", decode: BoardStoreTests.decode
      ).contents.entries.count
    }
    while !opener.hasBegun { sched_yield() }
    // Longer than it takes to find the board read, far shorter than that is waited for.
    let end = ContinuousClock.now + .milliseconds(200)
    while !opener.isOver, ContinuousClock.now < end { sched_yield() }
    try reading.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(try opener.outcome() == 3)
    try reading.close()
  }

  @Test(
    "A board that is closed while another program reads it leaves its log file to the next close")
  func closedWhileRead()
    throws
  {
    let studio = try Studio()
    var file: BoardFile? = try studio.create()
    try file?.append(studio.entries(3))
    var configuration = Configuration()
    configuration.readonly = true
    configuration.allowsUnsafeTransactions = true
    let reading = try DatabaseQueue(path: studio.path, configuration: configuration)
    try reading.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN; SELECT count(*) FROM entries")
    }
    #expect(
      try file?.close() == false, "the reader holds the log file, so close() cannot remove it")
    file = nil
    try reading.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try reading.close()
    #expect(try studio.read().entries.count == 3)
    #expect(try studio.open().file.close(), "the next one to close does it")
    #expect(studio.bytes("drawing.easel-wal") == nil)
  }

  @Test("a log left by another file of the same name is no part of a new board")
  func leftovers() throws {
    let studio = try Studio()
    var log: [UInt8]?
    do {
      let file = try studio.create()
      try file.append(studio.entries(3))
      log = studio.bytes("drawing.easel-wal")
      try file.close()
    }
    unlink(studio.path)
    studio.write(try #require(log), to: "drawing.easel-wal")
    try studio.create().close()
    #expect(try studio.read().entries.isEmpty)
  }

  @Test("a file begins with the entries it is made for, and takes more")
  func begun() throws {
    let studio = try Studio()
    let entries = studio.entries(9)
    let file = try BoardFile.create(
      at: studio.path, header: studio.header, entries: Array(entries.prefix(4)),
      holder: studio.holder)
    #expect(try studio.read().entries == entries.prefix(4).map(\.entry))
    try file.append(Array(entries.dropFirst(4)))
    #expect(try studio.read().entries == entries.map(\.entry))
    #expect(try BoardFile.summary(at: studio.path).entries == 9)
  }

  @Test("the file and SQLite's files beside it are readable by their owner alone")
  func mode() throws {
    let studio = try Studio()
    let file = try studio.create()
    try file.append(studio.entries(1))
    for name in studio.files {
      var facts = stat()
      #expect(stat(studio.folder + "/" + name, &facts) == 0)
      #expect(facts.st_mode & 0o777 == 0o600, "\(name)")
    }
    #expect(studio.files.contains("drawing.easel-wal"))
  }

  @Test(
    "a file that was removed is noticed, and made anew with all that was in it",
    arguments: [false, true])
  func removed(alone: Bool) throws {
    let studio = try Studio()
    let entries = studio.entries(8)
    let file = try studio.create()
    try file.append(Array(entries.prefix(3)))
    #expect(file.isInPlace)
    let removed = alone ? ["drawing.easel"] : studio.files
    for name in removed { unlink(studio.folder + "/" + name) }
    #expect(!file.isInPlace)
    try file.append(Array(entries[3..<5]))
    let anew = try file.copied(to: studio.path, holder: studio.holder)
    #expect(anew.isInPlace)
    try anew.append(Array(entries[5...]))
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } != nil, "held")
    try anew.close()
    #expect(try studio.read().entries == entries.map(\.entry))
    #expect(try studio.read().header == studio.header)
    var facts = stat()
    #expect(stat(studio.path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
  }

  @Test("a file that took the place of a board is left as it is")
  func replaced() throws {
    let studio = try Studio()
    let file = try studio.create()
    unlink(studio.path)
    studio.write([1, 2, 3])
    #expect(!file.isInPlace)
    let fault = studio.fault { () throws(BoardFileError) in
      _ = try file.copied(to: studio.path, holder: studio.holder)
    }
    #expect(fault == .exists && studio.bytes("drawing.easel") == [1, 2, 3])
  }

  @Test("header, base and a new name are kept")
  func header() throws {
    let studio = try Studio()
    let entry = studio.entries(1)[0].entry
    let base = BoardHeader.Base(log: entry.digest, picture: [1, 2, 3])
    var header = studio.header
    header.base = base
    do {
      let file = try BoardFile.create(at: studio.path, header: header, holder: studio.holder)
      try file.rename(to: "日本")
      try file.close()
    }
    header.name = "日本"
    #expect(try studio.read().header == header)
  }

  @Test("appended entries survive a process that just ends")
  func noClose() throws {
    let studio = try Studio()
    let entries = studio.entries(5)
    let file = try studio.create()
    try file.append(entries)
    let other = try studio.killed()
    #expect(try other.open().contents.entries == entries.map(\.entry))
  }

  @Test("a second writer is told who holds it, a reader may read")
  func held() throws {
    let studio = try Studio()
    var file: BoardFile? = try studio.create()
    try file?.append(studio.entries(3))
    #expect(
      studio.fault { () throws(BoardFileError) in _ = try studio.open() }
        == .held(by: studio.holder))
    #expect(try studio.read().entries.count == 3)
    try file?.close()
    file = nil
    #expect(studio.files == ["drawing.easel"])
  }

  @Test("a lock file whose process is gone does not stand in the way")
  func staleLock() throws {
    let studio = try Studio()
    try studio.create().close()
    studio.write(Array("99999\nbob\nelsewhere\n\n".utf8), to: "drawing.easel.lock")
    let opened = try studio.open()
    #expect(opened.contents.damage == nil)
    #expect(studio.bytes("drawing.easel.lock") == Array(studio.holder.lines.utf8))
  }

  @Test("the text of a lock file cannot steer a terminal")
  func hostileLock() {
    let holder = Holder(reading: "x\n\u{1B}[2Jeve\n\u{202E}host\n")
    #expect(holder == Holder(process: 0, user: "[2Jeve", host: "host", terminal: ""))
    #expect(Holder(reading: "") == Holder(process: 0, user: "", host: "", terminal: ""))
  }

  @Test("a newer version, a foreign database, another file, a folder: refused and left as they are")
  func refused() throws {
    for (sql, expected) in [
      ("PRAGMA user_version = 4", BoardFileError.Fault.newerVersion(4)),
      ("PRAGMA application_id = 7; DROP TABLE entries; DROP TABLE tally; VACUUM", .notABoard),
    ] {
      let studio = try Studio()
      try studio.create().close()
      try Connection.write(studio.path).writeWithoutTransaction {
        try $0.execute(sql: sql + "; PRAGMA journal_mode = DELETE")
      }
      let before = studio.bytes("drawing.easel")
      #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == expected)
      #expect(studio.fault { () throws(BoardFileError) in _ = try studio.read() } == expected)
      #expect(studio.bytes("drawing.easel") == before && studio.files == ["drawing.easel"])
    }
    for bytes in [[], Array("just a text\n".utf8), [UInt8](repeating: 0, count: 10_000)] {
      let studio = try Studio()
      studio.write(bytes)
      #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .notABoard)
      #expect(studio.bytes("drawing.easel") == bytes && studio.files == ["drawing.easel"])
    }
    let studio = try Studio()
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .missing)
    mkdir(studio.path, 0o700)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .notABoard)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.create() } == .exists)
  }

  @Test("a full disk refuses the whole append, and it can be tried again")
  func full() throws {
    let studio = try Studio()
    let file = try studio.create()
    let entries = studio.entries(200)
    try file.append(Array(entries.prefix(10)))
    try file.limit(toPages: 8)
    let rest = Array(entries.dropFirst(10))
    #expect(studio.fault { () throws(BoardFileError) in try file.append(rest) } == .diskFull)
    #expect(try studio.read().entries.count == 10)
    try file.limit(toPages: 10_000)
    try file.append(rest)
    #expect(try studio.read().entries == entries.map(\.entry))
  }
}

extension BoardFile {
  /// Causes the faults of a full disk without a full disk.
  fileprivate func limit(toPages pages: Int) throws {
    try queue.writeWithoutTransaction { db in
      _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
    }
  }
}

/// An action on a thread of its own. The threads of the pool have other work, and may start later
/// than a lock is waited for.
private final class Attempt: Sendable {
  private let begun = Mutex(false)
  private let result = Mutex<Result<Int, any Error>?>(nil)

  init(_ deed: @escaping @Sendable () throws -> Int) {
    Thread.detachNewThread { [self] in
      begun.withLock { $0 = true }
      let outcome = Result { try deed() }
      result.withLock { $0 = outcome }
    }
  }

  var hasBegun: Bool { begun.withLock { $0 } }
  var isOver: Bool { result.withLock { $0 != nil } }

  /// Waits for it.
  func outcome() throws -> Int {
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      sched_yield()
    }
  }
}
