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
      ["--name", "Ann"], in: shared, environment: ["EASEL_DOORS": shared.path("doors")])
    try ann.waitUntilReady()
    try Self.await(shared.path("doors/easel-door-\(geteuid())/door"))
  }

  private static func await(_ path: String) throws {
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(path, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
  }

  /// Starts an Easel of the user `daemon`.
  private func daemon(_ settings: String = "", in home: Home? = nil) throws -> EaselRun {
    let home = try home ?? Home()
    let folder = home.folder.appendingPathComponent(".config/easel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: folder.appendingPathComponent("config.toml"))
    chmod(home.folder.path, 0o755)
    let within = FileManager.default.enumerator(at: home.folder, includingPropertiesForKeys: nil)
    for path in [home.folder] + (within?.allObjects as? [URL] ?? []) {
      try #require(chown(path.path, 1, 1) == 0)
    }
    let become = ["setpriv", "--reuid=1", "--regid=1", "--clear-groups"]
    let bo = try TerminalRun(
      program: ["/usr/bin/env", "setsid", "-cw"] + become + [Easel.binary.path, "--name", "Bo"],
      environment: home.environment.merging(["EASEL_DOORS": shared.path("doors")]) { $1 },
      answers: .xterm(cellPixels: nil))
    try bo.waitUntilReady()
    try Self.await(shared.path("doors/easel-door-1/door"))
    return bo
  }

  /// The process of the Easel, which other programs started.
  private func child(of run: EaselRun) throws -> pid_t {
    let path = "/proc/\(run.pty.pid)/task/\(run.pty.pid)/children"
    let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
    return try #require(children.first.flatMap { pid_t($0) })
  }

  /// Rings Bo with two keys.
  private func ring(_ bo: EaselRun) throws {
    try ann.send("I")
    try ann.wait(for: "Bo in the list") { $0.contains("daemon") }
    try ann.send("\r")
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

  @Test("Of several windows, the one that was used last shows the ring, and joins")
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
