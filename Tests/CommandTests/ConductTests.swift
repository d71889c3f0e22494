import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// A terminal is left as it was found, whatever happens.
@Suite(.besidePool) struct ConductTests {
  private func drawing() throws -> (run: EaselRun, home: Home) {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("conduct.easel"), in: home)
    try run.drag(line(from: (10, 5), to: (20, 5)))
    try run.waitForInk((15, 5))
    try run.waitUntilSaved()
    return (run, home)
  }

  @Test("leaving by a key, by SIGTERM or by SIGINT leaves nothing switched")
  func leaving() throws {
    let commands: [(EaselRun) throws -> Void] = [
      { try $0.send("q") }, { $0.pty.kill(SIGTERM) }, { $0.pty.kill(SIGINT) },
    ]
    for leave in commands {
      let (run, home) = try drawing()
      try leave(run)
      let exit = try run.waitForExit()
      #expect(exit == .code(0) || exit == .signal(SIGTERM) || exit == .signal(SIGINT))
      #expect(run.leftovers == [])
      #expect(OutputGrammar().violations(in: run.screen.tokens) == [])
      _ = home
    }
  }

  @Test(
    "a crash is told by its signal and leaves nothing switched",
    arguments: [
      SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT,
    ])
  func crash(signal: Int32) throws {
    let (run, home) = try drawing()
    run.pty.kill(signal)
    #expect(try run.waitForExit() == .signal(signal))
    #expect(run.leftovers == [])
    _ = home
  }

  @Test("leaving prints the drawing and a line with the command that opens it again")
  func scrollback() throws {
    let (run, home) = try drawing()
    try run.waitUntilSaved()
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(!run.screen.ink.isEmpty)
    let lines = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    let command = try #require(lines.last?.wholeMatch(of: /Open this board again: (.+)/)?.1)
    // No `easel` is on this shell's PATH: the command must work for a user who ran it by its path.
    let again = try TerminalRun(
      program: ["/bin/sh", "-c", String(command)], environment: home.environment, answers: .xterm())
    try again.wait(for: "the drawing") { !$0.ink.isEmpty }
  }

  @Test("so it does where nothing but ASCII can be shown, and in nothing but ASCII")
  func asciiScrollback() throws {
    let home = try Home()
    let script = "text 0.3,0.5 \"Zürich 日本\"\n"
    #expect(try Easel.run(["play", "-", "--board", "Züri's"], in: home, input: script).code == 0)
    let run = try EaselRun(["Züri's"], in: home, environment: ["LC_ALL": "C"])
    try run.wait(for: "the text") { $0.contains("Z?rich") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.output.allSatisfy { $0 < 0x80 })
    #expect(run.screen.contains("Z?rich ? ?"))
    let lines = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    let command = try #require(lines.last?.wholeMatch(of: /Open this board again: (.+)/)?.1)
    #expect(command.hasSuffix(#"$'Z\303\274ri\'s'"#))
    let again = try TerminalRun(
      program: ["/bin/bash", "-c", String(command)], environment: home.environment,
      answers: .xterm())
    try again.wait(for: "the board") { $0.contains("Zürich") }
  }

  @Test("after a hang-up the program ends, and the ink is saved")
  func hangUp() throws {
    let (run, home) = try drawing()
    try run.waitUntilSaved()
    run.pty.kill(SIGHUP)
    _ = try run.waitForExit()
    let record = try Easel.run(["record", home.path("conduct.easel")], in: home)
    #expect(record.text.contains("stroke"))
  }

  @Test(
    "an unfit terminal is told in one sentence, with exit code 2",
    arguments: [["TERM": ""], ["TERM": "dumb"], ["TERM": "no-such-terminal"]])
  func unfit(environment: [String: String]) throws {
    let home = try Home()
    let run = try EaselRun([], in: home, environment: environment)
    #expect(try run.waitForExit() == .code(2))
    let lines = run.screen.text.filter { !$0.isEmpty }
    #expect(lines.first?.hasPrefix("easel: ") == true)
    #expect(run.leftovers == [])
  }

  @Test(
    "any terminal and locale that can show a board shows one",
    arguments: [
      ["TERM": "xterm"], ["TERM": "screen"], ["TERM": "tmux-256color"], ["TERM": "linux"],
      ["TERM": "vt220"], ["NO_COLOR": "1"], ["LC_ALL": "C"], ["COLORTERM": "truecolor"],
    ])
  func fit(environment: [String: String]) throws {
    let home = try Home()
    let run = try EaselRun(
      [home.path("fit.easel")], in: home, environment: environment)
    try run.wait(for: "the board") { $0.text[0].contains("empty") }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.leftovers == [])
    #expect(OutputGrammar().violations(in: run.screen.tokens) == [])
  }
}
