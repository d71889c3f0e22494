import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

@Suite(.besidePool) struct SizeTests {
  @Test("every size from 0×0 to 40×12 is survived, and the board is whole afterwards")
  func sweep() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("sizes.easel"), in: home)
    try run.drag(line(from: (10, 5), to: (60, 16)))
    try run.waitUntilSaved()
    let drawn = line(from: (10, 5), to: (60, 16))
    for columns in 0...40 {
      for rows in 0...12 {
        run.resize(columns: columns, rows: rows)
        try run.drag([(2, 3), (4, 3)])
        try run.catchUp()
      }
    }
    run.resize(columns: 80, rows: 24)
    try run.wait(for: "the drawing at its first size") { screen in
      drawn.allSatisfy(screen.hasInk)
    }
    #expect(OutputGrammar().violations(in: run.screen.tokens) == [])
  }

  @Test(
    "easel starts at any size; a terminal that is too small is told so, and the board lives on",
    arguments: [(0, 0), (1, 1), (2, 1), (1, 12), (19, 6), (20, 5), (20, 6), (40, 12), (500, 3)])
  func starts(columns: Int, rows: Int) throws {
    let home = try Home()
    let run = try EaselRun(
      [home.path("small.easel")], in: home, columns: columns, rows: rows)
    try run.wait(for: "the terminal's modes") { $0.modes[1049] == true }
    run.resize(columns: 80, rows: 24)
    try run.waitUntilReady()
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
  }

  @Test("a storm of resizes ends in the last size")
  func storm() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("storm.easel"), in: home)
    var random = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      run.pty.resize(
        columns: Int.random(in: 0...250, using: &random),
        rows: Int.random(in: 0...70, using: &random))
    }
    run.resize(columns: 100, rows: 30)
    try run.wait(for: "the bar at the bottom") { $0.text[29].contains("Clear") }
    // A size on the way may have had as many rows; what is asked for now comes behind the last.
    try run.send("?")
    try run.wait(for: "the help") { $0.text.contains { $0.contains("Help ──") } }
    try run.send("\u{1B}")
    try run.wait(for: "the board") { !$0.text.contains { $0.contains("Help ──") } }
    try run.drag(line(from: (90, 5), to: (95, 5)))
    try run.waitForInk((92, 5))
  }
}
