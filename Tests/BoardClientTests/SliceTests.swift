import BoardDocument
import BoardModel
import BoardSync
import EaselBase
import Testing

@testable import BoardClient

/// A client merges much in slices, and keeps the order of what comes.
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
    let place = BoardRect(minX: 1, minY: 2, maxX: 3, maxY: 4)
    party.step(0) { $0.notify(.lookHere(place), at: $1, using: &$2) }
    func isHeard() -> Bool {
      party.events[1].contains {
        if case .happened(.lookHere(place), _) = $0 { true } else { false }
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

  @Test("Before a session is left, all that has arrived is shown")
  func leaving() {
    var party = flooded()
    show(&party)
    party.step(1) { $0.mergeAllArrivals(at: $1, using: &$2) }
    #expect(!party.clients[1].isBehind && party.things(of: 1) == 600)
  }
}
