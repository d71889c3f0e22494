import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// A full disk costs no user a drawing.
@Suite(.besidePool) struct UnsavedTests {
  /// A home whose data folder cannot be made, and a temporary folder that takes everything.
  private func home() throws -> (home: Home, temporary: String, environment: [String: String]) {
    let home = try Home()
    let obstacle = try home.write("no folder", to: "obstacle")
    let temporary = home.path("temporary")
    try FileManager.default.createDirectory(
      atPath: temporary, withIntermediateDirectories: false)
    return (home, temporary, ["XDG_DATA_HOME": obstacle, "TMPDIR": temporary])
  }

  private func unsaved(_ home: Home, _ environment: [String: String]) throws -> EaselRun {
    let run = try EaselRun([], in: home, environment: environment)
    try run.waitUntilReady()
    try run.drag(line(from: (30, 5), to: (50, 12)))
    try run.wait(for: "the complaint") { $0.says("Not saved") }
    try run.send("q")
    try run.wait(for: "the offer") { $0.text.joined().contains("Save a copy elsewhere") }
    return run
  }

  @Test("a copy is saved elsewhere though Easel's own folder cannot be written either")
  func copy() throws {
    let (home, temporary, environment) = try home()
    let run = try unsaved(home, environment)
    try run.send("c")
    try run.wait(for: "the copy") { $0.says("You draw on a copy now: ") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    try expectInk(in: temporary + "/new board.easel", home)
  }

  @Test("leaving all the same saves the board where it can, and says where")
  func rescue() throws {
    let (home, temporary, environment) = try home()
    let run = try unsaved(home, environment)
    try run.send("q")
    #expect(try run.waitForExit() == .code(1))
    let path = temporary + "/new board rescued.easel"
    #expect(run.screen.text.joined().contains("rescued.easel"))
    try expectInk(in: path, home)
  }

  private func expectInk(in path: String, _ home: Home) throws {
    let outcome = try Easel.run(["record", path], in: home)
    #expect(outcome.code == 0 && outcome.text.contains("stroke"), "\(outcome.errors)")
  }
}
