import BoardContract
import BoardModel
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// A screen on a wall, which nobody uses.
@Suite struct WallTests {
  private static let wall = 2

  /// Ann and Bea in a session, and a screen on a wall that Cal opened.
  private static func world(columns: Int = 80, rows: Int = 24) -> WhiteboardWorld {
    var world = WhiteboardWorld(3) { setup, index in
      guard index == wall else { return }
      (setup.purpose, setup.arrival, setup.surface.bars) = (.wall, .joining, .none)
      (setup.surface.columns, setup.surface.rows) = (columns, rows)
    }
    world.at(0) { $0.type("S") }
    world.at(1) { $0.type("Sj") }
    return world
  }

  private func words(_ world: WhiteboardWorld) -> String { world.desks[Self.wall].screen }

  private func isDim(_ world: WhiteboardWorld) -> Bool {
    let frame = world.desks[Self.wall].frame
    return (0..<frame.rows).allSatisfy { row in
      frame.cells(row: row).allSatisfy { $0.style.attributes.contains(.dim) }
    }
  }

  @Test(
    "A wall shows the board alone, and for a while the people who came",
    arguments: [(12, 3), (40, 12), (120, 40)])
  func screens(size: (columns: Int, rows: Int)) throws {
    var world = Self.world(columns: size.columns, rows: size.rows)
    world.at(0) { $0.drag([(2, 2), (6, 3), (10, 2)]) }
    world.wait(PeopleLegend.fadeMilliseconds)
    let legend = world.desks[Self.wall].frame
    world.wait(4_000)
    let board = world.desks[Self.wall].frame
    #expect(board == world.desks[Self.wall].frameFromScratch)
    try assertFrames([("\(size.columns)-legend", legend), ("\(size.columns)", board)])
  }

  @Test("The legend fades in when the people change, and out after three seconds")
  func legend() {
    var legend = PeopleLegend()
    func entry(_ name: String) -> PeopleLegend.Entry {
      .init(sign: "◆", color: PaletteColor.red.color, name: name)
    }
    #expect(legend.strength(at: 0) == .hidden && legend.nextChange(after: 0) == nil)
    legend.show([entry("Ann")], at: 1_000)
    #expect(legend.strength(at: 1_000) == .faint && legend.nextChange(after: 1_000) == 1_300)
    #expect(legend.strength(at: 1_300) == .full && legend.strength(at: 4_299) == .full)
    #expect(legend.strength(at: 4_300) == .faint && legend.strength(at: 4_600) == .hidden)
    legend.show([entry("Ann")], at: 5_000)
    #expect(legend.strength(at: 5_000) == .hidden)
    legend.show([entry("Ann"), entry("Bea")], at: 6_000)
    // Cal comes while it is shown, so it does not fade in again.
    legend.show([entry("Ann"), entry("Bea"), entry("Cal")], at: 7_000)
    #expect(legend.strength(at: 7_000) == .full && legend.strength(at: 10_299) == .full)
    legend.show([], at: 11_000)
    #expect(legend.strength(at: 11_000) == .hidden)
  }

  @Test("The legend names who comes and goes, and keeps half of the board free")
  func people() {
    var world = Self.world()
    #expect(words(world).contains("Ann") && words(world).contains("Bea"))
    #expect(!words(world).contains("Cal"))
    world.wait(4_000)
    #expect(!words(world).contains("Ann"))
    world.leave(1, .left)
    #expect(words(world).contains("Ann") && !words(world).contains("Bea"))
    var legend = PeopleLegend()
    legend.show(
      (0..<20).map { .init(sign: "◆", color: PaletteColor.red.color, name: "Person \($0)") }, at: 0)
    let layer = legend.layer(at: 0, on: world.desks[Self.wall].board.shownSurface)
    #expect(layer?.frame.rows == 12 && layer?.frame.plainText.contains("9 more") == true)
  }

  @Test("A wall is dim after ten minutes without ink, and new ink wakes it")
  func dim() {
    var world = Self.world()
    world.at(0) { $0.drag([(10, 5), (20, 6)]) }
    world.wait(WallScreen.dimsAfter - 1_000)
    #expect(!isDim(world))
    world.wait(1_000)
    #expect(isDim(world))
    world.at(0) { $0.mouse(.press(.left), 30, 8) }
    #expect(!isDim(world), "The first point of a stroke wakes it.")
    world.at(0) { $0.mouse(.release(.left), 30, 8) }
    world.wait(WallScreen.dimsAfter)
    #expect(isDim(world))
    // A person who only moves the mouse draws nothing.
    world.at(0) { $0.mouse(.move, 50, 12) }
    #expect(isDim(world))
    world.at(Self.wall) { $0.key(.home) }
    #expect(!isDim(world))
  }

  @Test("A wall follows the last ink of all people, and comes back to it after a key")
  func lastInk() {
    var world = Self.world()
    func sees(_ index: Int) -> Bool {
      world.desks[index].things.last.map {
        world.desks[Self.wall].view.visible.intersects($0.bounds)
      } ?? false
    }
    for index in [0, 1, 0] {
      world.at(index) {
        for _ in 0...index { $0.key(.pageDown) }
        $0.drag([(20, 10), (30, 12)])
      }
      #expect(sees(index))
    }
    world.at(Self.wall) { for _ in 0..<5 { $0.key(.pageUp) } }
    #expect(!sees(0))
    world.at(1) { $0.drag([(40, 14), (50, 16)]) }
    #expect(sees(1))
    // Ink that nobody saw in progress, as a pasted thing.
    world.at(0) {
      for _ in 0..<6 { $0.key(.pageDown) }
      $0.type("yv")
      $0.key(.character("a"), .control)
      $0.type("yv")
    }
    #expect(sees(0))
  }

  @Test("F lets a wall follow one person, and Esc the last ink again")
  func follow() throws {
    var world = Self.world()
    world.at(Self.wall) { $0.type("F") }
    // The sheet asks which of several people to follow.
    #expect(words(world).contains("2 people") || words(world).contains("3 people"))
    world.at(Self.wall) { $0.type("1f") }
    let leader = world.desks[Self.wall].board.sessions.presence.following.leader
    #expect(leader == WhiteboardWorld.participant(0))
    let before = world.desks[Self.wall].view
    world.at(1) {
      for _ in 0..<4 { $0.key(.pageDown) }
      $0.drag([(20, 10), (30, 12)])
    }
    #expect(world.desks[Self.wall].view == before)
    world.at(Self.wall) { $0.key(.escape) }
    world.at(1) { $0.drag([(40, 10), (50, 12)]) }
    #expect(world.desks[Self.wall].view != before)
  }

  @Test("A wall goes along to a new board, and to a session after the first is over")
  func newBoard() {
    var world = Self.world()
    world.at(0) { $0.type("Ne") }
    #expect(world.desks[Self.wall].board.session == world.session)
    world.at(0) { $0.type("Qe") }
    world.at(0) { $0.type("e") }
    #expect(!world.desks[Self.wall].board.isInSession)
    #expect(words(world).contains("Waiting for a shared board · q ends"))
    world.at(1) { $0.type("S") }
    #expect(world.desks[Self.wall].board.isInSession && !words(world).contains("Waiting"))
  }

  @Test("A wall whose session has no person goes to another session")
  func abandoned() {
    var world = Self.world()
    let first = world.session
    let present = [SessionParticipant(id: WhiteboardWorld.participant(Self.wall))]
    world.handle(.session(.participants(present), in: first), at: Self.wall)
    world.leave(0, .left)
    world.leave(1, .left)
    world.at(0) {
      $0.handle(.call(.withdrawn(first)))
      $0.type("S")
    }
    #expect(world.desks[Self.wall].board.session == world.session && world.session != first)
  }

  @Test("A film plays on a wall without a question, and ends with those who watch it")
  func film() {
    var world = Self.world()
    world.at(0) { $0.drag([(10, 5), (30, 8)]) }
    world.at(0) { $0.type("Ve") }
    #expect(world.desks[Self.wall].board.replay != nil)
    #expect(!world.desks[Self.wall].board.sheets.isOpen)
    #expect(words(world).contains("Waiting for the others (1)"))
    world.at(0) { $0.type(" ") }
    world.wait(100)
    #expect(world.moment(Self.wall) ?? 0 > 0)
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[Self.wall].board.replay == nil)
  }

  @Test("A wall takes no mouse, no text and no key that draws or opens a sheet")
  func deaf() {
    var world = Self.world()
    world.wait(4_000)
    let (frame, count) = (world.desks[Self.wall].frame, world.desks[Self.wall].effects.count)
    world.at(Self.wall) { desk in
      desk.drag([(10, 5), (20, 6)])
      desk.handle(.input(.paste("words")))
      desk.type("pr1cu?:BENIS!tnV")
      desk.key(.tab)
    }
    #expect(world.desks[Self.wall].frame == frame)
    #expect(world.desks[Self.wall].things.isEmpty && !world.desks[Self.wall].board.sheets.isOpen)
    #expect(
      world.desks[Self.wall].effects.dropFirst(count).allSatisfy { effect in
        if case .board(.wake) = effect { true } else { false }
      })
    world.at(Self.wall) { $0.type("q") }
    #expect(quits(world))
  }

  private func quits(_ world: WhiteboardWorld) -> Bool {
    world.desks[Self.wall].effects.contains { if case .quit = $0 { true } else { false } }
  }

  @Test("A wall ends when it stays alone, but not while it looks for the others")
  func alone() {
    var world = Self.world()
    func around(_ isAlone: Bool) {
      world.handle(.call(.around(CallStatus(isAlone: isAlone))), at: Self.wall)
    }
    around(false)
    world.handle(.call(.reach(.lost)), at: Self.wall)
    around(true)
    world.wait(WallScreen.endsAfter * 2)
    #expect(!quits(world))
    world.handle(.call(.reach(.back)), at: Self.wall)
    around(false)
    around(true)
    world.wait(WallScreen.endsAfter - 100)
    #expect(!quits(world))
    world.wait(100)
    #expect(quits(world))
  }

  @Test("A wall that is removed from the call ends")
  func removed() {
    var world = Self.world()
    world.handle(.call(.over), at: Self.wall)
    #expect(quits(world))
  }

  // MARK: How the others see it

  @Test("The others see the screen of a person, which they do not count")
  func others() throws {
    var world = Self.world()
    #expect(world.desks[0].bottom.contains("People 2"))
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("screen of Cal"))
    #expect(world.desks[0].screen.contains("2 people"))
    world.at(0) { $0.key(.escape) }
    world.leave(1, .left)
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("Only you and a screen"))
    world.at(0) { $0.type("1") }
    #expect(!world.desks[0].screen.contains("See what they see"))
    #expect(!world.desks[0].screen.contains("Let them draw"))
    #expect(world.desks[0].screen.contains("Remove them from the session"))
    world.at(0) { desk in
      desk.key(.escape)
      desk.type("Q")
    }
    #expect(!world.desks[0].screen.contains("the others go on"))
  }

  @Test("The others are told that a screen shows the board")
  func notices() {
    let desk = Self.world().desks[0]
    #expect(
      desk.board.notices.latest.contains {
        $0.string.hasSuffix("A screen of Cal shows this board.")
      })
    #expect(!desk.board.notices.latest.contains { $0.string.contains("Cal joined") })
  }

  @Test("The board of a user who waits for a guest is shown on a display that comes")
  func shown() {
    var desk = Desk { $0.hasCall = true }
    desk.handle(.call(.staged))
    desk.handle(.call(.around(CallStatus(displays: [SafeText("Cal")]))))
    #expect(desk.asked == ["unstage", "share"])
    var later = Desk { $0.hasCall = true }
    later.handle(.call(.around(CallStatus(displays: [SafeText("Cal")]))))
    #expect(later.notice == "A screen is here: S shows this board on it.")
    later.type("P")
    #expect(!later.notice.contains("Nobody else"))
    later.type("I")
    #expect(later.screen.contains("A screen is connected.") && !later.screen.contains("Nobody"))
    later.key(.escape)
    #expect(later.asked.isEmpty && !later.board.isEligible)
    later.type("S")
    #expect(later.asked == ["share"])
  }

  @Test("The sheet gives the command for another screen, if the activity continues there")
  func command() throws {
    func desk(_ continues: Bool) -> Desk {
      var desk = Desk(columns: 100) { ($0.hasCall, $0.continuesOnDisplays) = (true, continues) }
      desk.handle(
        .call(
          .connected(
            Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("easel://a#c")),
            canModerate: true)))
      desk.type("I")
      return desk
    }
    #expect(!desk(false).screen.contains("Show on another screen"))
    var shown = desk(true)
    shown.type("o")
    let command = "ssh -t HOST easel view --wall 'easel://a#c'"
    #expect(shown.screen.contains(command))
    try assertFrames([("command", shown.frame)])
    shown.type("y")
    #expect(shown.effects.contains { if case .copy(command) = $0 { true } else { false } })
  }
}
