import Foundation
import FrameTesting
import Glibc
import Testing
import TestThreads

/// Rulings at a host without a screen: by the user who runs it, and by the named moderators.
@Suite(.besidePool, .serialized) struct ModeratorTests {
  private let shared: Home
  private let home: Home

  init() throws { (shared, home) = (try Home(), try Home()) }

  /// `easel host --headless`, once its tickets are there.
  private func host(_ arguments: [String] = []) throws -> TerminalRun {
    let host = try TerminalRun(
      program: [
        Easel.binary.path, "host", "wall", "--headless", "--listen", "unix://\(shared.path("s"))",
        "--ticket-file", shared.path("tickets"), "--name", "wall",
      ] + arguments, environment: home.environment)
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(shared.path("tickets"), F_OK) != 0, ContinuousClock.now < deadline {
      sched_yield()
    }
    return host
  }

  private func tickets() throws -> String {
    try String(contentsOfFile: shared.path("tickets"), encoding: .utf8)
  }

  private func join(_ name: String, in home: Home, people: Int) throws -> EaselRun {
    let input = try shared.write(try tickets(), to: "ticket-\(name)")
    let guest = try EaselRun(["join", "-", "--name", name], in: home, input: input)
    try guest.wait(for: "the session", until: \.isInSession)
    try guest.wait(for: "the others") { $0.text[23].contains("People \(people)") }
    return guest
  }

  @Test("the user who runs the host can remove a guest, and no other guest can")
  func own() throws {
    let host = try host()
    let ann = try join("Ann", in: try Home.lasting(), people: 1)
    let bob = try join("Bob", in: try Home.lasting(), people: 2)
    let own = try join("Own", in: home, people: 3)
    try ann.openSheet(about: "Bob", among: 3)
    #expect(!ann.screen.text.contains { $0.contains("Remove them") })
    try ann.send("\u{1B}")
    try ann.wait(for: "the board") { screen in
      !screen.text.contains { $0.contains("See what they see") }
    }
    let old = try tickets()
    try own.openSheet(about: "Bob", among: 3)
    try own.wait(for: "the right") { $0.text.contains { $0.contains("Remove them") } }
    try own.send("xx")
    try bob.waitForNotice("You were removed from the session.")
    try ann.waitForNotice("Bob was removed from the session. Own says:")
    try bob.drag(line(from: (4, 20), to: (20, 20)))
    try ann.drag(line(from: (4, 8), to: (20, 8)))
    try own.waitForInk((19, 8))
    #expect(!own.screen.hasInk((12, 20)))
    // The file has the new tickets, and a guest with one finds the others.
    #expect(try tickets() != old)
    let outcome = try Easel.run(["join", "-"], in: try Home.lasting(), input: old)
    #expect(outcome.code == 1 && outcome.errors.contains("no longer works"))
    try own.openSheet(about: "Ann", among: 2)
    try own.send("w")
    try ann.waitForNotice("You only watch now. Own says:")
    try ann.drawWhileWatching(row: 12)
    #expect(own.end(of: "did not do it") == nil)
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    #expect(host.output.isEmpty, "\(String(decoding: host.output, as: UTF8.self))")
  }

  @Test("so can a guest named by the key that doctor shows; renewing tickets as well")
  func named() throws {
    let annHome = try Home()
    let doctor = try EaselRun(["doctor"], in: annHome)
    #expect(try doctor.waitForExit() == .code(0))
    let line = String(decoding: doctor.output, as: UTF8.self).split(whereSeparator: \.isNewline)
      .first { $0.contains("your key") }
    let key = String(try #require(line?.split(separator: " ").last))
    #expect(key.count == 32)
    let host = try host(["--moderator", key])
    let ann = try join("Ann", in: annHome, people: 1)
    let bob = try join("Bob", in: try Home.lasting(), people: 2)
    let old = try tickets()
    // A guest who arrives closes the sheet.
    try ann.waitForNotice("Bob joined")
    try ann.send("I")
    try ann.wait(for: "the right") { $0.text.contains { $0.contains("Renew tickets") } }
    try ann.send("rr\u{1B}")
    let deadline = ContinuousClock.now + TerminalRun.patience
    while try tickets() == old, ContinuousClock.now < deadline { sched_yield() }
    #expect(try tickets() != old)
    try ann.wait(for: "the board") { screen in
      !screen.text.contains { $0.contains("Renew tickets") }
    }
    try ann.openSheet(about: "Bob", among: 2)
    try ann.wait(for: "the right") { $0.text.contains { $0.contains("Make them a watcher") } }
    try ann.send("w")
    try bob.waitForNotice("You only watch now. Ann says:")
    #expect(ann.end(of: "did not do it") == nil)
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
  }

  @Test("an argument that is no key is reported")
  func unreadable() throws {
    for key in ["", "ann", String(repeating: "0", count: 31), String(repeating: "g", count: 32)] {
      let outcome = try Easel.run(["host", "--headless", "--moderator", key], in: home)
      #expect(outcome.code == 2 && outcome.errors.contains("is not a key"), "\(outcome.errors)")
    }
  }
}
