import FrameTesting
import Glibc
import GroupTesting
import Testing
import TestThreads

@Suite(.besidePool) struct StoppingTests {
  /// A shell with job control and without a line editor, which would switch modes of its own.
  private func shell(_ answers: TerminalAnswers = .attributes) throws -> ProbeRun {
    let run = try ProbeRun(
      ["/bin/bash", "--norc", "--noediting", "-i"], environment: ["PS1": "$ "], answers: answers)
    try run.wait(forOutput: "$ ")
    return run
  }

  @Test("Ctrl-Z gives the shell a terminal as it was, and fg a picture as it was")
  func suspend() throws {
    let run = try shell()
    let found = run.pty.settings
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    for _ in 0..<5 {
      let start = run.output.count
      try run.send("\u{1A}")
      try run.wait(forOutput: "Stopped", from: start)
      try run.wait(forOutput: "$ ", from: run.output.count - 2)
      #expect(run.leftovers == [])
      #expect(run.pty.settings.c_lflag == found.c_lflag)
      #expect(run.pty.settings.c_oflag == found.c_oflag)
      let stop = run.output.count
      try run.send("fg\n")
      try run.wait(forOutput: "ready", from: stop)
      try run.wait(forOutput: "\u{1B}[?2004h", from: stop)
      #expect(run.end(of: "\u{1B}[?1002h", from: stop) != nil)
      #expect(run.screen.modes[1049] == true)
    }
    try run.send("x")
    try run.wait(forLine: "key x")
    #expect(run.violations == [])
  }

  @Test("a window resized while stopped has its new size afterwards")
  func resizedMeanwhile() throws {
    let run = try shell()
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    try run.send("\u{1A}")
    try run.wait(forOutput: "Stopped")
    run.pty.resize(columns: 60, rows: 20)
    try run.send("fg\n")
    try run.wait(forOutput: "60x20")
  }

  @Test("LINES and COLUMNS in the environment change no size, and no key is lost after fg")
  func environment() throws {
    let run = try shell()
    try run.send("LINES=10 COLUMNS=30 \(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    try run.send("\u{1A}")
    try run.wait(forOutput: "Stopped")
    let stop = run.output.count
    try run.send("fg\n")
    try run.wait(forOutput: "ready", from: stop)
    try run.send("x")
    try run.wait(forLine: "key x")
    try run.send("\u{1B}[<0;70;20M\u{1B}[<0;70;20m")
    try run.wait(for: "a mark beyond that size") {
      $0.glyph(column: 69, row: 19) == "\u{2801}"
    }
  }

  @Test("stopped and continued without warning, it takes the terminal again")
  func stopped() throws {
    // Nothing awaits an answer when a program is stopped without warning.
    let run = try shell(.none)
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    let probe = try #require(foreground(of: run))
    kill(probe, SIGSTOP)
    try run.wait(forOutput: "Stopped")
    let stop = run.output.count
    try run.send("fg\n")
    try run.wait(forOutput: "ready", from: stop)
    try run.send("x")
    try run.wait(forLine: "key x")
    #expect(run.screen.modes[1002] == true)
    try run.send("q")
    try run.wait(forOutput: "quit")
    try run.send("exit\n")
    try run.waitForExit()
    #expect(run.leftovers == [])
  }

  @Test("without a shell that could continue it, the program does not stop")
  func orphan() throws {
    let run = try ProbeRun()
    try run.wait(forLine: "ready")
    let start = run.output.count
    try run.send("\u{1A}")
    try run.wait(forOutput: "ready", from: start)
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
  }

  private func foreground(of run: ProbeRun) -> pid_t? {
    var group: pid_t = 0
    let isKnown = ioctl(run.pty.master, UInt(TIOCGPGRP), &group) == 0
    return isKnown && group > 0 ? group : nil
  }
}
