import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// Real processes of two users of this machine: one rings, and the other comes.
@Suite(
  .besidePool, .serialized,
  .enabled(if: geteuid() == 0, "only root can become another user"))
struct RingUserTests {
  private let shared: Home
  private let ann: EaselRun

  init() throws {
    shared = try Home()
    chmod(shared.folder.path, 0o755)
    // Every user can make a door there.
    try #require(
      mkdir(shared.path("doors"), 0o777) == 0 && chmod(shared.path("doors"), 0o1777) == 0)
    ann = try EaselRun(
      ["plan", "--name", "Ann"], in: shared, environment: ["EASEL_DOORS": shared.path("doors")])
    try ann.waitUntilReady()
    try Self.await(shared.path("doors/easel-door-\(geteuid())/door"))
  }

  private static func await(_ path: String) throws {
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(path, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
  }

  /// Starts an Easel of the user `daemon`.
  private func daemon(_ settings: String = "", in home: Home? = nil) throws -> EaselRun {
    let bo = try run(["--name", "Bo"], of: 1, settings, in: home)
    try bo.waitUntilReady()
    try Self.await(shared.path("doors/easel-door-1/door"))
    return bo
  }

  /// Starts an Easel of a user with this number.
  private func run(
    _ words: [String], of user: uid_t, _ settings: String = "", in home: Home? = nil
  ) throws -> EaselRun {
    let home = try home ?? Home.lasting()
    let folder = home.folder.appendingPathComponent(".config/easel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: folder.appendingPathComponent("config.toml"))
    chmod(home.folder.path, 0o755)
    let within = FileManager.default.enumerator(at: home.folder, includingPropertiesForKeys: nil)
    for path in [home.folder] + (within?.allObjects as? [URL] ?? []) {
      try #require(chown(path.path, user, user) == 0)
    }
    let become = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    return try TerminalRun(
      program: ["/usr/bin/env", "setsid", "-cw"] + become + [Easel.binary.path] + words,
      environment: home.environment.merging(["EASEL_DOORS": shared.path("doors")]) { $1 },
      answers: .xterm(cellPixels: nil))
  }

  /// The process of the Easel, which other programs started.
  private func child(of run: EaselRun) throws -> pid_t {
    let path = "/proc/\(run.pty.pid)/task/\(run.pty.pid)/children"
    let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
    return try #require(children.first.flatMap { pid_t($0) })
  }

  /// Rings Bo with two keys.
  ///
  /// - Parameter person: the person who rings; nil for Ann.
  private func ring(_ bo: EaselRun, by person: EaselRun? = nil) throws {
    let person = person ?? ann
    try person.send("I")
    try person.wait(for: "Bo in the list") { $0.contains("daemon") }
    try person.send("\r")
    try bo.wait(for: "the ring") { $0.contains("invites you to") && $0.contains("Join: draw") }
  }

  @Test("From choosing a person to both drawing it takes three keys")
  func threeKeys() throws {
    let bo = try daemon()
    try ann.drag(line(from: (30, 10), to: (50, 10)))
    try ring(bo)
    try bo.send("\r")
    try bo.wait(for: "the session") { $0.isInSession }
    try bo.waitForInk((49, 10))
    try bo.drag(line(from: (30, 8), to: (50, 8)))
    try ann.waitForInk((49, 8))
    try ann.drag(line(from: (30, 12), to: (50, 12)))
    try bo.waitForInk((49, 12))
  }

  @Test("The window that its user used last shows a ring, and joins")
  func lastUsed() throws {
    let home = try Home()
    let first = try daemon(in: home)
    let second = try daemon(in: home)
    try second.drag(line(from: (30, 6), to: (50, 6)))
    try second.waitForInk((49, 6))
    try ring(second)
    #expect(!first.screen.contains("invites you to"))
    try second.send("\r")
    try second.wait(for: "the session") { $0.isInSession }
    try ann.drag(line(from: (30, 12), to: (50, 12)))
    try second.waitForInk((49, 12))
  }

  @Test(
    "If the window that shows a ring ends or hangs, the window with the door shows the ring",
    arguments: [SIGKILL, SIGSTOP])
  func lost(signal: Int32) throws {
    let home = try Home()
    let first = try daemon(in: home)
    let second = try daemon(in: home)
    try second.drag(line(from: (30, 6), to: (50, 6)))
    try second.waitForInk((49, 6))
    if signal == SIGKILL {
      try ring(second)
      kill(try child(of: second), signal)
    } else {
      kill(try child(of: second), signal)
      try ann.send("I")
      try ann.wait(for: "Bo in the list") { $0.contains("daemon") }
      try ann.send("\r")
    }
    try first.wait(for: "the ring") { $0.contains("invites you to") }
    try first.send("\u{1B}")
    try ann.wait(for: "the answer") { $0.says("daemon does not come now") }
    if signal == SIGSTOP { kill(try child(of: second), SIGKILL) }
  }

  @Test("A guest who came by a ring sees no gap while the person who rang goes on elsewhere")
  func seatMoves() throws {
    let bo = try daemon()
    try ann.drag(line(from: (30, 10), to: (50, 10)))
    try ring(bo)
    try bo.send("\r")
    try bo.wait(for: "two people") { $0.text[23].contains("People 2") }
    try bo.waitForInk((49, 10))
    let moved = try EaselRun(
      ["take"], in: shared, environment: ["EASEL_DOORS": shared.path("doors")])
    let deadline = ContinuousClock.now + TerminalRun.patience
    var (counts, isCutOff, isDrawn) = (Set<Substring>(), false, false)
    while !isDrawn || !bo.screen.hasInk((49, 8)) {
      try #require(ContinuousClock.now < deadline)
      for run in [moved, bo] { try run.catchUp(within: .milliseconds(5)) }
      if let count = bo.screen.text[23].split(separator: "People ").last?.prefix(1) {
        counts.insert(count)
      }
      isCutOff = isCutOff || bo.screen.text[0].contains("out of reach")
      if !isDrawn, try !ann.catchUp(within: .milliseconds(5)) {
        try moved.drag(line(from: (30, 8), to: (50, 8)))
        isDrawn = true
      }
    }
    #expect(counts == ["2"] && !isCutOff, "\(counts)")
    try bo.drag(line(from: (30, 12), to: (50, 12)))
    try moved.waitForInk((49, 12))
  }

  @Test("A guest who came by a ring has a door, and can be rung by a third user")
  func ringAfterRing() throws {
    /// The file of Bo's door, and when it was made.
    func door() -> [Int] {
      var facts = stat()
      guard stat(shared.path("doors/easel-door-1/door"), &facts) == 0 else { return [] }
      return [Int(facts.st_ino), facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec]
    }
    let bo = try daemon()
    let first = door()
    try ring(bo)
    try bo.send("\r")
    try bo.wait(for: "the session") { $0.isInSession }
    let deadline = ContinuousClock.now + TerminalRun.patience
    while door() == [] || door() == first, ContinuousClock.now < deadline { sched_yield() }
    let cy = try run(["ring", "daemon", "--name", "Cy"], of: 2)
    try cy.wait(for: "the ring") { $0.says("You ring daemon") }
    try bo.wait(for: "the ring") { $0.says("bin invites you to") }
    try bo.send("S")
    try bo.wait(for: "the question") { $0.contains("You leave the session you are in.") }
    try bo.send("j")
    for run in [bo, cy] { try run.wait(for: "two people") { $0.text[23].contains("People 2") } }
  }

  @Test("A guest who came by a ticket rings a user of this machine, who draws with all")
  func ringByTicket() throws {
    let bo = try daemon()
    try ann.send("It")
    try ann.wait(for: "the ticket") { $0.contains("easel://tcp://") }
    try ann.send("f")
    try ann.waitForNotice("The tickets are in")
    try ann.send("\u{1B}")
    let home = try Home()
    let tickets = try String(
      contentsOfFile: shared.path(".local/share/easel/tickets"), encoding: .utf8)
    let cy = try EaselRun(
      ["join", "-", "--name", "Cy"], in: home, environment: ["EASEL_DOORS": shared.path("doors")],
      input: try home.write(tickets, to: "ticket"))
    try cy.wait(for: "the session") { $0.isInSession }
    try ring(bo, by: cy)
    try bo.send("\r")
    let all = [ann, cy, bo]
    for run in all { try run.wait(for: "three people") { $0.text[23].contains("People 3") } }
    for (index, run) in all.enumerated() {
      try run.drag(line(from: (30, 8 + 2 * index), to: (50, 8 + 2 * index)))
    }
    for run in all {
      for row in [8, 10, 12] { try run.waitForInk((49, row)) }
    }
  }

  @Test("A declined ring is told, and a second ring within a minute is refused")
  func ends() throws {
    let bo = try daemon()
    try ring(bo)
    try bo.send("\u{1B}")
    try ann.wait(for: "the answer") { $0.says("daemon does not come now") }
    // The second ring within a minute is answered at once.
    try ann.send("I")
    try ann.wait(for: "Bo in the list") { $0.contains("daemon") }
    try ann.send("\r")
    try ann.wait(for: "the refusal") { $0.says("daemon cannot be rung now") }
  }

  @Test("A ring after its session has ended lets nobody in")
  func sessionEnded() throws {
    let bo = try daemon()
    try ring(bo)
    try ann.send("qq")
    _ = try ann.waitForExit()
    try bo.wait(for: "the end of the ring") { $0.says("no longer invites you") }
    #expect(!bo.screen.contains("Join: draw"))
  }

  @Test("A user with `rings = false` is in no list and sees no ring, but can be asked to admit")
  func noRings() throws {
    let bo = try daemon("rings = false\n")
    try ann.send("I")
    try ann.wait(for: "the sheet") { $0.contains("Wait for people") }
    #expect(!ann.screen.contains("daemon"))
    let other = try EaselRun(
      ["ring", "daemon", "--name", "Ann"], in: try Home(),
      environment: ["EASEL_DOORS": shared.path("doors")])
    try other.wait(for: "the ring") { $0.says("You ring daemon") }
    let guest = try EaselRun(
      ["join", "@daemon", "--name", "Cy"], in: try Home(),
      environment: ["EASEL_DOORS": shared.path("doors")])
    try bo.wait(for: "a knock") { $0.says("asks to draw with you") }
    #expect(!bo.screen.contains("invites you"))
    try guest.send("\u{3}")
  }

  @Test("`easel ring` of a user without a door gives the line to send; an unknown user is refused")
  func commandLine() throws {
    let run = try EaselRun(
      ["ring", "@daemon"], in: try Home(), environment: ["EASEL_DOORS": shared.path("doors")])
    try run.wait(for: "the line to send") { $0.contains("easel join @") }
    let outcome = try Easel.run(["ring", "no-such-user"], in: shared)
    #expect(outcome.code == 1 && outcome.errors.contains("there is no user “no-such-user”"))
  }
}
