import FrameTesting
import Testing
import TestThreads

@Suite(.besidePool) struct SuspendTests {
  /// Easel on a board, started from a shell with job control and without a line editor, which would
  /// switch modes of its own.
  private func shell(_ board: String, in home: Home) throws -> TerminalRun {
    let run = try TerminalRun(
      program: ["/bin/bash", "--norc", "--noediting", "-i"],
      environment: home.environment.merging(["PS1": "$ "]) { $1 }, answers: .xterm())
    try run.wait(forOutput: "$ ")
    try run.send("\(Easel.binary.path) \(board)\n")
    try run.waitUntilReady()
    return run
  }

  private func suspend(_ run: TerminalRun) throws {
    let start = run.output.count
    try run.send(":suspend\r")
    try run.wait(forOutput: "Stopped", from: start)
    try run.wait(forOutput: "$ ", from: run.end(of: "Stopped", from: start) ?? start)
    #expect(run.leftovers == [])
  }

  @Test("Suspending gives the shell a terminal as it was, and fg the drawing as it was")
  func reopen() throws {
    let home = try Home()
    let run = try shell("sketch", in: home)
    try run.drag(line(from: (10, 5), to: (60, 16)))
    try run.waitUntilSaved()
    try run.wait(for: "its end") { $0.hasInk((60, 16)) }
    let drawn = run.screen.ink
    for _ in 0..<3 {
      try suspend(run)
      try run.send("fg\n")
      try run.wait(for: "the drawing") { $0.modes[1049] == true && $0.ink == drawn }
      try run.waitUntilReady()
    }
    try run.drag(line(from: (10, 18), to: (20, 18)))
    try run.waitForInk((15, 18))
    try run.waitUntilSaved()
    let start = run.output.count
    try run.send("q")
    try run.wait(forOutput: "easel sketch\r\n$ ", from: start)
    try run.send("exit\n")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
    #expect(run.violations == [])
  }

  @Test("A stroke under the pen is kept when the program is stopped")
  func underThePen() throws {
    let home = try Home()
    let run = try shell("sketch", in: home)
    try run.drag(line(from: (10, 5), to: (30, 5)), release: false)
    try run.waitForInk((29, 5))
    try suspend(run)
    try run.send("fg\n")
    try run.wait(for: "the stroke, saved") { $0.hasInk((20, 5)) && $0.isSaved }
  }
}
