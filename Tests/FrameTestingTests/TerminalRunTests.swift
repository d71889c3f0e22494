import FrameTesting
import Testing
import TestThreads

@Suite(.besidePool) struct TerminalRunTests {
  private func shell(
    _ script: String, answers: TerminalAnswers = .none
  ) throws -> TerminalRun {
    try TerminalRun(program: ["/bin/sh", "-c", script], columns: 40, rows: 5, answers: answers)
  }

  @Test("A wait sees its output, and the exit code is told")
  func waiting() throws {
    let run = try shell("echo ready; read word; echo \"heard $word\"; exit 3")
    try run.wait(for: "the prompt") { $0.text[0] == "ready" }
    try run.send("hello\n")
    try run.wait(forOutput: "heard hello")
    #expect(try run.waitForExit() == .code(3))
    #expect(run.leftovers == [])
  }

  @Test("A wait whose output can no longer come fails with the output that came instead")
  func missing() throws {
    let run = try shell("echo something else")
    let error = #expect(throws: TerminalRun.Impatience.self) {
      try run.wait(forOutput: "ready")
    }
    #expect(error?.description.contains("ended before \"ready\"") == true)
    #expect(error?.description.contains("something else") == true)
  }

  @Test("Questions are answered as the terminal was made to")
  func answers() throws {
    let ask = "stty raw -echo; printf '\\033[c'; dd bs=1 count=9 2>/dev/null | tail -c 8"
    let run = try shell(ask, answers: .xterm())
    try run.wait(for: "the answer") { $0.contains("[?62;22c") }
    let own = try shell(
      ask, answers: TerminalAnswers([(question: "\u{1B}[c", answer: "\u{1B}[?1;2;3c")]))
    try own.wait(for: "the answer") { $0.contains("[?1;2;3c") }
  }

  @Test("A mode that was left on is named")
  func leftovers() throws {
    let run = try shell("printf '\\033[?1002h'; stty -echo")
    _ = try run.waitForExit()
    #expect(run.leftovers.count == 2)
    #expect(run.leftovers.first == "?1002h" && run.leftovers.last?.hasPrefix("termios") == true)
  }
}
