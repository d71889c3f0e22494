import BoardContract
import BoardDocument
import BoardFilm
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// A film that people of a session watch in step.
@Suite struct SharedFilmTests {
  private func track(_ desk: Desk) -> [Int] {
    desk.board.composer.bottomLayout.placedPieces.filter {
      if case .replay(.seek) = $0.piece.command { true } else { false }
    }.map(\.columns.lowerBound)
  }

  // MARK: The offer

  @Test("V asks for whom in a session with others, and only there")
  func asking() {
    var world = WhiteboardWorld.drawn()
    world.at(0) { $0.type("V") }
    #expect(world.desks[0].screen.contains("Watch together"))
    world.at(0) { $0.type("m") }
    #expect(world.desks[0].board.replay?.isShared == false)
    #expect(world.desks[1].board.film.shared.running.isEmpty)
    var alone = Desk()
    alone.drag(WhiteboardWorld.stroke(2))
    alone.type("V")
    #expect(alone.board.replay != nil)
  }

  @Test("The others are asked, with a picture of the board; Enter watches, Esc stays")
  func offer() throws {
    var world = WhiteboardWorld.drawn(3)
    world.at(0) { $0.type("Ve") }
    #expect(world.desks[0].bottom.contains("only you watch"))
    #expect(world.desks[1].screen.contains("Ann plays the film of this board"))
    world.at(1) { $0.key(.enter) }
    world.at(2) { $0.key(.escape) }
    #expect(world.desks[1].board.replay?.isShared == true)
    #expect(world.desks[2].board.replay == nil && world.desks[2].board.sheets.kind == nil)
    #expect(world.desks[2].notice == "Not now. Press V to watch later.")
    #expect(world.desks[0].bottom.contains("with Bea"))
    // The offer stays open.
    world.at(2) { $0.type("V") }
    #expect(world.desks[2].screen.contains("With Ann and Bea"))
    world.at(2) { $0.key(.enter) }
    #expect(world.desks[2].board.replay?.isShared == true)
  }

  @Test("An offer waits while the user drags, types or has a sheet open")
  func waiting() {
    var world = WhiteboardWorld.drawn(4)
    world.at(1) { $0.mouse(.press(.left), 40, 18) }
    world.at(2) { $0.type("t") }
    world.at(2) { $0.click(30, 12) }
    world.at(3) { $0.type("?") }
    world.at(0) { $0.type("Ve") }
    for index in 1...3 {
      #expect(!world.desks[index].screen.contains("plays the film of this board"), "\(index)")
    }
    world.at(1) { $0.mouse(.release(.left), 40, 18) }
    world.at(2) { $0.key(.escape) }
    world.at(3) { $0.key(.escape) }
    for index in 1...3 {
      #expect(world.desks[index].screen.contains("Ann plays the film of this board"), "\(index)")
    }
  }

  @Test("The films of one participant open one question in a minute; a notice tells of the others")
  func offersInARow() {
    var world = WhiteboardWorld.drawn(3)
    func offer(_ index: Int) {
      world.at(index) { $0.type("Ve") }
      world.wait(1_000)
    }
    func asks(_ name: String) -> Bool {
      world.desks[2].screen.contains("\(name) plays the film of this board")
    }
    offer(0)
    #expect(asks("Ann"))
    world.at(2) { $0.key(.escape) }
    for _ in 0..<3 {
      world.at(0) { $0.key(.escape) }
      offer(0)
      #expect(!asks("Ann") && world.desks[2].board.sheets.kind == nil)
      #expect(world.desks[2].notice == "Ann shows another film. Press V to watch it.")
    }
    // The film of another participant is a question.
    world.at(0) { $0.key(.escape) }
    offer(1)
    #expect(asks("Bea"))
    world.at(2) { $0.key(.escape) }
    world.wait(60_000)
    // Ann leaves her film, and then the question about Bea's.
    for _ in 0..<2 { world.at(0) { $0.key(.escape) } }
    offer(0)
    #expect(asks("Ann"))
  }

  @Test("The offer goes when nobody watches any more")
  func over() {
    var world = WhiteboardWorld.drawn()
    world.at(0) { $0.type("Ve") }
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].board.replay == nil)
    #expect(world.desks[1].board.sheets.kind == nil)
    world.at(1) { $0.type("V") }
    #expect(!world.desks[1].screen.contains("With"))
  }

  @Test("A participant who comes late is offered the film, and lands in the middle")
  func late() throws {
    var world = WhiteboardWorld(3)
    world.at(0) { $0.type("S") }
    world.at(1) { $0.type("Sj") }
    for row in [2, 4, 6, 8] {
      world.at(0) { $0.drag(WhiteboardWorld.stroke(row)) }
      world.wait(10_000)
    }
    world.at(0) { $0.type("Ve ") }
    world.wait(1_500)
    world.at(2) { $0.type("Sj") }
    #expect(world.desks[2].screen.contains("Ann plays the film of this board"))
    world.at(2) { $0.key(.enter) }
    let expected = try #require(world.moment(0))
    #expect(world.moment(2) == expected && expected > 1_000)
    world.wait(300)
    #expect(world.moment(2) == world.moment(0))
  }

  // MARK: For everybody

  @Test("Keys and a click on the track act for everybody")
  func everybody() throws {
    var world = WhiteboardWorld.watching(3)
    #expect(world.desks.allSatisfy { $0.bottom.contains("‖") })
    world.at(1) { $0.type(" ") }
    world.wait(700)
    for index in 0...2 {
      #expect(world.moment(index) == 700 && world.desks[index].bottom.contains("▶"), "\(index)")
    }
    world.at(2) { $0.type("]") }
    world.wait(100)
    for index in 0...2 {
      #expect(world.moment(index) == 900 && world.desks[index].bottom.contains("2×"), "\(index)")
    }
    let film = try #require(world.desks[0].board.replay).projector.film
    let ends = film.timeline.spans.map(\.end)
    world.at(0) { $0.key(.home) }
    world.at(0) { $0.type(".") }
    for index in 0...2 {
      #expect(world.moment(index) == ends[0] && world.desks[index].bottom.contains("‖"))
    }
    for key in "..," { world.at(1) { $0.key(.character(key)) } }
    for index in 0...2 { #expect(world.moment(index) == ends[1]) }
    world.at(1) { $0.key(.right) }
    for index in 0...2 { #expect(world.moment(index) == film.duration) }
    world.at(0) { $0.key(.left) }
    world.at(0) { $0.key(.end) }
    let first = try #require(track(world.desks[2]).first)
    world.at(2) { $0.click(first, 23) }
    for index in 0...2 { #expect(world.moment(index) == 0) }
    // At the end, Space begins anew.
    world.at(0) { $0.key(.end) }
    world.at(0) { $0.type(" ") }
    world.wait(400)
    for index in 0...2 { #expect(world.moment(index) == 800, "\(index)") }
  }

  @Test("A participant who may only watch follows, and commands no one")
  func watcher() {
    var world = WhiteboardWorld.watching()
    world.handle(
      .session(
        .participants([
          SessionParticipant(id: WhiteboardWorld.participant(0)),
          SessionParticipant(id: WhiteboardWorld.participant(1), mayDraw: false),
        ]), in: world.session), at: 1)
    world.at(1) { $0.type(" ") }
    #expect(world.desks[1].notice.contains("people who may draw play the film"))
    world.wait(500)
    #expect(world.desks.allSatisfy { $0.board.replay?.group?.hasBegun == false })
    world.at(0) { $0.type(" ") }
    world.wait(500)
    #expect(world.moment(1) == 500)
    world.at(1) { $0.key(.escape) }
    world.at(1) { $0.type("V") }
    #expect(!world.desks[1].screen.contains("Watch together"))
  }

  // MARK: Only here

  @Test("A drag on the track moves only this screen; letting go joins the others again")
  func dragging() throws {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(500)
    let columns = track(world.desks[1])
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    world.at(1) { $0.mouse(.press(.left), first, 23) }
    world.wait(200)
    #expect(world.moment(1) == world.moment(0))
    world.at(1) { $0.mouse(.drag(.left), last, 23) }
    let duration = try #require(world.desks[1].board.replay).projector.film.duration
    #expect(world.moment(1) == duration)
    #expect(world.desks[1].bottom.contains("only you"))
    world.wait(300)
    let others = try #require(world.moment(0))
    #expect(others > 900 && others < duration && world.moment(1) == duration)
    world.at(0) { $0.type("P") }
    #expect(world.desks[0].screen.contains("Bea, looks for a place in the film"))
    world.at(0) { $0.key(.escape) }
    world.at(1) { $0.mouse(.release(.left), last, 23) }
    world.wait(0)
    #expect(world.moment(1) == world.moment(0) && world.desks[1].bottom.contains("with Ann"))
  }

  @Test("Enter during a drag takes everybody to that moment")
  func proposing() throws {
    var world = WhiteboardWorld.watching()
    let columns = track(world.desks[1])
    let middle = columns[columns.count / 2]
    world.at(1) { $0.mouse(.press(.left), columns[0], 23) }
    world.at(1) { $0.mouse(.drag(.left), middle, 23) }
    let chosen = try #require(world.moment(1))
    let others = try #require(world.moment(0))
    #expect(chosen > 0 && chosen < others, "the others see the whole picture")
    world.at(1) { $0.key(.enter) }
    #expect(world.moment(0) == chosen && world.moment(1) == chosen)
    // The button is still held.
    world.at(1) { $0.mouse(.drag(.left), columns[0], 23) }
    world.at(1) { $0.mouse(.release(.left), columns[0], 23) }
    #expect(world.moment(0) == chosen && world.moment(1) == chosen)
  }

  @Test("b shows the last ten seconds again at double speed, and then the user is level again")
  func lookBack() throws {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(2_000)
    world.at(1) { $0.type("b") }
    #expect(world.moment(1) == 0 && world.desks[1].bottom.contains("catching up"))
    #expect(world.desks[1].bottom.contains("2×"))
    world.wait(500)
    #expect(world.moment(1) == 1_000 && world.moment(0) == 2_500)
    // At 2 s the film shows no other moment than at 4 s on the other screen.
    for _ in 0..<60 { world.wait(33) }
    #expect(world.moment(1) == world.moment(0))
    #expect(!world.desks[1].bottom.contains("catching up"))
    #expect(world.desks[1].bottom.contains("1×"))
  }

  @Test("b in a film that stands still plays up to the moment of the others, and stands still")
  func lookBackWhilePaused() throws {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(2_000)
    world.at(0) { $0.type(" ") }
    world.at(1) { $0.type("b") }
    world.wait(500)
    #expect(world.moment(1) == 1_000 && world.moment(0) == 2_000)
    world.wait(700)
    #expect(world.moment(1) == 2_000 && world.desks[1].bottom.contains("‖"))
    world.at(1) { $0.type(" ") }
    world.wait(100)
    #expect(world.moment(1) == 2_100 && world.moment(0) == 2_100)
  }

  @Test("A key for everybody during a look back first joins the others")
  func commandWhileAway() {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(2_000)
    world.at(1) { $0.type("b") }
    world.wait(100)
    world.at(1) { $0.type(" ") }
    #expect(world.moment(0) == 2_100 && world.moment(1) == 2_100)
    #expect(world.desks[0].bottom.contains("‖"))
  }

  @Test("Zoom and the export act only here; the film goes on for the others behind the sheet")
  func export() {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(600)
    world.at(1) { $0.type("E") }
    world.wait(500)
    #expect(world.moment(0) == 1_100 && world.moment(1) == 600)
    world.at(1) { $0.key(.escape) }
    #expect(world.moment(1) == 1_100)
    world.at(1) { $0.type("?") }
    world.wait(100)
    #expect(world.moment(1) == 1_200 && world.desks[1].screen.contains("the last 10 s again"))
  }

  @Test("Esc leads back to the live board; the others go on")
  func leaving() {
    var world = WhiteboardWorld.watching(3)
    world.at(0) { $0.type(" ") }
    world.wait(500)
    world.at(1) { $0.key(.escape) }
    #expect(world.desks[1].board.replay == nil)
    world.at(1) { $0.drag(WhiteboardWorld.stroke(16)) }
    world.wait(200)
    #expect(world.moment(0) == world.moment(2) && (world.moment(0) ?? 0) > 700)
    #expect(!world.desks[0].inkedRows.contains(16))
    #expect(world.desks[0].bottom.contains("with Cal"))
    // A stroke that was drawn since is not in the film.
    world.at(0) { $0.key(.end) }
    #expect(!world.desks[0].inkedRows.contains(16) && world.desks[0].inkedRows.contains(8))
    // The film goes on, and can be joined again.
    world.at(1) { $0.type("V") }
    #expect(world.desks[1].screen.contains("With Ann and Cal"))
  }

  @Test("The end of the session ends the film")
  func sessionEnds() {
    var world = WhiteboardWorld.watching()
    world.leave(0, .left)
    #expect(world.desks[0].board.replay == nil)
    #expect(world.desks[0].frame == world.desks[0].frameFromScratch)
  }

  // MARK: Entries

  @Test("A member that lacks entries waits for them, and then joins in the middle")
  func lacking() throws {
    var world = WhiteboardWorld.drawn(3)
    world.apart { world in
      world.at(0) { $0.drag(WhiteboardWorld.stroke(12)) }
      world.at(0) { $0.type("Ve ") }
      world.at(1) { $0.key(.enter) }
      #expect(world.desks[1].screen.contains("Waiting for Ann's copy of the board"))
      #expect(world.desks[1].board.replay == nil)
      world.at(0) { $0.type("P") }
      #expect(world.desks[0].screen.contains("Bea, waits for your copy of the board"))
      world.at(0) { $0.key(.escape) }
      // A user who does not want to wait stays on the board.
      world.at(2) { $0.key(.enter) }
      world.at(2) { $0.key(.escape) }
      #expect(world.desks[2].board.film.shared.own == nil)
      world.wait(1_200)
    }
    #expect(world.desks[1].board.replay?.isShared == true)
    #expect(world.desks[1].board.sheets.kind == nil)
    #expect(world.moment(1) == world.moment(0))
    #expect(world.desks[2].board.replay == nil)
  }

  @Test("A rebuilt board ends the film, and Enter begins it anew")
  func rebuilt() {
    var world = WhiteboardWorld.watching()
    let session = world.session
    world.handle(.session(.rebuilt, in: session), at: 1)
    #expect(world.desks[1].board.replay == nil)
    #expect(world.desks[1].notice.contains("so the film is over"))
    #expect(world.desks[0].board.replay?.isShared == true)
    world.at(1) { $0.key(.enter) }
    #expect(world.desks[1].board.replay?.isShared == true)
    world.handle(.session(.rebuilt, in: session), at: 0)
    world.handle(.session(.rebuilt, in: session), at: 1)
    #expect(world.desks.allSatisfy { $0.board.replay == nil })
    world.at(0) { $0.key(.enter) }
    #expect(world.desks[0].board.replay?.isShared == true)
    // Ann's films ask once a minute.
    #expect(world.desks[1].notice == "Ann shows another film. Press V to watch it.")
  }
}
