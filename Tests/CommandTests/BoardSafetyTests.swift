import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import CellFrame
import EaselBase
import Foundation
import GroupSecurity
import SystemFiles
import Testing
import TestThreads

@testable import BoardFiles
@testable import BoardSessions
@testable import easel
@testable import SessionUI
@testable import WhiteboardUI

/// A copy of a board has all of it, and a damaged file keeps all entries that verify.
@Suite(.besidePool) struct BoardSafetyTests {
  private static let boards = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("__Boards__")

  private let home: Home
  private let folder: BoardFolder

  init() throws {
    home = try Home()
    folder = BoardFolder(AppPaths(environment: [:], home: home.folder.path))
  }

  private func copy(_ board: String) throws -> String {
    let path = home.path("\(board).easel")
    try FileManager.default.copyItem(
      at: Self.boards.appendingPathComponent("\(board).easel"), to: URL(fileURLWithPath: path))
    return path
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: path)))
  }

  private func localAuthor() throws -> LocalAuthor {
    let seed = [UInt8](repeating: 7, count: Identity.seedLength)
    return LocalAuthor(
      identity: try #require(Identity(seed: seed)), name: SafeText("Eve", limit: .name),
      color: PaletteColor.red.color)
  }

  // MARK: Copies

  /// Opens the board as a user who may read it and not write it.
  private func openReadOnly(_ path: String, _ library: BoardLibrary) throws -> OpenBoardFile {
    giveToNobody(path, mode: 0o400)
    chmod(home.folder.path, 0o755)
    let outcome = Outcome()
    asNobody { outcome.opened = Result { try library.open(path) } }
    return try #require(outcome.opened).get()
  }

  // Unchecked: it is read only once the thread that sets it is done.
  private final class Outcome: @unchecked Sendable {
    var opened: Result<OpenBoardFile, any Error>?
  }

  private func drawLine(on board: inout BoardReplica, by localAuthor: LocalAuthor) {
    let setup = Whiteboard.Setup(
      person: localAuthor.person(), columns: 60, rows: 20, raster: .braille, theme: .terminal)
    var whiteboard = Whiteboard(setup, on: board)
    let now = Moment(uptime: 1_000, wall: 1_700_000_000_000)
    let ends = [(10, 5), (30, 12)].map { Pointer(CellPoint(column: $0.0, row: $0.1)) }
    for event in [
      MouseEvent(.press(.left), at: ends[0]), MouseEvent(.drag(.left), at: ends[1]),
      MouseEvent(.release(.left), at: ends[1]),
    ] { _ = whiteboard.handle(.input(.mouse(event)), on: &board, at: now) }
  }

  @Test("The copy of a board that cannot be written has its history, and the new line")
  func copyOfReadOnly() throws {
    let localAuthor = try localAuthor()
    let library = BoardLibrary(folder: folder, localAuthor: localAuthor)
    let path = try copy("format1")
    let before = try bytes(path)
    let opened = try openReadOnly(path, library)
    defer { _ = opened.writer.finish(withinMilliseconds: 0) }
    #expect(opened.board.readOnly != nil)
    var board = BoardReplica(opened.board, author: localAuthor.person().author, coding: .signed)
    drawLine(on: &board, by: localAuthor)
    #expect(board.picture.things.count == opened.board.picture.things.count + 1)
    let copied = try library.copy(of: board, opened.header, adding: board.unkept)
    #expect(copied.board.readOnly == nil && copied.board.notice == nil)
    #expect(copied.board.log.board == opened.board.log.board)
    #expect(copied.board.log.hash == board.log.hash)
    #expect(copied.board.picture.stableHash == board.picture.stableHash)
    #expect(Set(copied.board.people.map(\.name.string)) == ["Ada", "Ben", "Eve"])
    _ = copied.writer.finish(withinMilliseconds: 2_000)
    let stored = try folder.read(.file(try #require(copied.board.path)))
    #expect(stored.log.hash == board.log.hash)
    #expect(try bytes(path) == before)
    #expect(try bytes(Self.boards.appendingPathComponent("format1.easel").path) == before)
  }

  @Test("A copy has both of two entries with which an author contradicted themselves")
  func copyOfForked() throws {
    let path = try copy("forked")
    let before = try bytes(path)
    let target = try folder.duplicate(path)
    let (original, copied) = (try folder.contents(path), try folder.contents(target))
    #expect(copied.entries == original.entries)
    #expect(Set(original.entries.map(\.id)).count < original.entries.count)
    let (one, other) = (
      try folder.read(.file(path)), try folder.read(.file(target))
    )
    #expect(one.log.hash == other.log.hash)
    #expect(one.picture.stableHash == other.picture.stableHash)
    #expect(try bytes(path) == before)
  }

  // MARK: Damage

  enum Part: CaseIterable {
    /// The last entry, of which nothing else is made.
    case entry
    /// The genesis beside the board's name.
    case genesis
    /// The row among the entries that repeats the genesis.
    case row
    /// The beginning of the file, without which SQLite reads nothing.
    case start
  }

  /// The board on which Eve then drew two lines.
  private func drawnOn(_ path: String, by localAuthor: LocalAuthor) throws -> [Entry] {
    let (board, entryStore) = try folder.open(path)
    defer { entryStore.close() }
    var log = board.log
    let payload = try #require(try folder.contents(path).entries.first?.payload)
    let replicaGenesis = localAuthor.replicaGenesis()
    let entries = try (1...2).compactMap {
      try log.record(payload, as: replicaGenesis, at: $0, lasted: 0).map(localAuthor.sign)
    }
    try #require(entries.count == 2)
    try entryStore.append(entries, by: [Contributor(localAuthor.person())])
    return entries
  }

  private func damage(
    _ part: Part, _ bytes: inout [UInt8], _ genesis: BoardGenesis, _ last: Entry
  ) throws {
    func flip(_ sought: [UInt8], at offset: Int) throws {
      let range = try #require(bytes.firstRange(of: sought))
      bytes[range.lowerBound + offset] ^= 1
    }
    let encoded = genesis.encoded()
    // In the nonce: what is left can be decoded, and is the genesis of another board.
    let nonce = try #require(encoded.firstRange(of: genesis.nonce)).lowerBound
    switch part {
    case .entry: try flip(last.encoded(), at: 40)
    case .genesis: try flip(Array("genesis".utf8) + encoded, at: 7 + nonce)
    case .row:
      let mark = Array("genesis row\0".utf8)
      try flip(mark + encoded, at: mark.count + nonce)
    case .start: for index in 0..<100 { bytes[index] = 0 }
    }
  }

  @Test(
    "A damaged board keeps its id, its history and its people",
    arguments: [
      [.entry], [.genesis], [.row], [.entry, .genesis], [.entry, .row], [.start], [.start, .entry],
      [],
    ] as [[Part]])
  func damaged(parts: [Part]) throws {
    let localAuthor = try localAuthor()
    let path = try copy("format1")
    let drawn = try drawnOn(path, by: localAuthor)
    let whole = try folder.read(.file(path))
    let genesis = whole.header.genesis
    #expect(genesis != .unowned && whole.notice == nil)
    var bytes = try bytes(path)
    for part in parts { try damage(part, &bytes, genesis, drawn[1]) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let (salvaged, entryStore) = try folder.open(path)
    entryStore.close()
    for board in [salvaged, try folder.read(.file(path))] {
      #expect(board.header.genesis == genesis)
      let lost = parts.contains(.entry) ? 1 : 0
      #expect(board.log.count == whole.log.count - lost)
      for head in whole.log.sortedHeads where head.replica != drawn[0].id.replica {
        #expect(board.log.head(of: head.replica) == head)
      }
      if lost == 0 { #expect(board.log.hash == whole.log.hash) }
      let names = parts.contains(.start) ? [] : ["Ada", "Ben", "Eve"]
      #expect(Set(board.people.map(\.name.string)) == Set(names))
    }
    #expect((salvaged.notice == nil) == parts.isEmpty)
    let kept = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
      .filter { $0.contains(".damaged-") }
    #expect(kept.count == (parts.isEmpty ? 0 : 1))
    for name in kept { #expect(try self.bytes(home.path(name)) == bytes) }
  }

  @Test("For a board whose genesis is lost, easel says how much of it cannot be read")
  func lostGenesis() throws {
    let path = try copy("format1")
    _ = try drawnOn(path, by: localAuthor())
    let count = try folder.contents(path).entries.count
    let genesis = try folder.contents(path).header.genesis
    var bytes = try bytes(path)
    for part in [Part.genesis, .row] {
      var copy = bytes
      try damage(part, &copy, genesis, try #require(folder.contents(path).entries.last))
      bytes = copy
    }
    // The genesis beside the name cannot be decoded, either.
    let range = try #require(bytes.firstRange(of: Array("genesiseasel 1 board".utf8)))
    bytes[range.lowerBound + 7] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let board = try folder.read(.file(path))
    #expect(
      board.notice?.contains("(\(count) of them cannot be read)") == true,
      "\(board.notice ?? "")")
  }

  @Test("L14 · a board with an entry of a newer version says so, shows the rest, and keeps all")
  func newer() throws {
    let localAuthor = try localAuthor()
    let path = try copy("format1")
    let before = try folder.read(.file(path))
    let (board, entryStore) = try folder.open(path)
    var log = board.log
    // An action in field 100, which no operation has.
    let made = log.record([0xA2, 0x06, 1, 0], as: localAuthor.replicaGenesis(), at: 1, lasted: 0)
    try entryStore.append([try localAuthor.sign(try #require(made))], by: [])
    entryStore.close()
    let after = try folder.read(.file(path))
    #expect(after.hasUnreadable && !before.hasUnreadable && before.notice == nil)
    #expect(after.notice == "Somebody draws with a newer Easel. You do not see all of it.")
    #expect(after.log.count == before.log.count + 1)
    #expect(after.picture.stableHash == before.picture.stableHash)
    let outcome = try Easel.run(["render", path, "--size", "60x16"], in: home)
    #expect(outcome.code == 0 && outcome.errors.contains(LoadedBoard.unreadableNotice))
  }

  @Test("A file that claims an impossible time is listed")
  func impossibleTime() throws {
    let path = try copy("format1")
    for seconds in [Int.max, Int.min] {
      let time = timespec(tv_sec: seconds, tv_nsec: 0)
      // A file system without such times keeps the nearest time that it has.
      guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { continue }
      #expect(try FileSystem.list(home.folder.path).map(\.name) == ["format1.easel"])
    }
  }
}
