import FrameTesting
import Glibc
import Testing
import TestThreads

@testable import easel

/// Real processes that watch the film of their board in step.
@Suite(.besidePool, .serialized) struct WatchingTogetherTests {
  /// Hal, Ann and a watcher, Will, on a board with six lines of Hal's.
  private func session() throws -> ProcessSession {
    let session = try ProcessSession()
    try session.host(by: .unix)
    for column in [20, 40, 60] {
      try session.draw(session.host, to: column)
      try session.host.run.waitForInk((column - 1, session.host.row))
      // The film keeps a pause up to a second.
      usleep(700_000)
    }
    try session.host.run.waitUntilSaved()
    try session.join("Ann")
    try session.join("Will", watching: true)
    try session.waitForInk(to: 60, of: session.host, at: session.guests)
    return session
  }

  private func bar(_ screen: TerminalScreen) -> String { screen.text[screen.rows - 1] }

  /// The moment and the length of the film, as the bar shows them.
  private func times(_ screen: TerminalScreen) -> [String] {
    bar(screen).split(separator: " ").filter { $0.contains(":") }.map(String.init)
  }

  private func waitForAll(
    _ session: ProcessSession, _ what: String, _ holds: @escaping (TerminalScreen) -> Bool
  ) throws {
    for guest in session.guests {
      try guest.run.wait(for: "\(what) at \(guest.name)'s") { holds($0) }
    }
  }

  @Test("Three programs watch in step; a watcher follows, and a stopped one comes back by a jump")
  func watching() throws {
    let session = try session()
    let (hal, ann, will) = (
      session.host.run, session.guests[1].run, session.guests[2].run
    )
    try hal.send("V")
    try hal.wait(for: "the question") { $0.contains("Watch together") }
    try hal.send("e")
    for run in [ann, will] {
      try run.wait(for: "the offer") { $0.contains("Hal plays the film of this board") }
      try run.send("\r")
    }
    // Nothing is new, so the film waits at its last moment, and plays from its beginning.
    try waitForAll(session, "the film") { $0.contains("Everybody is here") }
    // A quarter of the speed makes the film four times as long.
    try ann.send("[")
    try ann.send("[")
    try ann.send(" ")
    try waitForAll(session, "the play") { bar($0).contains("▶") && bar($0).contains("¼×") }
    try will.send(" ")
    try will.waitForNotice("people who may draw play the film")
    try hal.send(" ")
    try waitForAll(session, "the pause") { bar($0).contains("‖") }
    try ann.send("\u{1B}[F")
    let end = times(ann.screen).last ?? ""
    try waitForAll(session, "the end") { times($0) == [end, end] }
    // The others do not wait for a stopped program for more than three seconds.
    kill(ann.pty.pid, SIGSTOP)
    try hal.send("\u{1B}[H")
    try hal.wait(for: "the beginning") { times($0).first == "0:00" }
    try hal.send(" ")
    try hal.wait(for: "the play") { bar($0).contains("▶") }
    try will.wait(for: "the play") { bar($0).contains("▶") }
    #expect(times(ann.screen).first == end)
    kill(ann.pty.pid, SIGCONT)
    try ann.wait(for: "the play") { bar($0).contains("▶") && times($0).first != end }
    try ann.send("\u{1B}")
    try ann.wait(for: "the board") { !bar($0).contains("▶") && !bar($0).contains("‖") }
    try hal.wait(for: "Ann's leaving") { !bar($0).contains("Ann") }
  }

  @Test("A terminal that accepts nothing steps out; the others see it, and go on")
  func stalledTerminal() throws {
    let session = try session()
    let (hal, ann) = (session.host.run, session.guests[1].run)
    try hal.send("V")
    try hal.wait(for: "the question") { $0.contains("Watch together") }
    try hal.send("e")
    try ann.wait(for: "the offer") { $0.contains("Hal plays the film of this board") }
    try ann.send("\r")
    try hal.wait(for: "Ann") { bar($0).contains("with Ann") }
    try hal.send("[")
    try hal.send("[")
    try hal.send(" ")
    try ann.wait(for: "the play") { bar($0).contains("▶") }
    try ann.stopOutput()
    try hal.send("P")
    try hal.wait(for: "Ann's stall") { $0.contains("Ann, cannot follow the film") }
    #expect(bar(hal.screen).contains("▶"))
  }
}
