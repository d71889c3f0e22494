import Foundation
import GRDB
import Testing

@testable import BoardStore

struct JournalModeTests {
  @Test(
    "only where other machines may use the file is a board not in WAL mode",
    arguments: [
      (0x6969, .truncate), (0x517B, .truncate), (0xFF53_4D42, .truncate),
      (0xFE53_4D42, .truncate), (0x0102_1997, .truncate),
      // ext4, tmpfs, FUSE, and no answer.
      (0xEF53, .wal), (0x0102_1994, .wal), (0x6573_5546, .wal), (0, .wal),
    ] as [(UInt32, JournalMode)])
  func fileSystems(type: UInt32, mode: JournalMode) {
    #expect(JournalMode(fileSystem: type) == mode)
  }

  @Test("a new board here is in WAL mode, and a path that leads nowhere counts as here")
  func here() throws {
    let studio = try Studio()
    #expect(JournalMode(for: studio.path) == .wal)
    let file = try studio.create()
    try file.append(studio.entries(1))
    #expect(studio.files.contains("drawing.easel-wal"))
  }

  @Test("without WAL nothing is shared in memory, and a board is written and read as ever")
  func truncate() throws {
    let studio = try Studio()
    let entries = studio.entries(5)
    do {
      let file = try studio.create()
      try file.append(Array(entries.prefix(3)))
      try file.close()
    }
    let queue = try Connection.write(studio.path, in: .truncate)
    try queue.write { try Schema.append(Array(entries.dropFirst(3)), to: $0) }
    #expect(studio.files == ["drawing.easel", "drawing.easel-journal"])
    #expect(studio.bytes("drawing.easel-journal") == [])
    #expect(try studio.read().entries == entries.map(\.entry))
    let last = try queue.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE")
    }
    #expect(last == "delete")
    try Connection.close(queue)
    #expect(studio.files == ["drawing.easel"])
    #expect(try studio.open().contents.entries == entries.map(\.entry))
  }

  @Test("a board that was left in WAL mode leaves it, with all that its -wal holds")
  func leavesWAL() throws {
    let studio = try Studio()
    let entries = studio.entries(5)
    let file = try studio.create()
    try file.append(entries)
    let other = try studio.killed()
    let queue = try Connection.write(other.path, in: .truncate)
    #expect(other.bytes("drawing.easel-wal") == nil && other.bytes("drawing.easel-shm") == nil)
    #expect(try other.read().entries == entries.map(\.entry))
    try Connection.close(queue)
  }
}
