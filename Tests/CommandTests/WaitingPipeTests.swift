import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// Files that are pipes with a name, at whose other end no program is yet.
@Suite(.besidePool, .serialized) struct WaitingPipeTests {
  private static func run(_ arguments: [String], in home: Home) throws -> TerminalRun {
    try TerminalRun(
      program: [Easel.binary.path] + arguments, environment: home.environment, columns: 200)
  }

  /// Waits until the program says that it waits for this file, and ends it by Ctrl-C.
  private static func interrupt(_ run: TerminalRun, at file: String) throws {
    try run.wait(forOutput: "\(file)… Ctrl-C ends it.")
    try run.send("\u{3}")
    #expect(try run.waitForExit() == .signal(SIGINT))
  }

  @Test(
    "A host without a screen says that it waits for a reader of the tickets, and each signal ends it",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func ends(signal: Int32) throws {
    let home = try Home()
    let pipe = home.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let host = try Self.run(
      [
        "host", "wall", "--headless", "--listen", "unix://\(home.path("s"))", "--ticket-file", pipe,
      ], in: home)
    try host.wait(forOutput: "pipe… Ctrl-C ends it.")
    host.pty.kill(signal)
    #expect(try host.waitForExit() == .code(0))
  }

  @Test("A picture for a pipe that no program reads says what it waits for")
  func picture() throws {
    let home = try Home()
    let pipe = home.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    _ = try Easel.run(["play", "-", "--board", "a"], in: home, input: "line 0,0 1,1\n")
    try Self.interrupt(Self.run(["render", "a", "--output", pipe], in: home), at: "pipe")
  }

  @Test("Settings in a pipe that no program writes say what they wait for")
  func settings() throws {
    let home = try Home()
    let folder = home.path(".config/easel")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(mkfifo(folder + "/config.toml", 0o600) == 0)
    try Self.interrupt(Self.run(["a"], in: home), at: "config.toml")
  }

  @Test("A pipe gets each ticket once, and the new ones after a renewal")
  func once() throws {
    let home = try Home()
    let host = try Self.run(
      [
        "host", "wall", "--headless", "--listen", "tcp://127.0.0.1:0", "--ticket-file", "-",
      ], in: home)
    func lines() -> [Substring] {
      String(decoding: host.output, as: UTF8.self).split(whereSeparator: \.isNewline)
        .filter { $0.contains("easel://") }
    }
    try host.wait(forOutput: "# to watch")
    for count in [4, 6] {
      host.pty.kill(SIGUSR1)
      try host.wait(for: "new tickets") { _ in lines().count >= count }
    }
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    #expect(lines().count == 6)
    #expect(Set(lines()).count == 6)
  }
}
