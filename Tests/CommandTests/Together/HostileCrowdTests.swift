import EaselBase
import FrameTesting
import GroupCore
import GroupTesting
import Testing
import TestThreads

/// However many members watch, each honest member that draws is seen.
@Suite(.besidePool, .serialized, .underLoad) struct HostileCrowdTests {
  private func call() throws -> ProcessSession {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    return session
  }

  @Test("watchers that join eight times each, whose member ids sort first")
  func joins() async throws {
    let session = try call()
    let ticket = try session.tickets()[1]
    var watchers: [ScriptedMember] = []
    for _ in 0..<33 {
      let watcher = try ScriptedMember(ticket, as: try HostileMember.keysSortingFirst())
      try await watcher.connect()
      let id = try await watcher.session()
      let joins = (1...UInt32(Announcement.joinsMax)).map { SessionJoin($0, in: id) }
      try watcher.announce(Self.announcement(joins), as: watcher.own)
      try await watcher.waitUntilRead()
      watchers.append(watcher)
      for guest in session.guests { try guest.run.catchUp() }
    }
    try expectToSeeAnn(session)
    try waitForPeople(2 + watchers.count, session)
  }

  private static func announcement(_ joins: [SessionJoin]) -> Announcement {
    Announcement(
      version: 1, profile: MemberProfile(name: SafeText("Eve", limit: .name)), joins: joins)
  }

  private func waitForPeople(_ count: Int, _ session: ProcessSession) throws {
    let host = session.host.run
    try host.wait(for: "\(count) people") { screen in
      screen.text[screen.rows - 1].contains("People \(count)")
    }
  }

  /// The host sees Ann's live ink, her pointer and her row among the people, beside any crowd.
  private func expectToSeeAnn(_ session: ProcessSession) throws {
    let (host, ann) = (session.host, session.guests[1])
    // Only members that the host shows have live ink.
    try ann.run.drag(line(from: (4, ann.row), to: (12, ann.row)), release: false)
    try host.run.waitForInk((10, ann.row))
    try ann.run.drag(line(from: (12, ann.row), to: (20, ann.row)))
    try host.run.waitForInk((19, ann.row))
    try host.run.wait(for: "Ann's sign at her pointer") { screen in
      let glyph = screen.glyph(column: 20, row: ann.row)
      return glyph != " " && !glyph.isInk
    }
    try host.run.send("P")
    try host.run.wait(for: "the people") { $0.contains(" people") }
    try host.run.press("\u{1B}[B", until: "Ann among the people") { screen in
      screen.text.contains { $0.contains(" Ann") && $0.contains("│") }
    }
    try host.run.send("\u{1B}")
    try host.run.wait(for: "the board") { !$0.contains(" people") }
  }
}
