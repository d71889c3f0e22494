import BoardDocument
import CellFrame
import EaselBase
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The question whether the others come along to a board that a user opens in a session.
@Suite struct BoardQuestionTests {
  /// Ann has chosen another board in a session with Bea.
  private func choosing(_ world: inout WhiteboardWorld) {
    let old = BoardSummary(
      path: "/old", name: SafeText("old"), changed: 0, entries: 1, isTrashed: false)
    world.at(0) {
      $0.type("B")
      $0.handle(.boards([old]))
      $0.key(.enter)
    }
  }

  @Test("The library asks about another board; a sheet that closes without an answer cancels it")
  func cancelledQuestion() {
    var world = WhiteboardWorld(2).inSession()
    for close in [Key.escape, .tab, .character("q")] {
      choosing(&world)
      #expect(world.questions == [0: "/old"])
      world.at(0) { $0.key(close) }
      #expect(world.questions.isEmpty && world.desks[0].board.sheets.open == nil)
    }
    choosing(&world)
    world.at(0) { $0.type("e") }
    #expect(world.questions.isEmpty && world.desks[0].replica.name.string == "/old")
  }

  @Test("The question about another board ends with the session")
  func questionOfAnEndedSession() {
    var world = WhiteboardWorld(2).inSession()
    choosing(&world)
    world.leave(0, .everyoneLeft)
    #expect(world.questions.isEmpty && world.desks[0].board.sheets.open == nil)
    #expect(world.desks[0].replica.name.string == "Ann's sketch")
  }

  @Test("A user alone with a host without a screen is asked, though the library asks nothing")
  func questionWithoutPeople() {
    var world = WhiteboardWorld(2).inSession()
    world.handle(.call(.eligibility(false)), at: 0)
    choosing(&world)
    #expect(world.questions.isEmpty && world.desks[0].screen.contains("Only for me: I leave"))
    world.at(0) { $0.type("e") }
    #expect(world.desks[0].replica.name.string == "/old" && world.desks[0].board.isInSession)
  }
}
