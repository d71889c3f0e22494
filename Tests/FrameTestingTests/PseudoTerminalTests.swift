import FrameTesting
import Glibc
import Testing
import TestThreads

@Suite(.besidePool) struct PseudoTerminalTests {
  private func shell(_ script: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], columns: 33, rows: 7)
  }

  private func output(of pty: PseudoTerminal) -> String {
    var bytes: [UInt8] = []
    while let more = pty.read(until: .now + TerminalRun.patience), !more.isEmpty { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a program sees a terminal of the given size, and how it ends is told")
  func runs() throws {
    let pty = try shell("stty size; exit 3")
    #expect(output(of: pty) == "7 33\r\n")
    #expect(pty.waitForExit() == .code(3))
    let killed = try shell("kill -9 $$")
    #expect(output(of: killed) == "")
    #expect(killed.waitForExit() == .signal(SIGKILL))
  }

  @Test("the pseudo-terminal is the controlling terminal: keys become signals")
  func controls() throws {
    let pty = try shell("trap 'echo caught; exit 0' INT; echo ready; while :; do sleep 0.01; done")
    var seen: [UInt8] = []
    while let more = pty.read(until: .now + TerminalRun.patience), !more.isEmpty {
      seen += more
      if String(decoding: more, as: UTF8.self).contains("ready") {
        try pty.write([3], until: .now + TerminalRun.patience)
      }
    }
    #expect(String(decoding: seen, as: UTF8.self).contains("caught"))
  }

  @Test("changed settings are seen from outside, after the end too")
  func settings() throws {
    let pty = try shell("stty -echo")
    let before = pty.settings.c_lflag
    _ = output(of: pty)
    #expect(pty.waitForExit() == .code(0))
    #expect(pty.settings.c_lflag == before & ~tcflag_t(ECHO))
  }

  @Test("a program inherits its terminal and nothing else that is open here")
  func inheritance() throws {
    let ours = open("/dev/null", O_RDONLY)
    defer { close(ours) }
    // The list names the descriptor as well by which it is read.
    let pty = try shell("set -- $(ls /proc/self/fd); echo $#")
    #expect(output(of: pty) == "4\r\n")
  }

  @Test("a program that is not there is an error")
  func missing() {
    #expect(throws: PseudoTerminal.Failure.self) {
      try PseudoTerminal(["/nowhere/easel"], environment: [:], columns: 80, rows: 24)
    }
  }
}
