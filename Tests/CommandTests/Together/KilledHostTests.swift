import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// `easel host --headless`, killed at the first moment at which a guest can have a ticket of it.
@Suite(.besidePool, .serialized) struct KilledHostTests {
  private let (shared, home): (Home, Home)

  init() throws { (shared, home) = (try Home(), try Home()) }

  private func host(_ more: [String] = []) throws -> TerminalRun {
    try TerminalRun(
      program: [
        Easel.binary.path, "host", "wall", "--headless", "--listen", "unix://\(shared.path("s"))",
      ] + more, environment: home.environment)
  }

  /// Starts a host that writes its tickets into a file, and waits for the file.
  private func hostWithFile() throws -> (host: TerminalRun, tickets: String) {
    let path = shared.path("tickets")
    unlink(path)
    let host = try host(["--ticket-file", path])
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(path, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    return (host, path)
  }

  /// Starts a host that prints its tickets, and waits for the first one.
  private func hostThatPrints() throws -> (host: TerminalRun, ticket: Substring) {
    let host = try host()
    try host.wait(forOutput: "# to draw")
    let words = String(decoding: host.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return (host, try #require(words.first { $0.contains("#") }))
  }

  @Test("killed as soon as the file of tickets is there, it has the same tickets at the next start")
  func file() throws {
    let first = try hostWithFile()
    first.host.pty.kill(SIGKILL)
    let given = try String(contentsOfFile: first.tickets, encoding: .utf8)
    #expect(try first.host.waitForExit() == .signal(SIGKILL))
    let second = try hostWithFile()
    #expect(try String(contentsOfFile: second.tickets, encoding: .utf8) == given)
    second.host.pty.kill(SIGTERM)
    #expect(try second.host.waitForExit() == .code(0))
  }

  @Test("killed as soon as a ticket is printed, it has the same tickets at the next start")
  func printed() throws {
    let first = try hostThatPrints()
    first.host.pty.kill(SIGKILL)
    #expect(try first.host.waitForExit() == .signal(SIGKILL))
    let second = try hostThatPrints()
    #expect(second.ticket == first.ticket)
    second.host.pty.kill(SIGTERM)
    #expect(try second.host.waitForExit() == .code(0))
  }
}
