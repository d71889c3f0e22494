import Foundation
import FrameTesting
import Glibc
import GroupSecurity
import GroupTesting
import SocketTransports
import TestThreads
import Testing

@testable import easel

/// A user who goes on in another terminal, with real processes.
@Suite(.besidePool, .serialized) struct TakeTests {
  /// The name of a run's terminal, as the user names it.
  private func terminal(of run: EaselRun) throws -> String {
    let path = "/proc/\(run.pty.pid)/fd/0"
    return try String(FileManager.default.destinationOfSymbolicLink(atPath: path).dropFirst(5))
  }

  /// Moves the seat of a run to a new one, and waits until that run has ended.
  private func moveSeat(
    from old: EaselRun, in home: Home, _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws -> EaselRun {
    let run = try EaselRun(["take"] + arguments, in: home, environment: environment)
    try run.wait(for: "the seat") { $0.says("Your seat is here now.") }
    let terminal = try terminal(of: run)
    #expect(try old.waitForExit() == .code(0))
    #expect(
      lines(of: old).filter { $0.hasPrefix("Your seat is at \(terminal) now.") }.count == 1,
      "\(old.screen.text)")
    #expect(old.leftovers == [])
    return run
  }

  /// The text that stands on the screen.
  private func lines(of run: EaselRun) -> [String] {
    run.screen.text.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  private func outcome(_ run: EaselRun) throws -> String {
    #expect(try run.waitForExit() == .code(1))
    return run.screen.text.joined(separator: " ")
  }

  @Test(
    "A user who draws alone goes on in another terminal, and undo goes on",
    arguments: [[], ["--alone"]] as [[String]])
  func alone(options: [String]) throws {
    let home = try Home()
    let first = try EaselRun(["plan"] + options, in: home)
    try first.waitUntilReady()
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.drag(line(from: (4, 8), to: (20, 8)))
    try first.waitUntilSaved()
    let second = try moveSeat(from: first, in: home)
    for row in [4, 8] { try second.waitForInk((19, row)) }
    try second.send("u")
    try second.wait(for: "the undo") { !$0.hasInk((19, 8)) && $0.hasInk((19, 4)) }
    try second.send("U")
    try second.waitForInk((19, 8))
    let third = try moveSeat(from: second, in: home)
    for row in [4, 8] { try third.waitForInk((19, row)) }
    try third.send("q")
    #expect(try third.waitForExit() == .code(0))
    let folder = home.path(".local/share/easel")
    let boards = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".easel") }
    #expect(boards == ["plan.easel"])
  }

  @Test("A stroke in progress is finished, and comes along")
  func whileDrawing() throws {
    let home = try Home()
    let first = try EaselRun.drawing(on: "plan", in: home)
    try first.drag(line(from: (4, 4), to: (20, 4)), release: false)
    try first.waitForInk((19, 4))
    let second = try moveSeat(from: first, in: home)
    try second.waitForInk((19, 4))
    try second.waitUntilSaved()
  }

  @Test("Paper without ink comes along")
  func paper() throws {
    let home = try Home()
    let text = try home.write("first line\nsecond line\n", to: "text")
    let first = try EaselRun(["--paper", text], in: home)
    try first.wait(for: "the paper") { $0.text.contains { $0.contains("second line") } }
    let second = try moveSeat(from: first, in: home)
    try second.wait(for: "the paper") { $0.text.contains { $0.contains("second line") } }
  }

  @Test("A board that was named and not drawn on gets its name in the other terminal")
  func undrawn() throws {
    let home = try Home()
    let folder = home.path("boards")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let first = try EaselRun.drawing(on: "\(folder)/plan.easel", in: home)
    let second = try moveSeat(from: first, in: home)
    try second.drag(line(from: (4, 4), to: (20, 4)))
    try second.waitUntilSaved()
    #expect(FileManager.default.fileExists(atPath: "\(folder)/plan.easel"))
  }

  @Test("The window that was used last moves; --from names another by its terminal or its board")
  func several() throws {
    let home = try Home()
    let boards = ["one", "two", "three"]
    let runs = try boards.map { try EaselRun.drawing(on: $0, in: home) }
    for run in runs.reversed() {
      try run.drag(line(from: (4, 4), to: (20, 4)))
      try run.waitUntilSaved()
      // The next use is later by the clock of the files.
      usleep(1_100_000)
    }
    let first = try moveSeat(from: runs[0], in: home)
    #expect(first.screen.text[0].contains("one"))
    let third = try moveSeat(from: runs[2], in: home, ["--from", terminal(of: runs[2])])
    #expect(third.screen.text[0].contains("three"))
    let second = try moveSeat(from: runs[1], in: home, ["--from", "two"])
    #expect(second.screen.text[0].contains("two"))
    let none = try outcome(EaselRun(["take", "--from", "pts/99999"], in: home))
    #expect(none.contains("no Easel of yours runs in a terminal “pts/99999”"), "\(none)")
  }

  @Test("Where no Easel runs, one sentence says so")
  func nothing() throws {
    let home = try Home()
    #expect(
      try outcome(EaselRun(["take"], in: home)).contains("easel: no Easel of yours runs here."))
  }

  @Test("Two takes at once end in one seat, and the other one gets a sentence")
  func twoTakes() throws {
    let home = try Home()
    let first = try EaselRun.drawing(on: "plan", in: home)
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    let runs = try (0..<2).map { _ in try EaselRun(["take"], in: home) }
    // The slower one may come so late that it takes the seat over from the faster one.
    var lives = runs
    let deadline = ContinuousClock.now + TerminalRun.patience
    while lives.count > 1 {
      try #require(ContinuousClock.now < deadline)
      lives = try lives.filter { try $0.catchUp(within: .milliseconds(20)) }
    }
    let winner = try #require(lives.first)
    try winner.wait(for: "the seat") { $0.says("Your seat is here now.") }
    let other = try #require(runs.first { $0 !== winner })
    let said = other.screen.text.joined(separator: " ")
    let sentences = [
      "your seat moves to pts/", "Your seat is at pts/", "no Easel of yours runs here",
    ]
    #expect(sentences.contains { said.contains($0) }, "\(said)")
    #expect(try first.waitForExit() == .code(0))
  }

  @Test("A stopped window keeps its seat, and a sentence says how to end it")
  func stopped() throws {
    let home = try Home()
    let first = try EaselRun.drawing(on: "plan", in: home)
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    let (process, terminal) = (first.pty.pid, try terminal(of: first))
    first.pty.kill(SIGSTOP)
    let start = ContinuousClock.now
    let said = try outcome(EaselRun(["take"], in: home))
    #expect(ContinuousClock.now - start >= .seconds(2))
    #expect(
      said.contains("your Easel in \(terminal) does not answer")
        && said.split(separator: " ").joined(separator: " ").contains("kill -KILL \(process)"),
      "\(said)")
    first.pty.kill(SIGCONT)
    try first.drag(line(from: (4, 8), to: (20, 8)))
    try first.waitForInk((19, 8))
    try first.waitUntilSaved()
    _ = try moveSeat(from: first, in: home)
  }

  @Test("A run that ends before it shows the board leaves the seat where it was")
  func unfitTerminal() throws {
    let home = try Home()
    let first = try EaselRun.drawing(on: "plan", in: home)
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    let failed = try EaselRun(["take"], in: home, environment: ["TERM": "dumb"])
    #expect(try failed.waitForExit() == .code(2))
    try first.drag(line(from: (4, 8), to: (20, 8)))
    try first.waitForInk((19, 8))
    try first.waitUntilSaved()
    let second = try moveSeat(from: first, in: home)
    for row in [4, 8] { try second.waitForInk((19, row)) }
  }

  /// Takes the seat of a run as far as its board is closed, draws there, and goes away.
  private func abandonSeat(of run: EaselRun, in home: Home, drawing path: [(column: Int, row: Int)])
    throws
  {
    let place = LocalMeetingPlace(runtimeFolder: home.folder.path)
    let socket = try #require(SeatSocket.all(in: place).first)
    let identity = try IdentityFile.load(orCreateAt: home.path(".local/share/easel/identity")) {
      []
    }
    let request = SeatRequest(terminal: "pts/999", owner: identity.publicKey)
    let (link, _, _) = try SeatSearch.ask([socket], as: request)
    _ = try SeatSearch.receive(over: link, from: socket)
    try run.drag(path)
  }

  @Test("Ink that was drawn while the seat moved stays here if the other run goes away")
  func drawnWhileMoving() throws {
    let home = try Home()
    let first = try EaselRun.drawing(on: "plan", in: home)
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    try abandonSeat(of: first, in: home, drawing: line(from: (4, 8), to: (20, 8)))
    try first.waitForInk((19, 8))
    try first.waitUntilSaved()
  }

  @Test(
    "In a session nobody sees a second person or a gap",
    arguments: ProcessSession.Connection.withTicket)
  func session(by connection: ProcessSession.Connection) throws {
    let session = try ProcessSession()
    try session.host(by: connection)
    for name in ["Bob", "Cyd"] { try session.join(name) }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let watcher = session.guests[2]
    var runs: [EaselRun] = []
    // The host moves, and then a guest.
    for (index, name) in ["Hal", "Bob"].enumerated() {
      let old = session.guests[index]
      let new = try EaselRun(["take"], in: old.home)
      var counts: Set<Substring> = []
      let deadline = ContinuousClock.now + TerminalRun.patience
      while !lines(of: old.run).contains(where: { $0.hasPrefix("Your seat is at") }) {
        try #require(ContinuousClock.now < deadline)
        for run in [old.run, new, watcher.run] { try run.catchUp(within: .milliseconds(5)) }
        if let count = watcher.run.screen.text[23].split(separator: "People ").last?.prefix(1) {
          counts.insert(count)
        }
      }
      #expect(counts == ["3"], "\(name): \(counts)")
      #expect(try old.run.waitForExit() == .code(0))
      try new.wait(for: "all in the session") { $0.text[23].contains("People 3") }
      try new.drag(line(from: (4, 14 + 2 * index), to: (20, 14 + 2 * index)))
      try watcher.run.waitForInk((19, 14 + 2 * index))
      try watcher.run.send("n")
      try watcher.run.wait(for: "the messages") {
        $0.text.contains { $0.contains("Recent messages") }
      }
      #expect(
        !watcher.run.screen.text.contains { $0.contains("\(name) left") || $0.contains("window") },
        "\(watcher.run.screen.text)")
      try watcher.run.send("\u{1B}")
      try watcher.run.drag(line(from: (30, 14 + 2 * index), to: (46, 14 + 2 * index)))
      try new.waitForInk((45, 14 + 2 * index))
      runs.append(new)
    }
    #expect(runs.count == 2)
  }

  @Test("The word “take” is a command; a board of this name opens as a file, or by “draw”")
  func name() throws {
    let home = try Home()
    let first = try EaselRun(["draw", "take", "--alone"], in: home)
    try first.waitUntilReady()
    try first.drag(line(from: (4, 4), to: (20, 4)))
    try first.waitUntilSaved()
    try first.send("q")
    #expect(try first.waitForExit() == .code(0))
    #expect(try outcome(EaselRun(["take"], in: home)).contains("no Easel of yours runs here"))
    let file = try EaselRun([home.path(".local/share/easel/take.easel")], in: home)
    try file.waitForInk((19, 4))
  }
}
