import Foundation
import Testing

@testable import BoardSync

/// `EASEL_ELECTION_STEPS=12 swift test --filter ElectionModelTests` searches deeper than usual:
/// 910,000 states in half a minute, and three to four times as many for each further step.
@Suite struct ElectionModelTests {
  private static let asked = ProcessInfo.processInfo.environment["EASEL_ELECTION_STEPS"]
    .flatMap(Int.init)

  @Test("E1 · E2 · all histories of three electors, 10 steps, over 80,000 states: no second leader")
  func together() {
    var model = ElectionModel(rosters: [[0, 1, 2], [0, 1, 2], [0, 1, 2]])
    model.explore(steps: max(Self.asked ?? 0, 10))
    #expect(model.broken == [])
    #expect(model.visited.count > 80_000)
    #expect(model.led.isSuperset(of: [Term(1), Term(2)]))
  }

  @Test("E1 · E2 · the same for 12 steps where one elector believes that another has left")
  func apart() {
    var model = ElectionModel(rosters: [[0, 1], [0, 1, 2], [0, 1, 2]])
    model.explore(steps: max(Self.asked ?? 0, 12))
    #expect(model.broken == [])
    #expect(model.visited.count > 20_000)
    #expect(model.led.isSuperset(of: [Term(1), Term(2)]))
  }

  @Test("E1 · the search finds the two leaders that rosters whose majorities do not meet give")
  func disjoint() {
    var model = ElectionModel(rosters: [[0, 1], [0, 1], [2, 3], [2, 3]])
    model.explore(steps: 10)
    #expect(!model.broken.isEmpty)
  }
}
