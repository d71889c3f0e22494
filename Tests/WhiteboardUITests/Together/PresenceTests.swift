import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Testing

@testable import BoardView
@testable import SessionUI
@testable import WhiteboardUI

/// The participants' view of each other.
@Suite struct PresenceTests {
  private func row(of text: String, in desk: Desk) -> Int? {
    (1..<desk.frame.rows - 1).first { desk.text(row: $0).contains(text) }
  }

  @Test("a participant with a name from the host keeps it, whatever they call themselves")
  func givenName() throws {
    var world = WhiteboardWorld(2).inSession()
    let state = try #require(world.desks[0].board.sessions.presence.session)
    let participants = [0, 1].map {
      SessionParticipant(
        id: WhiteboardWorld.participant($0), name: SafeText($0 == 1 ? "Gil" : "Ann"))
    }
    world.handle(.session(.participants(participants), in: state.session), at: 0)
    let id = WhiteboardWorld.participant(1)
    #expect(world.desks[0].sessionPages.name(of: id) == "Gil")
    var appearance = try #require(world.desks[0].board.sessions.presence.session?.guest(id)?.known)
    appearance = ParticipantPresence(
      author: appearance.author, name: SafeText("Mallory"), color: appearance.color, sign: 3,
      since: appearance.since)
    world.handle(.session(.appeared(appearance, id), in: state.session), at: 0)
    #expect(world.desks[0].sessionPages.name(of: id) == "Gil")
    #expect(world.desks[0].replica.people[appearance.author]?.name == SafeText("Gil"))
    world.at(0) { $0.type("P") }
    #expect(!world.desks[0].screen.contains("Mallory"))
  }

  @Test("A host without a person is listed as a host, and not counted as a person")
  func emptySeat() throws {
    var world = WhiteboardWorld(3).inSession()
    let participants = [0, 1, 2].map {
      SessionParticipant(id: WhiteboardWorld.participant($0), kind: $0 == 1 ? .program : .person)
    }
    world.handle(.session(.participants(participants), in: world.session), at: 0)
    #expect(world.desks[0].bottom.contains("People 2"))
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("Bea, a host without a screen"))
    #expect(world.desks[0].screen.contains("2 people"))
    world.at(0) { $0.type("1") }
    #expect(!world.desks[0].screen.contains("See what they see"))
    world.at(0) {
      $0.key(.escape)
      $0.type("F")
    }
    #expect(world.desks[0].top.contains("Cal"))
  }

  @Test("A pointer stands where its owner's does, with sign and name; the name fades at rest")
  func pointer() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.mouse(.move, 12, 6) }
    let desk = world.desks[0]
    #expect(desk.frame[12, 6].glyph.string == "▲" && desk.text(row: 6).contains("▲ Bea "))
    #expect(
      desk.frame[12, 6].style.foreground
        == .rgb(desk.board.drawing.surface.theme.shade(of: PaletteColor.cyan.color)))
    world.wait(1_100)
    let fading = world.desks[0]
    #expect(fading.frame[14, 6].style.attributes.contains(.dim))
    world.wait(500)
    #expect(
      world.desks[0].text(row: 6).contains("▲") && !world.desks[0].text(row: 6).contains("Bea"))
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
    world.wait(10_000)
    world.at(1) { $0.mouse(.move, 12, 0) }
    #expect(!world.desks[0].screen.dropFirst(80).contains("▲ "))
  }

  @Test(
    "A pointer beyond an edge is shown at the edge, with its sign and an arrow",
    arguments: [(-400.0, 0.0, "▲▸"), (400, 0, "◂▲"), (0, -90, "▲▾"), (0, 90, "▲▴")])
  func beyond(columns: Double, rows: Double, sign: String) {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.mouse(.move, 40, 12) }
    #expect(!world.desks[0].screen.contains(sign))
    world.at(0) {
      $0.within { $0.drawing.surface.pan(columns: columns, rows: rows) }
      $0.mouse(.move, 5, 5)
    }
    #expect(world.desks[0].screen.contains(sign), "\(world.desks[0].screen)")
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
  }

  @Test("While a hand draws its ink says where it is; then its sign and name stand at the end")
  func drawing() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.mouse(.move, 12, 6) }
    world.at(1) { $0.mouse(.press(.left), 12, 6) }
    func shown(by desk: Desk) -> Int {
      desk.effects.count { if case .board(.session(.appear, _)) = $0 { true } else { false } }
    }
    world.at(1) { $0.mouse(.drag(.left), 13, 6) }
    let before = shown(by: world.desks[1])
    for column in 14...30 {
      world.at(1) { $0.mouse(.drag(.left), column, 6) }
      #expect((12...column).allSatisfy { world.desks[0].isInked($0, 6) })
    }
    #expect(shown(by: world.desks[1]) == before)
    #expect(world.desks[0].screen.contains(" Bea "))
    world.at(1) { $0.mouse(.release(.left), 30, 6) }
    #expect(world.desks[0].frame[30, 6].glyph.string == "▲")
  }

  @Test("The shell is asked to wake for every fading, and then no more") func waking() {
    var world = WhiteboardWorld(2).inSession()
    world.wait(60_000)
    world.at(1) { $0.mouse(.move, 12, 6) }
    let moved = world.desks[0].now.uptime
    func asked() -> Int64? {
      world.desks[0].effects.compactMap { if case .board(.wake(let at)) = $0 { at } else { nil } }
        .last
    }
    #expect(asked() == moved + 1_000)
    world.wait(1_000)
    #expect(asked() == moved + 1_500)
    world.wait(500)
    #expect(asked() == moved + 1_500)
  }

  @Test("A name avoids ink and other pointers where there is any other place") func tags() {
    var world = WhiteboardWorld(3).inSession()
    world.at(0) { $0.drag([(13, 6), (40, 6)]) }
    world.at(1) { $0.mouse(.move, 12, 6) }
    let desk = world.desks[0]
    #expect((13...40).allSatisfy { desk.isInked($0, 6) })
    #expect(desk.text(row: 6).contains(" Bea ▲"))
    world.at(2) { $0.mouse(.move, 9, 6) }
    #expect(world.desks[0].frame[9, 6].glyph.string == "★")
    #expect(world.desks[0].screen.contains(" Bea ") && world.desks[0].screen.contains(" Cal "))
  }

  @Test("With ink all about, a name is left out so as to hide none of it; speech is shown")
  func tagsAmongInk() {
    var world = WhiteboardWorld(2).inSession()
    for row in 1...22 { world.at(0) { $0.drag([(0, row), (79, row)]) } }
    world.wait(10_000)
    world.at(1) { $0.mouse(.move, 40, 11) }
    func canvas() -> String { (1...22).map { world.desks[0].text(row: $0) }.joined() }
    #expect(world.desks[0].text(row: 11).contains("▲") && !canvas().contains("Bea"))
    world.at(1) { $0.type("'hello") }
    #expect(canvas().contains(" Bea: hello "))
  }

  @Test("At every edge and on the smallest screen a name is on the canvas") func edges() {
    for (columns, rows) in [(20, 6), (80, 24)] {
      var world = WhiteboardWorld(2, columns: columns, rows: rows).inSession()
      for column in [0, columns / 2, columns - 1] {
        for row in [1, rows / 2, rows - 2] {
          world.at(1) { $0.mouse(.move, column, row) }
          let text = (1..<rows - 1).map { world.desks[0].text(row: $0) }.joined()
          #expect(text.contains("▲") && text.contains("Bea"), "\(columns): \(column), \(row)")
        }
      }
    }
  }

  @Test(
    "W6 · Nothing is sent alone or without a change; hovering is asked for in time")
  func quiet() {
    var desk = WhiteboardWorld(1).desks[0]
    desk.enter(SessionUUID(Bytes16(high: 9, low: 1)), as: WhiteboardWorld.participant(0))
    desk.wait(10_000)
    desk.effects = []
    desk.mouse(.move, 12, 6)
    desk.mouse(.move, 13, 6)
    #expect(desk.effects.isEmpty && desk.board.composer.overlay == Overlay())
    func hovers(_ desk: Desk) -> [Bool] {
      desk.effects.compactMap { if case .hover(let isOn) = $0 { isOn } else { nil } }
    }
    func appearances(_ desk: Desk) -> Int {
      desk.effects.count { if case .board(.session(.appear, _)) = $0 { true } else { false } }
    }
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.mouse(.move, 12, 6) }
    let count = appearances(world.desks[1])
    world.at(1) { $0.mouse(.move, 12, 6) }
    world.at(1) { $0.handle(.woke) }
    #expect(appearances(world.desks[1]) == count)
    world.leave(0, .left)
    #expect(hovers(world.desks[0]) == [true, false] && hovers(world.desks[1]) == [true, false])
  }

  @Test("A silent participant is listed, but has no pointer") func silence() {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.mouse(.move, 12, 6) }
    guard let session = world.desks[0].board.sessions.presence.session?.session else { return }
    world.handle(.session(.vanished(WhiteboardWorld.participant(1)), in: session), at: 0)
    #expect(!world.desks[0].text(row: 6).contains("▲"))
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("▲ Bea, not responding"))
  }

  @Test("Names that steer terminals or never end stay in their place") func hostileNames() {
    var world = WhiteboardWorld(2).inSession()
    guard let session = world.desks[0].board.sessions.presence.session?.session else { return }
    for name in ["\u{1B}[2J\u{202E}", String(repeating: "界", count: 500), "", "you"] {
      var appearance = ParticipantPresence(
        author: AuthorID(Bytes16(high: 4, low: 4)), name: SafeText(name, limit: .name),
        color: InkColor(rgba: 0), sign: 255, since: .min)
      appearance.pointer = BoardPoint(x: 30_000, y: 20_000)
      appearance.speech = SafeText(String(repeating: "word ", count: 500), limit: .title)
      world.handle(
        .session(.appeared(appearance, WhiteboardWorld.participant(1)), in: session), at: 0)
      world.at(0) { $0.type("P") }
      #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
      world.at(0) { $0.key(.escape) }
      #expect(!world.desks[0].screen.unicodeScalars.contains("\u{202E}"))
    }
  }

  // MARK: Leading and following

  @Test("A follower sees what the other sees, until they move or step back") func following() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.type("F") }
    #expect(
      world.desks[0].top.contains("follows Bea") || world.desks[0].notice.contains("Bea sees"))
    world.at(1) { $0.type("+++") }
    func zoom(_ desk: Desk) -> Double { desk.view.viewport.columnWidth }
    #expect(abs(zoom(world.desks[0]) / zoom(world.desks[1]) - 1) < 0.01)
    #expect(
      world.desks[1].board.sessions.presence.session?.guests[0].appearance?.following
        == WhiteboardWorld.participant(1))
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].view.mode == .natural(CellPoint(column: 0, row: 0)))
    world.at(0) { $0.type("F") }
    world.at(0) { $0.type("-") }
    let own = world.desks[0].view
    world.at(1) { $0.type("+") }
    #expect(
      world.desks[0].view == own && world.desks[0].board.sessions.presence.following.leader == nil)
    #expect(world.desks[0].notice.contains("You no longer follow Bea."))
  }

  @Test("A view does not go from under a hand; it follows when the hand is up") func heldView() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) {
      $0.type("F")
      $0.mouse(.press(.left), 10, 5)
    }
    let held = world.desks[0].view
    world.at(1) { $0.type("++") }
    #expect(world.desks[0].view == held)
    world.at(0) {
      $0.mouse(.drag(.left), 20, 9)
      $0.mouse(.release(.left), 20, 9)
    }
    #expect(world.desks[0].view != held)
  }

  @Test("A participant cannot follow their own follower: views never run after themselves")
  func ring() {
    var world = WhiteboardWorld(3).inSession()
    world.at(0) { $0.type("P1f") }
    world.at(1) { $0.type("P2f") }
    world.at(2) { $0.type("P1f") }
    #expect(world.desks[2].notice.contains("already follows you"))
    guard let session = world.desks[0].board.sessions.presence.session?.session else { return }
    let before = world.desks[0].view
    guard var appearance = world.desks[1].board.sessions.presence.session?.shown else { return }
    appearance.following = WhiteboardWorld.participant(0)
    appearance.view = BoardRect(minX: 0, minY: 0, maxX: 9_000, maxY: 9_000)
    world.handle(
      .session(.appeared(appearance, WhiteboardWorld.participant(1)), in: session), at: 0)
    #expect(
      world.desks[0].board.sessions.presence.following.leader == nil
        && world.desks[0].view == before)
  }

  @Test("Look here brings all views, but no held hand; Esc goes back") func calledView() {
    var world = WhiteboardWorld(3).inSession()
    world.at(0) { $0.type("+++") }
    world.at(2) { $0.mouse(.press(.left), 10, 5) }
    world.at(0) { $0.type("!") }
    let (mine, theirs) = (world.desks[0].view.visible, world.desks[1].view.visible)
    #expect(theirs.union(mine) == theirs && world.desks[1].top.contains("100%"))
    #expect(world.desks[1].notice.contains("Ann shows you this place."))
    #expect(world.desks[2].view.mode == .natural(CellPoint(column: 0, row: 0)))
    world.at(1) { $0.key(.escape) }
    #expect(world.desks[1].view.mode == .natural(CellPoint(column: 0, row: 0)))
  }

  @Test("A watcher leads no view, whatever their program says") func watcherLooks() {
    var world = WhiteboardWorld(3).inSession()
    world.sendRoster(of: world.session, watching: [1])
    let before = world.desks[0].view
    world.at(1) { $0.type("++!") }
    #expect(world.desks[1].notice.contains("You are watching"))
    #expect(world.desks[0].view == before)
    let word = SessionNotice.lookHere(BoardRect(BoardPoint(x: 0, y: 0), BoardPoint(x: 9, y: 9)))
    world.handle(
      .session(.happened(word, by: WhiteboardWorld.participant(1)), in: world.session), at: 0)
    #expect(world.desks[0].view == before && !world.desks[0].notice.contains("Bea show"))
    world.at(1) { $0.type("P") }
    #expect(!world.desks[1].screen.contains("Show everyone"))
  }

  // MARK: Talking pointers

  @Test("People of one name, and a person named “you”, are told apart by their signs")
  func sameNames() {
    var world = WhiteboardWorld(3).inSession()
    guard let session = world.desks[0].board.sessions.presence.session?.session else { return }
    for (index, name) in [(1, "ann"), (2, "you")] {
      var appearance = ParticipantPresence(
        author: AuthorID(Bytes16(high: 4, low: UInt64(index))), name: SafeText(name, limit: .name),
        color: PaletteColor.red.color, sign: UInt8(index), since: 5)
      appearance.pointer = BoardPoint(x: 30_000, y: 9_000 * Int32(index))
      world.handle(
        .session(.appeared(appearance, WhiteboardWorld.participant(index)), in: session), at: 0)
    }
    let pages = world.desks[0].sessionPages
    for index in 1...2 {
      let (name, sign) = (
        pages.name(of: WhiteboardWorld.participant(index)),
        pages.sign(of: WhiteboardWorld.participant(index))
      )
      #expect(name.hasSuffix(" \(sign)") && world.desks[0].screen.contains(name))
    }
  }

  @Test("A label shows the user as you, and a sign once, even beside a person of the same name")
  func labels() throws {
    var world = WhiteboardWorld(3).inSession()
    let session = try #require(world.desks[0].board.sessions.presence.session)
    for (index, name) in [(1, "Ann"), (2, "you")] {
      let appearance = ParticipantPresence(
        author: AuthorID(Bytes16(high: 4, low: UInt64(index))), name: SafeText(name, limit: .name),
        color: PaletteColor.red.color, sign: UInt8(index), since: 5)
      world.handle(
        .session(.appeared(appearance, WhiteboardWorld.participant(index)), in: session.session),
        at: 0)
    }
    let pages = world.desks[0].sessionPages
    let signs = (0...2).map { pages.sign(of: WhiteboardWorld.participant($0)) }
    world.at(0) { $0.key(.escape) }
    let top = world.desks[0].top
    #expect(top.contains("\(signs[0]) you ") && top.contains("\(signs[1]) Ann "), "\(top)")
    #expect(
      top.contains("\(signs[2]) you \(signs[2])") && !top.contains("Ann \(signs[1])"), "\(top)")
    let rows = pages.peoplePage.rows.map(\.label)
    #expect(rows[0].hasPrefix("\(signs[0]) Ann (you), "))
    #expect(rows[1].hasPrefix("\(signs[1]) Ann, ") || rows[1] == "\(signs[1]) Ann", "\(rows)")
    #expect(rows[2].hasPrefix("\(signs[2]) you \(signs[2])"), "\(rows)")
  }
}
