import Foundation
import FrameTesting
import Testing
import TestThreads

/// A real process that shows the board of another one on a wall.
@Suite(.besidePool, .serialized) struct WallProcessTests {
  /// A wall by a ticket to draw, of which it uses only the part to watch.
  private func wall(_ ticket: String, in home: Home) throws -> EaselRun {
    try EaselRun(
      ["view", "--wall", "-", "--name", "Wendy"], in: home,
      input: try home.write(ticket + "\n", to: "ticket"))
  }

  @Test(
    "A wall shows the ink of a drawer, is no person, goes along to a new board, and ends with q")
  func shown() throws {
    let (session, home) = (try ProcessSession(), try Home())
    try session.host(by: .unix)
    let host = session.host.run
    let wall = try wall(try session.tickets()[0], in: home)
    try host.wait(for: "the session", until: \.isInSession)
    #expect(host.screen.text[host.screen.rows - 1].contains("People 1"))
    let row = session.host.row
    try session.draw(session.host)
    try wall.wait(for: "the ink") { $0.hasInk((4, row - 1)) && $0.hasInk((19, row - 1)) }
    #expect(!wall.screen.contains("plan") && !wall.screen.contains("Watching"))
    try host.send("P")
    try host.wait(for: "the people") { $0.contains("Only you and a screen") }
    #expect(host.screen.contains("screen of Wendy"))
    try host.send("\u{1B}")
    try host.wait(for: "the board") { !$0.contains("Only you and a screen") }
    try host.send("N")
    try host.wait(for: "the choice") { $0.contains("Empty, for everyone") }
    try host.send("e")
    try wall.wait(for: "the empty board") { !$0.hasInk((4, row - 1)) }
    try host.drag(line(from: (4, row + 4), to: (20, row + 4)))
    try wall.wait(for: "the new ink") { $0.hasInk((19, row + 3)) }
    for key in ["Q", "e"] {
      try host.send(key)
      try host.catchUp(within: .milliseconds(300))
    }
    try wall.wait(for: "the end") { $0.contains("Waiting for a shared board") }
    try wall.send("q")
    #expect(try wall.waitForExit() == .code(0))
  }

  @Test("A wall ends by itself when all others have gone")
  func left() throws {
    let (near, far) = (try Home(), try Home())
    let ann = try EaselRun(["plan", "--name", "Ann"], in: near)
    try ann.waitUntilReady()
    try ann.send("I")
    try ann.wait(for: "the way") { $0.contains("Make a ticket") }
    try ann.send("t")
    try ann.wait(for: "the ticket") { $0.contains("easel://tcp://") }
    try ann.send("f")
    try ann.waitForNotice("The tickets are in")
    let tickets = try String(
      contentsOfFile: near.path(".local/share/easel/tickets"), encoding: .utf8)
    let wall = try wall(String(tickets.prefix { !$0.isWhitespace }), in: far)
    try ann.wait(for: "the session", until: \.isInSession)
    try ann.send("q")
    #expect(try ann.waitForExit() == .code(0))
    #expect(try wall.waitForExit() == .code(0))
  }

  @Test("A wall comes in by a ticket only", arguments: ["@root", "ssh://localhost"])
  func refused(place: String) throws {
    let outcome = try Easel.run(["view", "--wall", place], in: try Home())
    #expect(outcome.code == 2 && outcome.errors.contains("--wall needs a ticket"))
  }
}
