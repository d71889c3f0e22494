import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardPaper
import BoardStore
import BoardSync
import EaselBase
import Foundation
import FrameTesting
import GroupSecurity
import GroupTesting
import SocketTransports
import Testing
import TestThreads

@testable import BoardSessions
@testable import easel

/// A member with a ticket to watch and a changed program changes nothing for the others, by
/// whatever way its messages travel.
@Suite(.besidePool, .serialized) struct HostileWatcherTests {
  /// How it gets about.
  enum Route: String, CaseIterable, CustomTestStringConvertible {
    case alone
    case behindOneWhoDraws = "behind a relay that may draw"
    case behindOneWhoWatches = "behind an accomplice that may watch"
    var testDescription: String { rawValue }
  }

  /// The host, and a guest of each kind.
  private func call(_ more: [String] = []) throws -> ProcessSession {
    let session = try ProcessSession()
    try session.host(by: .tcp, more)
    try session.join("Ann")
    try session.join("Wim", watching: true)
    return session
  }

  private func drawers(_ session: ProcessSession) -> [ProcessSession.Guest] {
    Array(session.guests.prefix(2))
  }

  /// The watcher, and the members that help it.
  private struct Crew {
    let watcher: HostileMember
    let relay: HostileMember?
    /// The members that lie, in the order in which they are to speak.
    let liars: [HostileMember]

    init(_ route: Route, to session: ProcessSession, as keys: MemberKeys? = nil) async throws {
      let (tickets, others) = (try session.tickets(), Set(session.guests.map(\.name)))
      switch route {
      case .alone:
        watcher = try HostileMember(tickets[1], saying: "Eve", as: keys)
        relay = nil
        try await watcher.connect()
        liars = [watcher]
      case .behindOneWhoDraws:
        let relay = try HostileMember(tickets[0], saying: "Max")
        try await relay.join(beside: others)
        watcher = try HostileMember(try relay.listen(for: .watch), saying: "Eve", as: keys)
        try await watcher.connect()
        self.relay = relay
        liars = [watcher]
      case .behindOneWhoWatches:
        // A watcher lets no guest in: so the relay comes as itself first, and then hides.
        let (between, door) = (UnixTransport(), "unix://\(session.shared.path("between"))")
        try between.listen(at: door)
        let relay = try HostileMember(tickets[1], saying: "Max", over: between)
        try await relay.join(beside: others)
        watcher = try HostileMember(tickets[1], saying: "Eve", as: keys, over: UnixTransport())
        try await watcher.connect()
        watcher.hangUp()
        try await watcher.system.connect(to: door)
        self.relay = relay
        liars = [watcher, relay]
      }
      try await watcher.takePart(beside: others)
    }
  }

  @Test(
    "a watcher's entries, ink, undos, clears, presence and notices change no board",
    arguments: Route.allCases)
  func board(_ route: Route) async throws {
    let session = try call()
    let crew = try await Crew(route, to: session)
    for guest in drawers(session) { try session.draw(guest) }
    try session.waitForAllInk(by: drawers(session))
    for guest in session.guests { try guest.run.waitUntilSaved() }
    let before = try session.waitForSameFiles()
    let drawn = try contents(session.host, session).entries
    for ink in Self.wetInk {
      crew.watcher.say(ink)
      crew.watcher.say(ink, unreliably: true)
    }
    for payload in try Self.payloads(about: drawn.map(\.id)) { try crew.watcher.write(payload) }
    let authors = Set(drawn.map(\.stamp.author))
    for author in authors.sorted(by: { $0.raw < $1.raw }) + [crew.watcher.author] {
      crew.watcher.show(Self.appearance(of: author))
    }
    for event in try Self.events(crew) { crew.watcher.say(event) }
    if route == .behindOneWhoWatches { crew.relay?.pass(on: crew.watcher.runs) }
    try expectNothing(session, from: crew)
    let after = try session.pictures()
    #expect(Set(after) == [before])
    for guest in session.guests {
      let contents = try contents(guest, session)
      #expect(Set(contents.entries.map(\.stamp.author)) == authors, "\(guest.name)")
      let names = contents.header.contributors.filter { authors.contains($0.author) }.map(
        \.name.string)
      #expect(Set(names) == ["Hal", "Ann"], "\(guest.name)")
    }
  }

  /// All members have handled the messages, and show nothing of them.
  private func expectNothing(_ session: ProcessSession, from crew: Crew) throws {
    for (index, liar) in crew.liars.enumerated() {
      var appearance = Self.appearance(of: liar.author)
      appearance.speech = SafeText("all was said \(index)", limit: .title)
      liar.show(appearance)
      appearance.speech = nil
      liar.show(appearance)
    }
    for guest in session.guests {
      for index in crew.liars.indices { try guest.run.waitForNotice("all was said \(index)") }
      let screen = guest.run.screen
      // A name beside a pointer has blanks with a background too: only dots count here.
      let rows = Set(
        (0..<24).filter { row in
          (0..<80).contains { screen.glyph(column: $0, row: row).isInk }
        })
      #expect(rows == Set(drawers(session).map(\.row)), "\(guest.name): \(screen.text)")
      for drawer in drawers(session) {
        let isThere = screen.hasInk((4, drawer.row)) && screen.hasInk((19, drawer.row))
        #expect(isThere, "\(drawer.name)'s at \(guest.name)'s")
      }
      try guest.run.send("n")
      try guest.run.wait(for: "notices") { $0.contains("Recent messages ──") }
      for lie in ["put ", "a watcher", "shows you"] {
        #expect(!guest.run.screen.contains(lie), "\(guest.name): \(guest.run.screen.text)")
      }
      // Together the two keys could be read as one.
      try guest.run.send("\u{1B}")
      try guest.run.wait(for: "the board") { !$0.contains("Recent messages ──") }
      try guest.run.send("P")
      try guest.run.wait(for: "who watches") { screen in
        screen.text.contains { $0.contains("Eve") && $0.contains("watches") }
      }
      #expect(
        !guest.run.screen.text.dropFirst().contains { $0.contains("Eve") && $0.contains("Pen") })
      try guest.run.send("\u{1B}")
    }
  }

  @Test(
    "a watcher cannot change, replace or end the session of the others",
    arguments: Route.allCases)
  func session(_ route: Route) async throws {
    let session = try call()
    let crew = try await Crew(route, to: session)
    let invitation = Invitation(
      title: SafeText("stolen", limit: .title), author: crew.watcher.author,
      name: SafeText("Eve", limit: .name), color: PaletteColor.red.color, sign: 1,
      miniature: Miniature())
    let groupSession = try #require(crew.watcher.session)
    await MainActor.run {
      groupSession.activity = .init(
        invitation: Data(invitation.encoded()), genesis: groupSession.activity.genesis)
    }
    crew.watcher.system.rename("changed")
    try waitForCall(session, to: "changed")
    try session.join("Cyd")
    #expect(session.guests[3].run.screen.text[0].contains("plan"))
    // A guest who arrives closes the sheet in which the test reads below.
    for guest in drawers(session) { try guest.run.waitForNotice("Cyd joined") }
    groupSession.end()
    try await crew.watcher.begin(invitation.encoded())
    crew.watcher.system.rename("ended")
    // A member that came after the relay hid neither hears of it nor is heard by it.
    try waitForCall(session, to: "ended")
    let drawers = drawers(session) + [session.guests[3]]
    for guest in drawers { try session.draw(guest) }
    try session.waitForAllInk(by: drawers)
    for guest in session.guests {
      #expect(guest.run.screen.isInSession, "\(guest.name)")
      #expect(!guest.run.screen.contains("stolen") && !guest.run.screen.contains("Join"))
    }
    try session.expectSamePictures()
  }

  /// Waits until the others have heard the member's new name, and so all that it said of itself
  /// before.
  private func waitForCall(_ session: ProcessSession, to name: String) throws {
    for guest in session.guests.prefix(3) {
      try guest.run.send("I")
      try guest.run.wait(for: "\(name) at \(guest.name)'s") { screen in
        screen.contains("Invite others") && screen.contains(name)
      }
      try guest.run.send("\u{1B}")
      try guest.run.wait(for: "the board") { !$0.contains("Invite others") }
    }
  }

  @Test(
    "a watcher's rulings are refused, even if the watcher was named a moderator",
    arguments: Route.allCases)
  func rulings(_ route: Route) async throws {
    let keys = try HostileMember.keys()
    let key = ReplicaGenesis.author(of: keys.identity.publicKey).text
    let session = try call(["--moderator", key])
    let tickets = try session.tickets()
    let crew = try await Crew(route, to: session, as: keys)
    try #require(try await crew.watcher.ask(.renewTickets, of: "Hal") == "refused")
    for member in crew.watcher.system.seenMembers {
      for deed in [RulingRequest.ModerationAction.putOut, .watch, .draw] {
        try #require(try await crew.watcher.ask(deed, about: member, of: "Hal") == "refused")
      }
    }
    let own = crew.watcher.membership.member
    try #require(try await crew.watcher.ask(.draw, about: own, of: "Hal") == "refused")
    #expect(try session.tickets() == tickets)
    for guest in drawers(session) { try session.draw(guest) }
    try session.waitForAllInk(by: drawers(session))
    try session.expectSamePictures()
  }

  @Test("a member who may draw passes on another's entries only under their author's own key")
  func passedOn() async throws {
    let session = try call()
    let crew = try await Crew(.behindOneWhoDraws, to: session)
    for guest in drawers(session) { try session.draw(guest) }
    try session.waitForAllInk(by: drawers(session))
    try crew.watcher.write(BoardModel.Operation(.make(.stroke(Self.stroke))).encoded())
    try expectNothing(session, from: crew)
    crew.relay?.pass(on: crew.watcher.runs)
    for guest in session.guests {
      try guest.run.wait(for: "ink at \(guest.name)'s") { screen in
        (15..<23).contains { row in (0..<80).contains { screen.hasInk(($0, row)) } }
      }
    }
    try session.expectSamePictures()
    let written = try contents(session.host, session).entries
    #expect(written.count { $0.stamp.author == crew.watcher.author } == 1)
  }

  private func contents(_ guest: ProcessSession.Guest, _ session: ProcessSession) throws
    -> BoardFileContents
  {
    let file = try #require(try session.file(of: guest))
    return try BoardFile.read(at: file) { try? Entry(decoding: $0) }
  }
}

// The messages.
extension HostileWatcherTests {
  private static var stroke: Stroke {
    get throws {
      let points = [BoardPoint(x: 10_000, y: 18_000), BoardPoint(x: 36_000, y: 20_000)]
      let packed = try #require(PackedPoints(points, stepExponent: 4))
      return Stroke(kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 4), points: packed)
    }
  }

  private static let label = Label(
    origin: BoardPoint(x: 20_000, y: 15_000), columnWidth: 819, rowHeight: 1_676,
    color: PaletteColor.red.color, text: SafeText("⣿⣿⣿⣿"))

  /// Entries: something new, and everything that takes away what others drew.
  private static func payloads(about drawn: [EntryID]) throws -> [[UInt8]] {
    let all = VersionVector(
      Dictionary(drawn.map { ($0.replica, $0.sequence) }, uniquingKeysWith: max))
    let away = BoardOffset(dx: 0, dy: 12_000)
    let actions: [BoardModel.Operation.Action] =
      [
        .make(.stroke(try stroke)), .make(.label(label)),
        .setPaper(PaperText(lines: [.init(runs: [.init(text: SafeText("⣿⣿⣿⣿"))])])),
        .change(.items(drawn), .move(away)), .change(.items(drawn), .hide),
        .change(.upTo(all), .hide),
      ] + drawn.map { .cancel($0) }
    return actions.map { BoardModel.Operation($0).encoded() }
  }

  /// A stroke under a pen, and a text under a hand.
  private static var wetInk: [[UInt8]] {
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 4), stepExponent: 4)
    return [WetItem.stroke(style), .label(label)].enumerated().map { index, item in
      let opening = WetFrame<WetPoint, [UInt8]>.Opening(
        stroke: UInt64(index + 1), number: 1, replica: ReplicaID(Bytes16(high: 1, low: 2)),
        sequence: SequenceNumber(UInt64(index + 1)), style: item.encoded())
      let points = [WetPoint(x: 10_000, y: 27_000), WetPoint(x: 50_000, y: 27_000)]
      return SharedBoardMessage.wet(.whole(opening, points: points)).encoded()
    }
  }

  /// A presence with a pen in the hand, in any author's name.
  private static func appearance(of author: AuthorID) -> ParticipantPresence {
    var appearance = ParticipantPresence(
      author: author, name: SafeText("Eve", limit: .name), color: PaletteColor.red.color, sign: 1,
      since: .max)
    appearance.pointer = BoardPoint(x: 30_000, y: 34_000)
    appearance.tool = 0
    return appearance
  }

  /// “Look here”, and rulings about every member.
  private static func events(_ crew: Crew) throws -> [[UInt8]] {
    let corner = BoardRect(BoardPoint(x: 900_000, y: 900_000), BoardPoint(x: 990_000, y: 990_000))
    let others = try #require(crew.watcher.session).activeParticipants.map {
      ParticipantUUID($0.id)
    }
    let notices =
      [SessionNotice.lookHere(corner)]
      + others.flatMap { other in Ruling.allCases.map { SessionNotice.ruled($0, other) } }
    return notices.map { SharedBoardMessage.event($0.encoded()).encoded() }
  }
}
