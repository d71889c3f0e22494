import BoardLog
import BoardModel
import Foundation
import FrameTesting
import SessionUI
import Testing
import TestThreads

@testable import BoardFiles
@testable import BoardSessions
@testable import easel

/// The board files in `__Boards__`, which are never written again. Of format 1: `format1` (two people drew
/// on it), `forked` (its author wrote two different entries at one place), `based` (it began from another
/// board's picture) and `damaged` (one byte of an entry was changed). Of a version that was never released:
/// `unreleased`.
@Suite(.besidePool) struct BoardFormatsTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("__Boards__")
  private static let boards = ["format1", "forked", "based", "damaged"]

  private func copy(_ board: String, in home: Home) throws -> String {
    let path = home.path("\(board).easel")
    try FileManager.default.copyItem(
      at: Self.folder.appendingPathComponent("\(board).easel"), to: URL(fileURLWithPath: path))
    return path
  }

  private func read(_ path: String) throws -> VerifiedBoard {
    try BoardFolder(AppPaths.current()).read(.file(path))
  }

  private func rendered(_ path: String, in home: Home) throws -> String {
    let outcome = try Easel.run(["render", path, "--size", "60x16"], in: home)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.text
  }

  @Test("Each file has the same entries and picture as before")
  func pictures() throws {
    let home = try Home()
    try assertBytes(
      Self.boards.flatMap { board in
        let path = try copy(board, in: home)
        let stored = try read(path)
        let hash = stored.picture.stableHash
        return [
          ("\(board).log", stored.log.hash.bytes),
          ("\(board).picture", (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) }),
          ("\(board).rendered", Digest.sha256(of: Array(try rendered(path, in: home).utf8)).bytes),
        ]
      })
  }

  @Test("Each file can be drawn on and keeps its old things", arguments: boards)
  func drawnOn(board: String) throws {
    let home = try Home()
    let path = try copy(board, in: home)
    let before = try read(path).picture
    #expect(!before.things.isEmpty)
    let outcome = try Easel.run(
      ["play", "-", "--board", path], in: home, input: "line 0.1,0.95 0.9,0.95\n")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let after = try read(path).picture
    #expect(after.things.count == before.things.count + 1)
    let kept = after.things.prefix(before.things.count)
    #expect(zip(kept, before.things).allSatisfy { $0.item == $1.item && $0.stamp == $1.stamp })
  }

  @Test("A board of an unreleased version is told as such by each command, and stays as it is")
  func unreleased() throws {
    let home = try Home()
    let path = try copy("unreleased", in: home)
    let before = FileManager.default.contents(atPath: path)
    let sentence = "is of an unreleased version of Easel. Easel did not change it;"
    for command in [
      ["render", path, "--size", "60x16"], ["record", path], ["play", "-", "--board", path],
      ["host", path, "--headless", "--listen", "unix://\(home.path("s"))"],
      ["boards", "duplicate", path],
    ] {
      let outcome = try Easel.run(command, in: home, input: "line 0.1,0.95 0.9,0.95\n")
      #expect(outcome.code == 1 && outcome.errors.contains(sentence), "\(command)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(FileManager.default.contents(atPath: path) == before, "\(command)")
    }
  }

  @Test("A board of an unreleased version among the user's own is listed as such, and not put away")
  func unreleasedInFolder() throws {
    let home = try Home()
    let folder = home.path(".local/share/easel")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = try copy("unreleased", in: home)
    let own = folder + "/unreleased.easel"
    try FileManager.default.moveItem(atPath: path, toPath: own)
    let before = FileManager.default.contents(atPath: own)
    let list = try Easel.run(["boards", "list"], in: home)
    #expect(list.code == 0 && list.text.contains("of an unreleased version"), "\(list.text)")
    let trashed = try Easel.run(["boards", "trash", "unreleased"], in: home)
    #expect(trashed.code == 1 && trashed.errors.contains("of an unreleased version of Easel"))
    #expect(FileManager.default.contents(atPath: own) == before)
  }
}
