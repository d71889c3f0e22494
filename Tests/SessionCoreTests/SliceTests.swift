import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import Testing

@testable import SessionCore

/// A client merges many entries in slices, and keeps the order of arrivals.
@Suite struct SliceTests {
  /// Two in a session, of which the first has just drawn half a megabyte.
  private func flooded() -> ClientWorld {
    var world = ClientWorld(2)
    world.join(0)
    world.join(1)
    world.run(milliseconds: 5_000)
    for _ in 0..<600 { world.draw(0, String(repeating: "words ", count: 150)) }
    return world
  }

  private func show(_ world: inout ClientWorld) {
    world.step(1) { $0.showNews(at: $1, using: &$2) }
  }

  @Test("Much is merged in slices, and the client wants to be woken at once between them")
  func slices() {
    var world = flooded()
    show(&world)
    let shown = world.things(of: 1)
    #expect(shown > 0 && shown < 100 && world.clients[1].isBehind)
    #expect(world.clients[1].deadline == Uptime(milliseconds: 0))
    var slices = 1
    while world.clients[1].isBehind {
      let before = world.things(of: 1)
      world.step(1) { $0.woke(at: $1, using: &$2) }
      #expect(world.things(of: 1) - before < 100)
      slices += 1
    }
    #expect(slices > 10 && world.things(of: 1) == 600)
    world.run(milliseconds: 1_000)
    #expect(world.areAlike && world.clients[1].deadline != Uptime(milliseconds: 0))
  }

  @Test("An event that refers to entries comes after them, and nothing is lost of either")
  func order() {
    var world = flooded()
    show(&world)
    let area = BoardRect(minX: 1, minY: 2, maxX: 3, maxY: 4)
    world.step(0) { $0.notify(.lookHere(area), at: $1, using: &$2) }
    func isHeard() -> Bool {
      world.events[1].contains {
        if case .happened(.lookHere(area), _) = $0 { true } else { false }
      }
    }
    #expect(!isHeard() && world.clients[1].isBehind)
    var shown = 0
    while world.clients[1].isBehind {
      shown = world.things(of: 1)
      world.step(1) { $0.woke(at: $1, using: &$2) }
      if shown < 600 { #expect(!isHeard() || world.things(of: 1) == 600) }
    }
    #expect(isHeard())
  }

  /// Wakes the second client as often as it wants at once, and returns the number of slices.
  private func showRest(_ world: inout ClientWorld) -> Int {
    var slices = 0
    while world.clients[1].isBehind {
      #expect(world.clients[1].deadline == Uptime(milliseconds: 0))
      let before = world.things(of: 1)
      world.step(1) { $0.woke(at: $1, using: &$2) }
      #expect(world.things(of: 1) - before < 100)
      slices += 1
    }
    return slices
  }

  @Test(
    "After a session was left, the board gets in slices all that had arrived",
    arguments: [
      false, true,
    ])
  func leaving(comesBack: Bool) {
    var world = flooded()
    show(&world)
    world.leave(1)
    let shown = world.things(of: 1)
    #expect(shown < 100 && world.clients[1].hasRemains)
    if comesBack { world.join(1) }
    #expect(showRest(&world) > 10 && world.things(of: 1) == 600)
    #expect(world.files[1].count == 600 && world.areAlike)
    world.step(1) { $0.woke(at: $1, using: &$2) }
    if !comesBack { #expect(world.clients[1].deadline == nil) }
  }

  @Test("Entries set aside before a board is left do not grow with later arrivals")
  func aside() {
    var world = flooded()
    world.clients[1].setArrivalsAside()
    for _ in 0..<50 { world.draw(0, "late") }
    while world.clients[1].hasRemains { world.step(1) { $0.mergeArrivals(at: $1, using: &$2) } }
    #expect(world.files[1].count >= 600)
    _ = world.clients[1].open(ClientWorld.board(of: 9))
    show(&world)
    #expect(
      world.things(of: 1) == 0 && !world.clients[1].isBehind, "nothing goes to the next board")
  }
}
