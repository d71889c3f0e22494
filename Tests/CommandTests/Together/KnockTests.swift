import Foundation
import FrameTesting
import Glibc
import GroupCore
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// Real processes at a door, of one user and, where these tests may become others, of several.
@Suite(.besidePool, .serialized) struct KnockTests {
  private let shared: Home
  private let ann: EaselRun
  private let me: String

  init() throws {
    me = try #require(User.account(of: getuid())).name
    shared = try Home()
    ann = try EaselRun(["--name", "Ann"], in: shared)
    try ann.waitUntilReady()
    Self.awaitDoor(in: shared)
  }

  /// The first of a user's runs opens the door while it draws its first frame.
  private static func awaitDoor(in home: Home) {
    let door = home.path("easel-door-\(geteuid())/door")
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(door, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
  }

  private func knock(_ home: Home, by verb: String = "join", as name: String = "Bob") throws
    -> EaselRun
  {
    let guest = try EaselRun(
      [verb, "@\(me)", "--name", name], in: home,
      environment: ["EASEL_DOORS": shared.folder.path])
    try ann.wait(for: "a knock") { $0.says("\(me) asks to") }
    try ann.send("S")
    try ann.wait(for: "the question") { $0.text.contains { $0.contains("asks to join") } }
    return guest
  }

  @Test("a knock rings the bell once, and no frame; a user without a bell hears none")
  func bell() throws {
    func rings(_ run: EaselRun) -> Int {
      run.screen.tokens.count { if case .control(7) = $0 { true } else { false } }
    }
    let bob = try knock(try Home())
    try ann.wait(for: "the bell") { _ in rings(ann) > 0 }
    try ann.send("n")
    try ann.wait(for: "the answer") { $0.says("did not admit") }
    #expect(try bob.waitForExit() == .code(1))
    #expect(rings(ann) == 1)
    #expect(OutputGrammar(allowsBell: true).violations(in: ann.screen.tokens) == [])

    let home = try Home()
    let folder = home.folder.appendingPathComponent(".config/easel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("bell = false\n".utf8).write(to: folder.appendingPathComponent("config.toml"))
    let cyd = try EaselRun(["--name", "Cyd"], in: home)
    try cyd.waitUntilReady()
    Self.awaitDoor(in: home)
    let guest = try EaselRun(
      ["join", "@\(me)", "--name", "Bob"], in: try Home(),
      environment: ["EASEL_DOORS": home.folder.path])
    try cyd.wait(for: "a knock") { $0.says("\(me) asks to") }
    try cyd.send("Sn")
    try cyd.wait(for: "the answer") { $0.says("did not admit") }
    #expect(rings(cyd) == 0)
    #expect(try guest.waitForExit() == .code(1))
  }

  @Test("a guest who is let in to draw is on the board")
  func draws() throws {
    let guest = try knock(try Home())
    try ann.send("y")
    try guest.wait(for: "the session") { $0.isInSession }
    try guest.drag(line(from: (4, 8), to: (20, 8)))
    try ann.waitForInk((19, 8))
  }

  @Test("guests of a door stay together without the host, and can let others come")
  func host() throws {
    let bob = try knock(try Home())
    try ann.send("y")
    try bob.wait(for: "the session") { $0.isInSession }
    try ann.wait(for: "Bob") {
      $0.text[23].contains("People 2") && $0.says("Bob joined")
    }
    let cyd = try knock(try Home(), as: "Cyd")
    try ann.send("y")
    try cyd.wait(for: "the others") { $0.text[23].contains("People 3") }
    try ann.send("qq")
    _ = try ann.waitForExit()
    try bob.wait(for: "one less") { $0.text[23].contains("People 2") }
    try bob.drag(line(from: (4, 8), to: (20, 8)))
    try cyd.waitForInk((19, 8))
    try cyd.drag(line(from: (4, 12), to: (20, 12)))
    try bob.waitForInk((19, 12))
    try bob.send("I")
    try bob.wait(for: "a way in") { $0.contains("Make a ticket") }
    try bob.send("t")
    try bob.wait(for: "a ticket") { $0.contains("Ticket to draw.") }
  }

  @Test("a guest who is let in to watch only watches")
  func watches() throws {
    let guest = try knock(try Home())
    try ann.send("w")
    try guest.wait(for: "the session") { $0.isInSession }
    try ann.expect(guest, called: "Bob")
  }

  @Test("a guest by `view` asks to watch, is let in to nothing more, and only watches")
  func views() throws {
    let guest = try knock(try Home(), by: "view")
    #expect(ann.screen.says("\(me) asks to watch you"))
    #expect(!ann.screen.contains("Admit them to draw"))
    // No answer, that is.
    try ann.send("y")
    try ann.send("w")
    try guest.wait(for: "the session") { $0.isInSession }
    try ann.expect(guest, called: "Bob")
  }

  @Test("a user who takes no requests has no door, and meets their own runs")
  func noDoor() throws {
    let home = try Home()
    let folder = home.folder.appendingPathComponent(".config/easel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("knocks = false\n".utf8).write(to: folder.appendingPathComponent("config.toml"))
    let runs = try ["Cyd", "Dee"].map { try EaselRun(["--name", $0], in: home) }
    for run in runs { try run.wait(for: "the other") { $0.text[23].contains("Share") } }
    let outcome = try Easel.run(["join", "@\(me)"], in: home)
    #expect(
      outcome.code == 1 && outcome.errors.contains("admits no guests now"), "\(outcome.errors)")
  }

  @Test("a user whose door cannot open is told so, and meets their own runs")
  func blockedDoor() throws {
    let home = try Home()
    // Any user could have made this link first.
    try #require(symlink(home.folder.path, home.path("easel-door-\(geteuid())")) == 0)
    let first = try EaselRun(["--name", "Cyd"], in: home)
    try first.waitUntilReady()
    // The notice comes once the door has been tried.
    try first.press("n", until: "the notice") { screen in
      screen.text.contains { $0.contains("No other user of this") }
    }
    try first.send("\u{1B}")
    let second = try EaselRun(["--name", "Dee"], in: home)
    for run in [first, second] { try run.wait(for: "the other") { $0.text[23].contains("Share") } }
  }

  @Test("a refused guest is told so, and Enter lets no guest in by chance")
  func refused() throws {
    let guest = try knock(try Home())
    try ann.send("\r")
    try ann.wait(for: "the answer") { $0.says("did not admit") }
    #expect(try guest.waitForExit() == .code(1))
    #expect(guest.screen.text.contains { $0.contains("your request to join was refused.") })
  }

  @Test("an unknown user, a closed door and a missing name are told in one sentence")
  func nobody() throws {
    let home = try Home()
    let cases: [(user: String, code: Int32, says: String)] = [
      ("@no-such-user", 1, "there is no user “no-such-user”"),
      ("@\(me)", 1, "admits no guests now"), ("@", 2, "names no user"), ("@-x", 2, "names no user"),
      ("@a b", 2, "names no user"),
    ]
    for (user, code, says) in cases {
      let outcome = try Easel.run(["join", user], in: home)
      #expect(outcome.code == code)
      #expect(outcome.errors.contains(says), "\(user): \(outcome.errors)")
    }
  }

  @Test(
    "a door without an answer is told by the user's name, with what they can do",
    arguments: [TransportFault.Cause.nobody, .broken, .notEasel, .unreadable])
  func unanswered(_ cause: TransportFault.Cause) throws {
    let fault = TransportFault("unix:///tmp/door", cause)
    let sentence = try UserAddress("@\(me)").refusal(fault).sentence
    #expect(sentence.contains(me) && !sentence.contains("unix:"))
    #expect(["Ask \(me)", "ask \(me)"].contains { sentence.contains($0) })
  }

  @Test(
    "a door that another user laid out is not knocked at",
    .enabled(if: geteuid() == 0, "only root can give a folder away"))
  func squatted() throws {
    let home = try Home()
    let door = home.path("easel-door-\(getuid())")
    try #require(mkdir(door, 0o711) == 0 && chown(door, 65_534, 65_534) == 0)
    let outcome = try Easel.run(["join", "@\(me)"], in: home)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("does not belong to \(me)"), "\(outcome.errors)")
    try #require(rmdir(door) == 0 && symlink(shared.path("easel-door-\(getuid())"), door) == 0)
    let linked = try Easel.run(["join", "@\(me)"], in: home)
    #expect(
      linked.code == 1 && linked.errors.contains("does not belong to \(me)"), "\(linked.errors)")
  }

  @Test(
    "another user is called by the name that the system knows",
    .enabled(if: geteuid() == 0, "only root can become somebody else"), arguments: [false, true])
  func another(isLetIn: Bool) throws {
    let home = try Home()
    for path in [home.folder.path, shared.folder.path] { chmod(path, 0o755) }
    let within = FileManager.default.enumerator(at: home.folder, includingPropertiesForKeys: nil)
    for path in [home.folder] + (within?.allObjects as? [URL] ?? []) {
      try #require(chown(path.path, 1, 1) == 0)
    }
    let become = ["setpriv", "--reuid=1", "--regid=1", "--clear-groups"]
    let guest = try TerminalRun(
      program: ["/usr/bin/env", "setsid", "-cw"] + become
        + [Easel.binary.path, "join", "@\(me)", "--name", "root"],
      environment: home.environment.merging(["EASEL_DOORS": shared.folder.path]) { $1 },
      answers: .xterm(cellPixels: nil))
    try ann.wait(for: "a knock") { $0.says("daemon asks to") }
    try ann.send("S")
    try ann.wait(for: "the question") { $0.text.contains { $0.contains("daemon asks to join") } }
    try ann.send(isLetIn ? "y" : "n")
    guard isLetIn else { return #expect(try guest.waitForExit() == .code(1)) }
    try guest.wait(for: "the session") { $0.isInSession }
    try guest.drag(line(from: (4, 8), to: (20, 8)))
    try ann.waitForInk((19, 8))
  }
}
