import FrameTesting
import Glibc
import Testing
import TestThreads

/// However the program ends, the terminal is as it was.
@Suite(.besidePool) struct LeavingTests {
  private func ready(_ environment: [String: String] = [:]) throws -> ProbeRun {
    let run = try ProbeRun(environment: environment)
    try run.wait(forLine: "ready")
    #expect(run.screen.modes[1049] == true)
    #expect(run.screen.modes[1002] == true)
    #expect(run.screen.modes[2004] == true)
    return run
  }

  @Test("by its own will, in every kind of terminal")
  func quit() throws {
    for term in [
      "xterm-256color", "xterm", "screen-256color", "tmux-256color", "rxvt", "linux",
      "vt100", "vt220", "xterm-direct", "ansi",
    ] {
      let run = try ProbeRun(environment: ["TERM": term])
      try run.wait(forLine: "ready")
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
      #expect(run.leftovers == [], "\(term)")
      #expect(run.end(of: "quit") != nil)
    }
  }

  @Test("in a terminal of another size than its entry has, the whole screen scrolls as before")
  func otherSize() throws {
    for term in ["xterm-256color", "linux", "vt100", "screen-256color"] {
      let run = try ProbeRun(columns: 100, rows: 30, environment: ["TERM": term])
      try run.wait(forLine: "ready")
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
      #expect(run.leftovers == [], "\(term)")
    }
  }

  @Test("asked to by SIGTERM or SIGINT")
  func terminate() throws {
    for signal in [SIGTERM, SIGINT] {
      let run = try ready()
      run.pty.kill(signal)
      #expect(try run.waitForExit() == .code(0))
      #expect(run.leftovers == [])
      #expect(run.end(of: "terminated") != nil)
    }
  }

  @Test("told of a hang-up that is none")
  func falseHangUp() throws {
    let run = try ready()
    run.pty.kill(SIGHUP)
    #expect(try run.waitForExit() == .code(3))
    #expect(run.leftovers == [])
  }

  @Test("hung up: it ends by itself")
  func hangUp() throws {
    let run = try ready()
    // Puts something else in the place of the only opening of the terminal's far side.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, run.pty.master)
    close(nothing)
    #expect(run.waitForExitUnread() == .code(3))
  }

  @Test("by a trap on another thread")
  func trap() throws {
    let run = try ready()
    try run.send("t")
    guard case .signal(let signal) = try run.waitForExit() else {
      Issue.record("did not crash")
      return
    }
    #expect([SIGILL, SIGTRAP].contains(signal))
    #expect(run.leftovers == [])
  }

  @Test("by an overflow of the main thread's stack")
  func overflow() throws {
    let run = try ready()
    try run.send("o")
    #expect(try run.waitForExit() == .signal(SIGSEGV))
    #expect(run.leftovers == [])
  }

  @Test("by an abort")
  func abort() throws {
    let run = try ready()
    try run.send("a")
    #expect(try run.waitForExit() == .signal(SIGABRT))
    #expect(run.leftovers == [])
  }

  /// Every signal that ends a process, except those that it handles and SIGKILL.
  private static let ending: [Int32] = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGUSR1, SIGUSR2, SIGALRM,
    SIGSTKFLT,
    SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS, 34, 50, 64,
  ]

  @Test("by a signal without a handler", arguments: ending)
  func signalled(by signal: Int32) throws {
    let run = try ready()
    run.pty.kill(signal)
    #expect(try run.waitForExit() == .signal(signal))
    #expect(run.leftovers == [])
  }

  @Test("not by a signal that was ignored at the start", arguments: [SIGQUIT, SIGUSR1, SIGXCPU])
  func ignored(signal: Int32) throws {
    let run = try ProbeRun(["/bin/sh", "-c", "trap '' \(signal); exec \(ProbeRun.binary)"])
    try run.wait(forLine: "ready")
    run.pty.kill(signal)
    try run.send("x")
    try run.wait(forLine: "key x")
    #expect(run.screen.modes[1049] == true)
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
  }

  @Test("by an exit that forgot about the terminal")
  func exit() throws {
    let run = try ready()
    try run.send("e")
    #expect(try run.waitForExit() == .code(4))
    #expect(run.leftovers == [])
  }

  @Test("by force, three seconds after SIGTERM, when it does nothing else any more")
  func forced() throws {
    let run = try ready()
    try run.send("s")
    try run.wait(forLine: "stuck")
    run.pty.kill(SIGTERM)
    #expect(try run.waitForExit() == .signal(SIGALRM))
    #expect(run.leftovers == [])
  }

  private func shell(_ answers: TerminalAnswers) throws -> ProbeRun {
    let run = try ProbeRun(
      ["/bin/bash", "--norc", "--noediting", "-i"], environment: ["PS1": "$ "], answers: answers)
    try run.wait(forOutput: "$ ")
    return run
  }

  @Test("answers and reports under way are awaited, and none is left to the shell")
  func lateAnswers() throws {
    let run = try shell(.none)
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forOutput: "\u{1B}[c")
    try run.send("q")
    try run.wait(forOutput: "\u{1B}[?2004l", from: run.output.count)
    let end = run.output.count
    for piece in [
      "\u{1B}[<35;1", "0;5M\u{1B}]11;rgb:1e1e/1e1e/1e1e", "\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62",
      ";22c",
    ] { try run.send(piece) }
    try run.wait(forOutput: "$ ", from: end)
    try run.send("exit\n")
    try run.waitForExit()
    let rest = String(decoding: run.output[end...], as: UTF8.self)
    for text in ["rgb", "62", "35;", "20;10"] { #expect(!rest.contains(text), "\(rest)") }
  }

  @Test("after a report of the mouse it asks once more, since more of them may be under way")
  func lateReports() throws {
    let run = try shell(.attributes)
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    try run.send("\u{1B}[<0;10;5Mq")
    try run.wait(forOutput: "\u{1B}[?1003;1002;1016;1006l")
    let off = try #require(run.end(of: "\u{1B}[?1003;1002;1016;1006l"))
    try run.wait(forOutput: "\u{1B}[c", from: off)
    try run.wait(forOutput: "$ ", from: off)
  }

  @Test("without an open question, and without the mouse, it leaves at once")
  func nothingOpen() throws {
    let run = try shell(.attributes)
    try run.send("\(ProbeRun.binary)\n")
    try run.wait(forLine: "ready")
    let start = run.output.count
    try run.send("q")
    try run.wait(forOutput: "$ ", from: start)
    #expect(run.end(of: "\u{1B}[c", from: start) == nil)
  }

  @Test("modes that a killed program left on are switched off first")
  func forgotten() throws {
    let run = try ready()
    let off = try #require(run.end(of: ";1016;2004l"))
    let on = try #require(run.end(of: "\u{1B}[?1002h"))
    #expect(off < on)
  }
}
