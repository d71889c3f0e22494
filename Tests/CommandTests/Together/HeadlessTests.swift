import EaselTesting
import Foundation
import Glibc
import TestThreads
import Testing

/// `easel host --headless`: a board and its call, and nobody at the screen.
@Suite(.besidePool, .serialized, .timeLimit(.minutes(10))) struct HeadlessTests {
  @Test("guests draw, leave, come back and find what they drew, which is in its file as well")
  func keeps() throws {
    let (place, home) = (try Home(), try Home())
    let tickets = place.path("tickets")
    let host = try TerminalRun(
      program: [
        Easel.binary.path, "host", "wall", "--headless", "--listen", "unix://\(place.path("s"))",
        "--ticket-file", tickets, "--name", "wall",
      ], environment: home.environment)
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(tickets, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    let ticket = try String(contentsOfFile: tickets, encoding: .utf8)
    #expect(ticket.split(separator: "\n").count == 2)
    for (name, row) in [("Ann", 4), ("Bob", 8)] {
      let input = try place.write(ticket, to: "ticket-\(name)")
      let guest = try EaselRun(["join", "-", "--name", name], in: try Home(), input: input)
      try guest.wait(for: "the session", until: \.isInSession)
      try guest.waitForNotice("with the others now")
      try guest.wait(for: "nobody but the host") { $0.text[23].contains("People 1") }
      try guest.send("P")
      try guest.wait(for: "the host") { $0.contains("wall, hosts; nobody sits there") }
      try guest.send("\u{1B}")
      try guest.wait(for: "the board") { !$0.contains("nobody sits there") }
      if name == "Bob" { try guest.waitForInk((19, 4)) }
      try guest.drag(line(from: (4, row), to: (20, row)))
      try guest.waitForInk((19, row))
      try guest.waitUntilSaved()
      try guest.send("q")
      #expect(try guest.waitForExit() == .code(0))
    }
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    #expect(host.output.isEmpty, "\(String(decoding: host.output, as: UTF8.self))")
    let picture = try Easel.run(["render", "wall"], in: home).text
    let lines = picture.split(separator: "\n").filter { row in
      row.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }.count > 8
    }
    #expect(lines.count == 2, "\(picture)")
    #expect(access(place.path("s"), F_OK) != 0, "the socket is left behind")
  }

  @Test("without a file the tickets are said, for there is no screen to show them")
  func says() throws {
    let home = try Home()
    let host = try TerminalRun(
      program: [
        Easel.binary.path, "host", "--headless", "--listen", "tcp://127.0.0.1:0",
      ], environment: home.environment, columns: 200)
    try host.wait(for: "both tickets") { screen in
      screen.text.prefix(2).allSatisfy { $0.contains("easel://tcp://127.0.0.1:") }
    }
    // A signal stands for the key that there is no screen for.
    host.pty.kill(SIGUSR1)
    try host.wait(for: "new tickets") { screen in
      let lines = screen.text.prefix(4)
      return lines.allSatisfy { $0.contains("easel://tcp://127.0.0.1:") } && Set(lines).count == 4
    }
    host.pty.kill(SIGINT)
    #expect(try host.waitForExit() == .code(0))
  }
}
