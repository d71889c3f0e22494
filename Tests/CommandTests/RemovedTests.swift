import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// A board whose file goes away while it is open.
@Suite(.besidePool) struct RemovedTests {
  private func drawn(_ board: String, in home: Home) throws -> EaselRun {
    let run = try EaselRun.drawing(on: board, in: home, columns: 160)
    try run.drag(line(from: (10, 5), to: (20, 5)))
    try run.waitUntilSaved()
    return run
  }

  private func strokes(_ board: String, in home: Home) throws -> Int {
    let record = try Easel.run(["record", board], in: home).text
    return record.split(separator: "\n").filter { $0.contains("stroke") }.count
  }

  @Test("is made anew by the next gesture, with everything on it, and that is said")
  func file() throws {
    let home = try Home()
    let board = home.path("plan.easel")
    let run = try drawn(board, in: home)
    for suffix in ["", "-wal", "-shm"] { unlink(board + suffix) }
    try run.drag(line(from: (10, 9), to: (20, 9)))
    try run.wait(for: "the sentence") { $0.says("made anew") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try strokes(board, in: home) == 2)
  }

  @Test("goes to Easel's own folder where its folder went too, and goes on there")
  func folder() throws {
    let home = try Home()
    let folder = home.path("stick")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let run = try drawn(folder + "/plan.easel", in: home)
    try FileManager.default.removeItem(atPath: folder)
    try run.drag(line(from: (10, 9), to: (20, 9)))
    try run.wait(for: "the sentence") { $0.says("the whole board is now at") }
    try run.drag(line(from: (10, 12), to: (20, 12)))
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try strokes("plan", in: home) == 3)
  }

  @Test("takes another name all the same, with everything on it")
  func renamed() throws {
    let home = try Home()
    let run = try drawn("first", in: home)
    try run.send("B")
    try run.wait(for: "the list") { $0.contains("r Rename") }
    let board = home.path(".local/share/easel/first.easel")
    for suffix in ["", "-wal", "-shm"] { #expect(unlink(board + suffix) == 0) }
    try run.send("r")
    try run.wait(for: "the question") { $0.contains("New name, then Enter") }
    try run.send("sketch\r")
    try run.wait(for: "the new name") { $0.text[0].contains("sketch") }
    try run.send("\u{1B}")
    try run.wait(for: "the canvas") { !$0.contains("r Rename") }
    try run.drag(line(from: (10, 9), to: (20, 9)))
    try run.waitUntilSaved()
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try strokes("sketch", in: home) == 2)
  }

  @Test("leaves a file that took its place alone")
  func replaced() throws {
    let home = try Home()
    let board = home.path("plan.easel")
    let run = try drawn(board, in: home)
    unlink(board)
    _ = try home.write("something else", to: "plan.easel")
    try run.drag(line(from: (10, 9), to: (20, 9)))
    try run.wait(for: "the sentence") {
      $0.says("“plan” was removed or replaced") && $0.text[0].contains(" plan 2 ")
    }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try String(contentsOfFile: board, encoding: .utf8) == "something else")
    #expect(try strokes(home.path("plan 2.easel"), in: home) == 2)
  }
}
