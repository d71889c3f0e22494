import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// No file steers the terminal of the user who opens it.
@Suite(.besidePool) struct HostileTests {
  private func expectHarmless(_ run: EaselRun) {
    #expect(OutputGrammar().violations(in: run.screen.tokens) == [])
    #expect(run.leftovers == [])
  }

  /// Opens, looks at every sheet, and leaves.
  private func lookAround(_ arguments: [String], in home: Home, input: String? = nil) throws {
    let run = try EaselRun(arguments, in: home, input: input)
    try run.wait(for: "the board") { $0.modes[1002] == true && $0.contains("Clear") }
    for key in ["?", "B", "T", "E", "N", "c", "\t"] {
      try run.send(key)
      try run.send("\u{1B}")
      try run.catchUp()
    }
    try run.drag([(20, 10), (40, 12)])
    try run.send("q")
    _ = try run.waitForExit()
    expectHarmless(run)
  }

  @Test("paper from a file and from standard input")
  func paper() throws {
    let home = try Home()
    var random = SplitMix64(seed: 7)
    // A file with a zero, or with many controls, is no text, and is refused.
    var bytes = Data(HostileText.all.utf8.filter { $0 != 0 })
    bytes += Data("\n\u{1B}[31mred \u{1B}[1;4mbold\u{1B}[0m\n".utf8)
    let controls: Set<UInt8> = [7, 8, 9, 10, 11, 12, 13, 14, 15, 27]
    bytes += Data(
      (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        .filter { $0 >= 32 || controls.contains($0) })
    let file = home.folder.appendingPathComponent("paper.txt")
    try bytes.write(to: file)
    try lookAround(["--paper", file.path, home.path("a.easel")], in: home)
    try lookAround([home.path("b.easel")], in: home, input: file.path)
  }

  @Test("scripts, and the boards they make")
  func scripts() throws {
    let home = try Home()
    let text = HostileText.all.filter { $0 != "\n" && $0 != "\"" && $0 != "\\" && $0 != "\r" }
    let script = try home.write(
      """
      as "\(text)"
      text 0.2,0.2 "\(text)"
      stroke 0.1,0.1 0.9,0.9
      """, to: "hostile.script")
    let board = home.path("script.easel")
    let play = try Easel.run(["play", script, "--board", board], in: home)
    expectHarmless(play)
    if play.code == 0 {
      try lookAround([board], in: home)
      for format in ["text", "ansi"] {
        expectHarmless(try Easel.run(["render", board, "--format", format], in: home))
      }
      expectHarmless(try Easel.run(["record", board], in: home))
    }
  }

  @Test("themes, settings and names of files")
  func surroundings() throws {
    let home = try Home()
    let themes = home.folder.appendingPathComponent(".config/easel/themes")
    try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
    let safe = HostileText.all.filter { $0 != "\"" && $0 != "\\" && $0 != "\0" && $0 != "/" }
    for (name, text) in [
      ("evil.toml", "title = \"\(safe)\"\n"), ("worse.toml", safe), ("\u{1B}]0;x\u{7}.toml", "a="),
    ] {
      try Data(text.utf8).write(to: themes.appendingPathComponent(name))
    }
    try Data("name = \"\(safe)\"\ntheme = \"\(safe)\"\n".utf8)
      .write(to: home.folder.appendingPathComponent(".config/easel/config.toml"))
    let board = home.path("\u{1B}]0;title\u{7}\u{202E}.easel")
    try lookAround([board], in: home)
    expectHarmless(try Easel.run(["boards"], in: home))
    expectHarmless(try Easel.run(["themes"], in: home))
    expectHarmless(try Easel.run(["render", board], in: home))
    expectHarmless(try Easel.run(["render", home.path("\u{1B}]0;none\u{7}")], in: home))
  }

  @Test("a board that is whole, signed and evil")
  func signed() throws {
    let home = try Home()
    let board = home.path("signed.easel")
    try HostileBoard.write(HostileText.all, to: board)
    try lookAround([board], in: home)
    for format in ["text", "ansi", "svg"] {
      expectHarmless(try Easel.run(["render", board, "--format", format], in: home))
    }
    expectHarmless(try Easel.run(["record", board], in: home))
  }

  @Test("a board whose bytes were changed", arguments: 0..<8)
  func bytes(seed: Int) throws {
    let home = try Home()
    let script = try home.write(
      "text 0.2,0.2 \"AAAAAAAAAAAAAAAAAAAAAAAA\"\nstroke 0.1,0.1 0.9,0.9\n", to: "a.script")
    let board = home.folder.appendingPathComponent("bytes.easel")
    #expect(try Easel.run(["play", script, "--board", board.path], in: home).code == 0)
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = try Data(contentsOf: board)
    let evil = Array("\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m".utf8)
    for _ in 0..<10 {
      let at = Int.random(in: 100..<(bytes.count - evil.count), using: &random)
      bytes.replaceSubrange(at..<(at + evil.count), with: evil)
    }
    try bytes.write(to: board)
    let run = try EaselRun([board.path], in: home)
    try? run.wait(for: "the board") { $0.modes[1002] == true && $0.contains("Clear") }
    try? run.send("q")
    _ = try run.waitForExit()
    expectHarmless(run)
    expectHarmless(try Easel.run(["render", board.path], in: home))
  }

  private func expectHarmless(_ outcome: Easel.Outcome) {
    var parser = TerminalParser()
    let tokens = parser.parse(outcome.output) + parser.parse(Array(outcome.errors.utf8))
    #expect(OutputGrammar().violations(in: tokens) == [])
  }
}
