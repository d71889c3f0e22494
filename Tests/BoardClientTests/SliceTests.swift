import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import Testing

@testable import BoardClient

/// A client merges many entries in slices, and keeps the order of arrivals.
@Suite struct SliceTests {
  /// Two in a session, of which the first has just drawn half a megabyte.
  private func flooded() -> Party {
    var party = Party(2)
    party.join(0)
    party.join(1)
    party.run(milliseconds: 5_000)
    for _ in 0..<600 { party.draw(0, String(repeating: "words ", count: 150)) }
    return party
  }

  private func show(_ party: inout Party) {
    party.step(1) { $0.showNews(at: $1, using: &$2) }
  }

  @Test("Much is merged in slices, and the client wants to be woken at once between them")
  func slices() {
    var party = flooded()
    show(&party)
    let shown = party.things(of: 1)
    #expect(shown > 0 && shown < 100 && party.clients[1].isBehind)
    #expect(party.clients[1].deadline == Uptime(milliseconds: 0))
    var slices = 1
    while party.clients[1].isBehind {
      let before = party.things(of: 1)
      party.step(1) { $0.woke(at: $1, using: &$2) }
      #expect(party.things(of: 1) - before < 100)
      slices += 1
    }
    #expect(slices > 10 && party.things(of: 1) == 600)
    party.run(milliseconds: 1_000)
    #expect(party.areAlike && party.clients[1].deadline != Uptime(milliseconds: 0))
  }

  @Test("An event that refers to entries comes after them, and nothing is lost of either")
  func order() {
    var party = flooded()
    show(&party)
    let area = BoardRect(minX: 1, minY: 2, maxX: 3, maxY: 4)
    party.step(0) { $0.notify(.lookHere(area), at: $1, using: &$2) }
    func isHeard() -> Bool {
      party.events[1].contains {
        if case .happened(.lookHere(area), _) = $0 { true } else { false }
      }
    }
    #expect(!isHeard() && party.clients[1].isBehind)
    var shown = 0
    while party.clients[1].isBehind {
      shown = party.things(of: 1)
      party.step(1) { $0.woke(at: $1, using: &$2) }
      if shown < 600 { #expect(!isHeard() || party.things(of: 1) == 600) }
    }
    #expect(isHeard())
  }

  /// Wakes the second client as often as it wants at once, and returns the number of slices.
  private func showRest(_ party: inout Party) -> Int {
    var slices = 0
    while party.clients[1].isBehind {
      #expect(party.clients[1].deadline == Uptime(milliseconds: 0))
      let before = party.things(of: 1)
      party.step(1) { $0.woke(at: $1, using: &$2) }
      #expect(party.things(of: 1) - before < 100)
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
    var party = flooded()
    show(&party)
    party.leave(1)
    let shown = party.things(of: 1)
    #expect(shown < 100 && party.clients[1].hasRemains)
    if comesBack { party.join(1) }
    #expect(showRest(&party) > 10 && party.things(of: 1) == 600)
    #expect(party.files[1].count == 600 && party.areAlike)
    party.step(1) { $0.woke(at: $1, using: &$2) }
    if !comesBack { #expect(party.clients[1].deadline == nil) }
  }

  @Test("Entries set aside before a board is left do not grow with later arrivals")
  func aside() {
    var party = flooded()
    party.clients[1].setArrivalsAside()
    for _ in 0..<50 { party.draw(0, "late") }
    while party.clients[1].hasRemains { party.step(1) { $0.mergeArrivals(at: $1, using: &$2) } }
    #expect(party.files[1].count >= 600)
    _ = party.clients[1].open(Party.board(of: 9))
    show(&party)
    #expect(
      party.things(of: 1) == 0 && !party.clients[1].isBehind, "nothing goes to the next board")
  }
}
