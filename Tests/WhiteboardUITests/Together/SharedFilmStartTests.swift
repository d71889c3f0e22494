import BoardContract
import CellFrame
import FrameTesting
import Testing

@testable import SessionUI
@testable import WhiteboardUI

/// A film for everybody before it begins, and what is set while it stands still.
@Suite struct SharedFilmStartTests {
  private func shows(_ world: WhiteboardWorld, _ text: String, _ people: Int...) -> Bool {
    people.allSatisfy { world.desks[$0].screen.contains(text) }
  }

  // MARK: The start

  @Test("A film for everybody shows the whole picture until Space starts it from the beginning")
  func start() throws {
    var world = WhiteboardWorld.drawn(3)
    let drawn = world.desks[0].inkedRows
    world.at(0) { $0.type("Ve") }
    #expect(shows(world, "Waiting for the others (2) · Space starts", 0))
    #expect(drawn.allSatisfy(world.desks[0].inkedRows.contains))
    world.at(1) { $0.key(.enter) }
    #expect(shows(world, "Waiting for the others (1) · Space starts", 0, 1))
    #expect(drawn.allSatisfy(world.desks[1].inkedRows.contains))
    world.at(2) { $0.key(.enter) }
    #expect(shows(world, "Everybody is here · Space starts", 0, 1, 2))
    world.at(1) { $0.type(" ") }
    world.wait(300)
    for index in 0...2 { #expect(world.moment(index) == 300, "\(index)") }
    #expect(!shows(world, "Space starts", 0) && !shows(world, "Space starts", 2))
    // A pause is no beginning.
    world.at(0) { $0.type(" ") }
    #expect(!shows(world, "Space starts", 0))
  }

  @Test("A participant who may only watch sees for whom the film waits, and no key")
  func watcher() {
    var world = WhiteboardWorld.watching(3)
    world.handle(
      .session(
        .participants([
          SessionParticipant(id: WhiteboardWorld.participant(0)),
          SessionParticipant(id: WhiteboardWorld.participant(1), mayDraw: false),
          SessionParticipant(id: WhiteboardWorld.participant(2)),
        ]), in: world.session), at: 1)
    #expect(shows(world, "Everybody is here", 1) && !shows(world, "Space starts", 1))
    world.at(2) { $0.key(.escape) }
    #expect(shows(world, "Waiting for the others (1)", 0, 1))
  }

  @Test("A user who is alone in a film that stands is told so in plain words")
  func alone() {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(500)
    world.at(0) { $0.type(" ") }
    world.at(1) { $0.key(.escape) }
    #expect(world.desks[0].bottom.contains("only you watch"))
  }

  @Test(
    "The sentence over the picture fits each size",
    arguments: [(40, 12), (80, 24), (100, 24)])
  func sizes(size: (columns: Int, rows: Int)) throws {
    var world = WhiteboardWorld.drawn(columns: size.columns, rows: size.rows)
    world.at(0) { $0.type("Ve") }
    let waiting = world.desks[0].frame
    #expect(waiting == world.desks[0].frameFromScratch)
    try assertFrames([("\(size.columns)-waiting", waiting)])
  }

  // MARK: What is set in a pause

  @Test("A speed that is chosen in a pause is everybody's, and Space plays at it for any of them")
  func speed() {
    var world = WhiteboardWorld.watching(3)
    world.at(0) { $0.type("]") }
    for index in 0...2 { #expect(world.desks[index].bottom.contains("2×"), "\(index)") }
    #expect(shows(world, "Space starts", 0, 1, 2), "the film has not begun")
    world.at(1) { $0.type(" ") }
    world.wait(300)
    for index in 0...2 { #expect(world.moment(index) == 600, "\(index)") }
    world.at(2) { $0.type(" ") }
    world.at(2) { $0.type("[[") }
    for index in 0...2 { #expect(world.desks[index].bottom.contains("½×"), "\(index)") }
    // A step and a seek keep it.
    world.at(0) { $0.type(".") }
    world.at(1) { $0.key(.home) }
    for index in 0...2 {
      #expect(world.desks[index].bottom.contains("½×") && world.moment(index) == 0, "\(index)")
    }
    world.at(0) { $0.type(" ") }
    world.wait(400)
    for index in 0...2 { #expect(world.moment(index) == 200, "\(index)") }
  }

  @Test("A participant who comes late sees the speed that was chosen or played before the pause")
  func lateSpeed() {
    var world = WhiteboardWorld.drawn(4)
    world.at(0) { $0.type("Ve]]") }
    world.at(1) { $0.key(.enter) }
    #expect(world.desks[1].bottom.contains("4×"))
    world.at(1) { $0.type(" ") }
    world.wait(100)
    world.at(1) { $0.type("] ") }
    world.at(2) { $0.key(.enter) }
    #expect(world.desks[2].bottom.contains("8×") && world.moment(2) == world.moment(0))
    // A step in a playing film stops it, and keeps its speed.
    world.at(0) { $0.type(" .") }
    world.at(3) { $0.key(.enter) }
    #expect(world.desks[3].bottom.contains("8×") && world.moment(3) == world.moment(0))
  }

  @Test("A user who looks back in a pause learns the speed that the others choose meanwhile")
  func speedWhileAway() {
    var world = WhiteboardWorld.watching()
    world.at(0) { $0.type(" ") }
    world.wait(2_000)
    world.at(0) { $0.type(" ") }
    world.at(1) { $0.type("b") }
    world.at(0) { $0.type("]") }
    world.wait(1_200)
    #expect(world.moment(1) == world.moment(0))
    for index in 0...1 { #expect(world.desks[index].bottom.contains("2×"), "\(index)") }
  }
}
