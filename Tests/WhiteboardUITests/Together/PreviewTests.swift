import BoardContract
import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// The small picture of a board in the sheet that offers a session.
@Suite struct PreviewTests {
  /// Ann draws and shares; Bea sees the offer, and does not join.
  private func offered() -> WhiteboardWorld {
    var world = WhiteboardWorld(2)
    world.at(0) {
      $0.drag([(10, 5), (30, 9)])
      $0.type("S")
    }
    let outside = CallMember(
      id: WhiteboardWorld.participant(1), name: SafeText("Bea"), location: .call)
    world.handle(.call(.members([outside], isHost: true)), at: 0)
    world.at(1) { $0.type("n") }
    return world
  }

  private func isFresh(_ world: WhiteboardWorld) -> Bool {
    world.desks[1].board.sessions.panel.offers.latest?.invitation.miniature
      == Miniature(of: world.desks[0].replica.picture)
  }

  @Test("The sheet shows the board as it is now, and follows while it is open") func fresh() {
    var world = offered()
    #expect(isFresh(world))
    for row in [12, 16] {
      world.at(0) { $0.drag([(40, row), (60, row)]) }
      world.wait(PreviewSchedule.pauseMilliseconds)
      #expect(isFresh(world))
      let before = world.desks[1].screen
      world.at(1) { if $0.board.sheets.open == nil { $0.type("S") } }
      #expect(world.desks[1].screen != before || row == 16)
    }
    let shown = world.desks[1].screen
    world.at(0) { $0.type("C") }
    world.wait(PreviewSchedule.pauseMilliseconds)
    #expect(isFresh(world) && world.desks[1].screen != shown)
  }

  @Test("No preview is sent while all members of the call are in the session, or during a stroke")
  func quiet() {
    var world = offered()
    let count = { (world: WhiteboardWorld) in world.desks[0].asked.count { $0 == "describe" } }
    world.wait(PreviewSchedule.pauseMilliseconds)
    let before = count(world)
    world.at(0) {
      $0.mouse(.press(.left), 20, 15)
      $0.mouse(.drag(.left), 30, 15)
    }
    world.wait(PreviewSchedule.pauseMilliseconds)
    #expect(count(world) == before)
    world.at(0) { $0.mouse(.release(.left), 30, 15) }
    #expect(count(world) == before + 1)
    world.handle(.call(.members([], isHost: true)), at: 0)
    world.at(0) { $0.drag([(10, 18), (30, 18)]) }
    world.wait(PreviewSchedule.pauseMilliseconds)
    #expect(count(world) == before + 1)
  }
}
