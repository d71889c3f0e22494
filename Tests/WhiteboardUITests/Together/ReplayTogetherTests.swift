import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// The film of a board on which others draw.
@Suite struct ReplayTogetherTests {
  private func stroke(_ row: Int) -> [(Int, Int)] {
    [(5, row), (12, row + 1), (20, row), (28, row + 1)]
  }

  /// Returns a board of the first person as it is in a file, after both have drawn.
  private func file(
    of world: WhiteboardWorld, _ path: String? = "/plan", as replica: ReplicaGenesis? = nil
  ) -> LoadedBoard {
    let desk = world.desks[0]
    var board = Desk.fresh
    (board.path, board.name) = (path, SafeText("plan"))
    (board.log, board.picture) = (desk.replica.log, desk.replica.picture)
    board.people = Array(desk.replica.people.values)
    board.replicaGenesis = replica ?? WhiteboardWorld.replicaGenesis(of: 0, board: 9)
    return board
  }

  private func reopened(_ board: LoadedBoard) -> Desk {
    Desk(board: board, coding: Desk.reading) {
      $0.person = Person(
        author: WhiteboardWorld.replicaGenesis(of: 0, board: 0).author, name: SafeText("Ann"),
        color: PaletteColor.orange.color)
    }
  }

  @Test("While a film plays another person draws, and nothing is lost")
  func drawing() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag(stroke(4)) }
    world.wait(2_000)
    world.at(0) { $0.type("Vm") }
    world.wait(50)
    for row in [8, 12, 16] {
      world.at(1) { $0.drag(stroke(row)) }
      world.wait(40)
      #expect(!world.desks[0].inkedRows.contains(row))
    }
    // A stroke in progress does not show either.
    world.at(1) { $0.mouse(.press(.left), 40, 18) }
    world.at(1) { $0.mouse(.drag(.left), 50, 18) }
    #expect(!world.desks[0].inkedRows.contains(18))
    #expect(world.desks[0].things.count == 4)
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].inkedRows.contains(8) && world.desks[0].inkedRows.contains(18))
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
    world.at(1) { $0.mouse(.release(.left), 50, 18) }
    #expect(world.desks[0].things.count == 5)
  }

  @Test("The others see that somebody watches the film, and neither pointer nor view")
  func presence() throws {
    var world = WhiteboardWorld(2, columns: 120).inSession()
    world.at(0) { $0.drag(stroke(4)) }
    world.at(0) { $0.mouse(.move, 30, 10) }
    world.wait(200)
    func seen() -> ParticipantPresence? {
      world.desks[1].board.sessions.presence.session?.guests.first?.known
    }
    #expect(seen()?.pointer != nil && seen()?.replays == false)
    world.at(0) { $0.type("Vm") }
    #expect(seen()?.replays == true && seen()?.pointer == nil && seen()?.view == nil)
    #expect(world.desks[1].top.contains("Ann film"))
    let count = world.desks[0].effects.count { effect in
      if case .board(.session(.appear, _)) = effect { true } else { false }
    }
    world.at(0) { desk in
      for column in 10...40 { desk.mouse(.move, column, 9) }
      desk.type("+")
      desk.mouse(.wheelDown, 20, 9)
      desk.handle(.input(.resize(columns: 90, rows: 30)))
    }
    #expect(
      count
        == world.desks[0].effects.count { effect in
          if case .board(.session(.appear, _)) = effect { true } else { false }
        })
    world.at(1) { $0.type("P") }
    #expect(world.desks[1].screen.contains("Ann, film"))
    world.at(1) { $0.key(.escape) }
    world.at(0) { $0.key(.escape) }
    #expect(seen()?.replays == false && seen()?.view != nil)
    #expect(!world.desks[1].top.contains("film"))
  }

  @Test("A person who asks to join is answered over the film")
  func knock() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag(stroke(4)) }
    world.at(0) { $0.type("Vm") }
    let request = AdmissionRequest(
      number: 1, name: SafeText("Ida"), origin: .user(toDraw: true))
    world.handle(.call(.knocked(request)), at: 0)
    #expect(world.desks[0].bottom.contains("Admit 1"))
    world.at(0) { $0.type("S") }
    #expect(world.desks[0].screen.contains("Ida asks to join"))
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].board.replay != nil)
  }

  // MARK: What is new

  @Test("A film begins before the first gesture that others made since this user last drew")
  func news() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.drag(stroke(2)) }
    world.wait(1_000)
    world.at(0) { $0.drag(stroke(5)) }
    world.wait(1_000)
    world.at(1) { $0.drag(stroke(8)) }
    world.at(1) { $0.drag(stroke(11)) }
    var desk = reopened(file(of: world))
    #expect(desk.notice == "Bea drew while you were away. V shows it.")
    // A stroke of this run does not count as the user's last one.
    desk.drag(stroke(14))
    desk.type("V")
    #expect(desk.inkedRows.contains(5) && !desk.inkedRows.contains(8))
    desk.key(.home)
    #expect(desk.inkedRows.isEmpty)
    desk.key(.escape)
    desk.type("V")
    #expect(desk.inkedRows.isEmpty && desk.board.replay?.moment == 0)
  }

  @Test("A film that was left begins with what came since")
  func sinceLeft() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.drag(stroke(2)) }
    world.at(0) { $0.type("Vm") }
    world.at(0) { $0.key(.escape) }
    world.wait(1_000)
    world.at(1) { $0.drag(stroke(8)) }
    world.at(0) { $0.type("Vm") }
    #expect(world.desks[0].inkedRows.contains(2) && !world.desks[0].inkedRows.contains(8))
  }

  @Test("The notice names two people and counts the others; a new board has none")
  func notice() {
    var world = WhiteboardWorld(5).inSession()
    world.at(0) { $0.drag(stroke(2)) }
    world.at(1) { $0.drag(stroke(4)) }
    world.at(2) { $0.drag(stroke(6)) }
    #expect(reopened(file(of: world)).notice.hasPrefix("Bea and Cal drew while you were away."))
    world.at(3) { $0.drag(stroke(8)) }
    #expect(reopened(file(of: world)).notice.hasPrefix("Bea, Cal and 1 other drew"))
    world.at(4) { $0.drag(stroke(10)) }
    #expect(reopened(file(of: world)).notice.hasPrefix("Bea, Cal and 2 others drew"))
    #expect(reopened(file(of: world, nil)).notice == "")
    var clicked = reopened(file(of: world))
    clicked.click(on: "V shows")
    #expect(clicked.board.replay != nil)
    // A user without a gesture on the board gets no notice.
    let other = Desk(board: file(of: world), coding: Desk.reading)
    #expect(other.notice == "")
  }

  @Test("A person who comes back into a session is told once that others drew meanwhile")
  func comingBack() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.drag(stroke(2)) }
    world.wait(1_000)
    let session = world.session
    world.leave(1, .left)
    world.at(0) { $0.drag(stroke(8)) }
    world.at(1) { $0.type("Sj") }
    #expect(world.desks[1].notice == "Ann drew while you were away. V shows it.")
    world.wait(10_000)
    world.at(1) { $0.drag(stroke(11)) }
    world.at(0) { $0.drag(stroke(14)) }
    world.handle(.session(.caughtUp, in: session), at: 1)
    #expect(world.desks[1].notice == "")
    world.at(1) { $0.type("Vm") }
    #expect(world.desks[1].inkedRows.contains(2) && !world.desks[1].inkedRows.contains(8))
  }

  @Test("A board that is opened ends the film, and has news of its own")
  func opening() {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag(stroke(2)) }
    world.at(1) { $0.drag(stroke(4)) }
    var desk = Desk(coding: Desk.reading) {
      $0.person.author = WhiteboardWorld.replicaGenesis(of: 0, board: 0).author
    }
    desk.drag(stroke(12))
    desk.type("V")
    desk.open(file(of: world))
    #expect(desk.board.replay == nil && desk.inkedRows.contains(4))
    #expect(desk.notice.contains("drew while you were away."))
    #expect(desk.frame == desk.frameFromScratch)
  }
}
