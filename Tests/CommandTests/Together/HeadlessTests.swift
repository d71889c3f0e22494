import Foundation
import FrameTesting
import Glibc
import GroupCore
import SocketTransports
import Testing
import TestThreads

/// `easel host --headless`: a board and its call, without a screen.
@Suite(.besidePool, .serialized) struct HeadlessTests {
  /// Starts a host of the board “wall”, and waits until its tickets are in a file of that place.
  ///
  /// - Parameter launcher: what starts the program that comes behind it.
  private static func host(
    of home: Home, in shared: Home, by launcher: [String] = [], logging level: String? = nil
  ) throws -> TerminalRun {
    let tickets = shared.path("tickets")
    let host = try TerminalRun(
      program: launcher + [
        Easel.binary.path, "host", "wall", "--headless", "--listen", "unix://\(shared.path("s"))",
        "--ticket-file", tickets, "--name", "wall",
      ] + (level.map { ["--log", $0] } ?? []), environment: home.environment)
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(tickets, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    return host
  }

  /// Waits until the host's file has so many horizontal lines; they come there a little later than
  /// to their author.
  private static func wait(for count: Int, linesIn home: Home) throws {
    var (picture, lines) = ("", 0)
    let end = ContinuousClock.now + TerminalRun.patience
    while lines != count, ContinuousClock.now < end {
      picture = try Easel.run(["render", "wall"], in: home).text
      lines = picture.split(separator: "\n").count { row in
        row.count { $0.isInk } > 8
      }
    }
    #expect(lines == count, "\(picture)")
  }

  @Test("guests draw, leave, come back and find what they drew, which is in its file as well")
  func keeps() throws {
    let (shared, home) = (try Home(), try Home())
    let host = try Self.host(of: home, in: shared)
    let tickets = shared.path("tickets")
    let ticket = try String(contentsOfFile: tickets, encoding: .utf8)
    #expect(ticket.split(separator: "\n").count == 2)
    for (name, row) in [("Ann", 4), ("Bob", 8)] {
      let input = try shared.write(ticket, to: "ticket-\(name)")
      let guest = try EaselRun(["join", "-", "--name", name], in: try Home.lasting(), input: input)
      try guest.wait(for: "the session", until: \.isInSession)
      try guest.waitForNotice("with the others now")
      try guest.wait(for: "nobody but the host") { $0.text[23].contains("People 1") }
      try guest.send("P")
      try guest.wait(for: "the host") { $0.contains("wall, a host without a screen") }
      try guest.send("\u{1B}")
      try guest.wait(for: "the board") { !$0.contains("a host without a screen") }
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
    try Self.wait(for: 2, linesIn: home)
    #expect(access(shared.path("s"), F_OK) != 0, "the socket is left behind")
  }

  @Test("the log names guests, links and causes, and holds no ticket")
  func log() throws {
    let (shared, home) = (try Home(), try Home())
    let host = try Self.host(of: home, in: shared, logging: "info")
    let ticket = try String(contentsOfFile: shared.path("tickets"), encoding: .utf8)
    let stranger = UnixTransport()
    stranger.start { [weak stranger] event in
      if case .opened(let link, _) = event { _ = stranger?.send([1, 2, 3], over: link) }
    }
    _ = stranger.dial("unix://\(shared.path("s"))")
    try host.wait(forOutput: "guest refused")
    stranger.stop()
    let input = try shared.write(ticket, to: "ticket")
    let guest = try EaselRun(["join", "-", "--name", "Ann"], in: try Home.lasting(), input: input)
    try guest.wait(for: "the session", until: \.isInSession)
    try host.wait(forOutput: "guest admitted")
    try guest.send("q")
    #expect(try guest.waitForExit() == .code(0))
    try host.wait(forOutput: "link closed")
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    let log = String(decoding: host.output, as: UTF8.self)
    for line in ticket.split(separator: "\n") {
      let secret = try #require(line.split(separator: "#").last)
      #expect(!log.contains(secret))
    }
  }

  @Test("the same user's easel on that board is on it as well, as any guest is")
  func met() throws {
    let (shared, home) = (try Home(), try Home())
    let host = try Self.host(of: home, in: shared)
    let call = home.path(".local/share/easel/wall.easel.call")
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(call, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    let fresh = try EaselRun([], in: home)
    try fresh.wait(for: "the offer") { $0.says("open “wall”") }
    try fresh.send("\r")
    try fresh.wait(for: "the way in") { $0.says("`easel wall` in a shell leads there") }
    try fresh.send("q")
    #expect(try fresh.waitForExit() == .code(0))
    let own = try EaselRun(["wall"], in: home)
    try own.wait(for: "the session", until: \.isInSession)
    try own.drag(line(from: (4, 4), to: (20, 4)))
    try own.waitUntilSaved()
    try Self.wait(for: 1, linesIn: home)
    try own.send("q")
    #expect(try own.waitForExit() == .code(0))
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
  }

  @Test(
    "a guest who comes back in another run goes on with their copy, and with what they drew alone")
  func comingBack() throws {
    let (shared, home, own) = (try Home(), try Home(), try Home())
    let host = try Self.host(of: home, in: shared)
    let tickets = shared.path("tickets")
    let input = try shared.write(
      try String(contentsOfFile: tickets, encoding: .utf8), to: "ticket")
    for row in [4, 8] {
      let ann = try EaselRun(["join", "-", "--name", "Ann"], in: own, input: input)
      try ann.wait(for: "the session", until: \.isInSession)
      try ann.waitForNotice("with the others now")
      if row == 8 { for row in [4, 6] { try ann.waitForInk((19, row)) } }
      try ann.drag(line(from: (4, row), to: (20, row)))
      try ann.waitForInk((19, row))
      try ann.waitUntilSaved()
      try ann.send("q")
      #expect(try ann.waitForExit() == .code(0))
      guard row == 4 else { continue }
      let alone = try EaselRun(["wall"], in: own)
      try alone.waitForInk((19, 4))
      try alone.drag(line(from: (4, 6), to: (20, 6)))
      try alone.waitUntilSaved()
      try alone.send("q")
      #expect(try alone.waitForExit() == .code(0))
    }
    #expect(try Easel.run(["boards", "--names"], in: own).text == "wall\n")
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
  }

  @Test("after a kill or a signal, a restarted host goes on, and its old tickets still work")
  func reopen() throws {
    let (shared, home) = (try Home(), try Home())
    var host = try Self.host(of: home, in: shared)
    let tickets = shared.path("tickets")
    let ticket = try String(contentsOfFile: tickets, encoding: .utf8)
    let input = try shared.write(ticket, to: "ticket")
    let ann = try EaselRun(["join", "-", "--name", "Ann"], in: try Home.lasting(), input: input)
    try ann.wait(for: "the session", until: \.isInSession)
    try ann.waitForNotice("with the others now")
    try ann.drag(line(from: (4, 4), to: (20, 4)))
    try ann.waitForInk((19, 4))
    for (signal, row) in [(SIGKILL, 8), (SIGTERM, 12)] {
      host.pty.kill(signal)
      _ = try host.waitForExit()
      try ann.drag(line(from: (4, row), to: (20, row)))
      try ann.waitForInk((19, row))
      unlink(tickets)
      host = try Self.host(of: home, in: shared)
      try Self.wait(for: row / 4, linesIn: home)
      #expect(try String(contentsOfFile: tickets, encoding: .utf8) == ticket)
    }
    let bob = try EaselRun(["join", "-", "--name", "Bob"], in: try Home.lasting(), input: input)
    try bob.wait(for: "the session", until: \.isInSession)
    for row in [4, 8, 12] { try bob.waitForInk((19, row)) }
    #expect(bob.screen.text[23].contains("People 2"))
    for guest in [ann, bob] {
      try guest.waitUntilSaved()
      try guest.send("q")
      #expect(try guest.waitForExit() == .code(0))
    }
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    let call = home.path(".local/share/easel/wall.easel.call")
    var facts = stat()
    #expect(stat(call, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
  }

  @Test("A host at a screen keeps its secret and port for the same board: guests find it again")
  func atAScreen() throws {
    let (shared, home) = (try Home(), try Home())
    let arguments = ["host", "wall", "--ticket-file", shared.path("tickets"), "--name", "Hal"]
    func tickets() throws -> String {
      try String(contentsOfFile: shared.path("tickets"), encoding: .utf8)
    }
    let call = home.path(".local/share/easel/wall.easel.call")
    var host = try EaselRun(arguments, in: home)
    try host.wait(for: "the sheet") { $0.contains("Waiting for") }
    try host.send("\u{1B}")
    let before = try tickets()
    let ann = try EaselRun(
      ["join", "-", "--name", "Ann"], in: try Home.lasting(),
      input: try shared.write(before, to: "ticket"))
    try ann.wait(for: "the session", until: \.isInSession)
    try ann.waitForNotice("with the others now")
    try ann.drag(line(from: (4, 4), to: (20, 4)))
    try host.waitForInk((19, 4))
    try host.waitUntilSaved()
    while access(call, F_OK) != 0 { sched_yield() }
    for (ending, row) in [("kill", 8), ("quit", 12)] {
      if ending == "kill" {
        host.pty.kill(SIGKILL)
        _ = try host.waitForExit()
      } else {
        try host.send("q")
        #expect(try host.waitForExit() == .code(0))
        try ann.waitForNotice("Hal left.")
      }
      #expect(access(call, F_OK) == 0)
      unlink(shared.path("tickets"))
      try ann.drag(line(from: (4, row), to: (20, row)))
      try ann.waitForInk((19, row))
      host = try EaselRun(arguments, in: home)
      // Until the guest comes, the sheet of the tickets has the keys.
      try host.wait(for: "the guest") { $0.contains("Ann joined") }
      try host.waitForNotice("You share this board again: the tickets of ")
      #expect(try tickets() == before, "\(ending)")
      try host.waitForInk((19, row))
    }
    for run in [ann, host] {
      try run.send("\u{1B}")
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
    }
  }

  @Test("A secret belongs to its maker: a call that came with a given board is not resumed")
  func givenCall() throws {
    let (shared, giver, owner) = (try Home(), try Home(), try Home())
    func host(_ home: Home, at socket: String) throws -> (TerminalRun, tickets: String) {
      let tickets = shared.path("tickets-\(socket)")
      let run = try TerminalRun(
        program: [
          Easel.binary.path, "host", "wall", "--headless", "--listen",
          "unix://\(shared.path(socket))", "--ticket-file", tickets,
        ], environment: home.environment)
      let end = ContinuousClock.now + TerminalRun.patience
      while access(tickets, F_OK) != 0, ContinuousClock.now < end { sched_yield() }
      return (run, try String(contentsOfFile: tickets, encoding: .utf8))
    }
    func secret(of tickets: String) -> Substring? { tickets.split(separator: "#")[1].prefix(40) }
    let (first, given) = try host(giver, at: "a")
    let folder = ".local/share/easel/"
    let call = giver.path(folder + "wall.easel.call")
    while access(call, F_OK) != 0 { sched_yield() }
    first.pty.kill(SIGTERM)
    #expect(try first.waitForExit() == .code(0))
    try FileManager.default.createDirectory(
      atPath: owner.path(folder), withIntermediateDirectories: true)
    for name in ["wall.easel", "wall.easel.call"] {
      try FileManager.default.copyItem(
        atPath: giver.path(folder + name), toPath: owner.path(folder + name))
      chmod(owner.path(folder + name), 0o600)
    }
    let (second, own) = try host(owner, at: "b")
    try second.wait(forOutput: "another person made it")
    #expect(secret(of: own) != secret(of: given))
    second.pty.kill(SIGTERM)
    #expect(try second.waitForExit() == .code(0))
    // At its maker's it still counts.
    let (third, again) = try host(giver, at: "a")
    try third.wait(forOutput: "This continues the session of ")
    #expect(again == given)
    third.pty.kill(SIGTERM)
    #expect(try third.waitForExit() == .code(0))
  }

  /// From now on no file that the program writes to may be longer.
  private static func limitFiles(of run: TerminalRun, to limit: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    process.arguments = ["--pid", "\(run.pty.pid)", "--fsize=\(limit):"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "a host that cannot save says so on standard error and to guests, until it can again",
    .enabled(if: access("/usr/bin/prlimit", X_OK) == 0, "there is no prlimit"))
  func fullDisk() throws {
    let (shared, home) = (try Home(), try Home())
    // The signal for a file that is too long would end the host.
    let host = try Self.host(
      of: home, in: shared, by: ["/bin/bash", "-c", #"trap '' XFSZ; exec "$0" "$@""#])
    let input = try shared.write(
      try String(contentsOfFile: shared.path("tickets"), encoding: .utf8), to: "ticket")
    let ann = try EaselRun(["join", "-", "--name", "Ann"], in: try Home.lasting(), input: input)
    try ann.wait(for: "the session", until: \.isInSession)
    try ann.waitForNotice("with the others now")
    try Self.limitFiles(of: host, to: "0")
    try ann.drag(line(from: (4, 4), to: (20, 4)))
    try host.wait(forOutput: "easel: the board cannot be saved: ")
    try ann.waitForNotice("says it cannot save this board")
    try ann.send("P")
    try ann.wait(for: "the host's mark") { $0.contains("a host without a screen, cannot save") }
    try Self.limitFiles(of: host, to: "unlimited")
    try host.wait(forOutput: "easel: the board is saved again.")
    try ann.wait(for: "no mark") { screen in
      screen.contains("a host without a screen") && !screen.contains("cannot save")
    }
    try ann.send("\u{1B}")
    try Self.wait(for: 1, linesIn: home)
    try ann.send("q")
    #expect(try ann.waitForExit() == .code(0))
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    let said = String(decoding: host.output, as: UTF8.self)
    #expect(said.split(whereSeparator: \.isNewline).count == 2, "\(said)")
  }

  @Test(
    "new tickets are made only once the keys to them are on the disk, so that a host finds its guests again"
  )
  func unwritableKeys() throws {
    let (shared, home) = (try Home(), try Home())
    let host = try Self.host(of: home, in: shared)
    func tickets() throws -> String {
      try String(contentsOfFile: shared.path("tickets"), encoding: .utf8)
    }
    let before = try tickets()
    let input = try shared.write(before, to: "ticket")
    let ann = try EaselRun(["join", "-", "--name", "Ann"], in: try Home.lasting(), input: input)
    try ann.wait(for: "the session", until: \.isInSession)
    try ann.waitForNotice("with the others now")
    try ann.drag(line(from: (4, 4), to: (20, 4)))
    try Self.wait(for: 1, linesIn: home)
    let kept = home.path(".local/share/easel/wall.easel.call")
    let end = ContinuousClock.now + TerminalRun.patience
    while access(kept, F_OK) != 0, ContinuousClock.now < end { sched_yield() }
    // A folder stands where the host writes its file.
    let aside = kept + ".aside"
    try FileManager.default.moveItem(atPath: kept, toPath: aside)
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
    host.pty.kill(SIGUSR1)
    try host.wait(forOutput: "the new keys cannot be saved, so nothing was changed.")
    #expect(try tickets() == before)
    try FileManager.default.removeItem(atPath: kept)
    try FileManager.default.moveItem(atPath: aside, toPath: kept)
    host.pty.kill(SIGUSR1)
    while try tickets() == before, ContinuousClock.now < end { sched_yield() }
    try ann.drag(line(from: (4, 8), to: (20, 8)))
    try Self.wait(for: 2, linesIn: home)
    host.pty.kill(SIGKILL)
    _ = try host.waitForExit()
    let again = try Self.host(of: home, in: shared)
    try ann.drag(line(from: (4, 12), to: (20, 12)))
    try Self.wait(for: 3, linesIn: home)
    try ann.send("q")
    #expect(try ann.waitForExit() == .code(0))
    again.pty.kill(SIGTERM)
    #expect(try again.waitForExit() == .code(0))
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
