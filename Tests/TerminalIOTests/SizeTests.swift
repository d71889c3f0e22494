import Glibc
import GroupTesting
import Testing
import TestThreads

@Suite(.besidePool) struct SizeTests {
  @Test("10,000 resizes end at the last size, and the program lives")
  func storm() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    var chance = SplitMix64(seed: 7)
    for step in 0..<10_000 {
      run.pty.resize(
        columns: Int.random(in: 0...200, using: &chance), rows: .random(in: 0...70, using: &chance))
      if step % 20 == 0 { try run.catchUp() }
    }
    run.pty.resize(columns: 97, rows: 31)
    try run.wait(forOutput: "97x31")
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.violations == [])
  }

  @Test("every size from 0 × 0 to 40 × 12 is lived with, none taken for 80 × 24")
  func sweep() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    for rows in 0...12 {
      for columns in 0...40 {
        run.pty.resize(columns: columns, rows: rows)
        try run.send("b\u{1B}[<0;\(columns + 1);\(rows + 1)M")
        try run.catchUp()
      }
    }
    run.pty.resize(columns: 0, rows: 0)
    try run.ask("f", untilOutput: "80 × 24 cells")
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
  }

  @Test("a terminal that says it has no size is taken for 80 × 24")
  func none() throws {
    let run = try ProbeRun(columns: 0, rows: 0)
    try run.wait(forOutput: "ready")
    try run.send("f")
    try run.wait(forOutput: "80 × 24 cells")
  }
}
