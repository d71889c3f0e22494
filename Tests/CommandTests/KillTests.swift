import Foundation
import Glibc
import GroupTesting
import Testing
import TestThreads

@Suite(.besidePool) struct KillTests {
  /// Four at a time, each with a board of its own that every round opens again: 100 kills.
  @Test("kill -9 at any moment loses at most the stroke under the pen", arguments: 0..<4)
  func killed(seed: Int) throws {
    let home = try Home()
    let board = home.path("killed.easel")
    var victim = Victim(home: home, board: board, random: SplitMix64(seed: UInt64(seed)))
    for round in 0..<25 {
      try victim.drawAndKill()
      let kept = try victim.kept()
      #expect(kept >= victim.certain, "seed \(seed), round \(round)")
      #expect(kept <= victim.drawn, "seed \(seed), round \(round)")
      victim.goOn(from: kept)
    }
  }
}

/// A board that is drawn on and killed, again and again.
private struct Victim {
  let home: Home
  let board: String
  var random: SplitMix64
  /// Strokes that must be there after the kill, and those that may be.
  private(set) var certain = 0
  private(set) var drawn = 0
  /// Strokes that are known to have been finished.
  private var finished = 0

  init(home: Home, board: String, random: SplitMix64) {
    self.home = home
    self.board = board
    self.random = random
  }

  mutating func drawAndKill() throws {
    let run = try EaselRun.drawing(on: board, in: home)
    for stroke in 0..<certain {
      try run.waitForInk(cells(of: stroke)[1])
    }
    finished = 0
    try run.send("1")  // Thin ink stays within its row.
    for _ in 0..<Int.random(in: 0...6, using: &random) { try draw(on: run) }
    if Bool.random(using: &random) { try run.drag(cells(of: drawn), release: false) }
    // Not a wait for anything: the moment of the kill is the random one.
    let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...20_000, using: &random))
    while ContinuousClock.now < moment {
      guard let bytes = run.pty.read(until: moment), !bytes.isEmpty else { break }
    }
    // If the screen says “saved” at the stop, the strokes are on the disk, however long that took.
    run.pty.kill(SIGSTOP)
    try run.catchUp()
    if run.screen.isSaved { certain = max(certain, finished) }
    run.pty.kill(SIGKILL)
    #expect(try run.waitForExit() == .signal(SIGKILL))
  }

  /// The ink of a stroke on the screen shows that all strokes before it are finished. If the screen
  /// says “saved” after that, they are kept.
  private mutating func draw(on run: EaselRun) throws {
    let cells = cells(of: drawn)
    try run.drag(cells, release: false)
    try run.waitForInk(cells[1])
    finished = drawn
    if Bool.random(using: &random), drawn > 0 { try run.waitUntilSaved() }
    if run.screen.isSaved { certain = drawn }
    try run.release(at: cells[cells.count - 1])
    drawn += 1
  }

  private func cells(of stroke: Int) -> [(column: Int, row: Int)] {
    let (column, row) = (6 + stroke / 18 % 22 * 3, 3 + stroke % 18)
    return [(column, row), (column + 1, row)]
  }

  /// How many strokes the board's history holds.
  func kept() throws -> Int {
    guard FileManager.default.fileExists(atPath: board) else { return 0 }
    let record = try Easel.run(["record", board], in: home)
    #expect(record.code == 0, "\(record.errors)")
    return record.text.split(separator: "\n").count { line in
      line.split(separator: " ").contains("stroke")
    }
  }

  mutating func goOn(from kept: Int) {
    certain = kept
    drawn = kept
  }
}
