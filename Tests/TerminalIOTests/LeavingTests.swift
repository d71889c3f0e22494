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

  @Test("by a signal that nobody takes", arguments: [SIGQUIT, SIGUSR1, SIGUSR2])
  func signalled(by signal: Int32) throws {
    let run = try ready()
    run.pty.kill(signal)
    #expect(try run.waitForExit() == .signal(signal))
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

  @Test("answers still on their way are swallowed rather than left to the shell")
  func lateAnswers() throws {
    let run = try ProbeRun()
    try run.wait(forOutput: "\u{1B}[c")
    try run.send("q")
    try run.wait(forOutput: "\u{1B}[?2004l", from: run.output.count)
    // Too late where it is gone already: then nobody is left to be disturbed.
    do { try run.send("\u{1B}[?62;22c") } catch is PseudoTerminal.Failure {}
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
  }

  @Test("what a program killed before us left on is switched off first")
  func forgotten() throws {
    let run = try ready()
    let off = try #require(run.end(of: ";1016;2004l"))
    let on = try #require(run.end(of: "\u{1B}[?1002h"))
    #expect(off < on)
  }
}
