import BoardEvents
import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// The small picture of a board in the sheet that offers a session.
@Suite struct PreviewTests {
  /// Ann draws and shares; Bea sees the offer, and does not join.
  private func offered() -> Gathering {
    var all = Gathering(2)
    all.at(0) {
      $0.drag([(10, 5), (30, 9)])
      $0.type("S")
    }
    let outside = CallMember(id: Gathering.seat(1), name: SafeText("Bea"), location: .call)
    all.handle(.call(.members([outside], isHost: true)), at: 0)
    all.at(1) { $0.type("n") }
    return all
  }

  private func isFresh(_ all: Gathering) -> Bool {
    all.desks[1].board.sessions.panel.offers.latest?.invitation.miniature
      == Miniature(of: all.desks[0].replica.picture)
  }

  @Test("The sheet shows the board as it is now, and follows while it is open") func fresh() {
    var all = offered()
    #expect(isFresh(all))
    for row in [12, 16] {
      all.at(0) { $0.drag([(40, row), (60, row)]) }
      all.wait(PreviewSchedule.pauseMilliseconds)
      #expect(isFresh(all))
      let before = all.desks[1].screen
      all.at(1) { if $0.board.sheets.open == nil { $0.type("S") } }
      #expect(all.desks[1].screen != before || row == 16)
    }
    let shown = all.desks[1].screen
    all.at(0) { $0.type("C") }
    all.wait(PreviewSchedule.pauseMilliseconds)
    #expect(isFresh(all) && all.desks[1].screen != shown)
  }

  @Test("No preview is sent while all members of the call are in the session, or during a stroke")
  func quiet() {
    var all = offered()
    let count = { (all: Gathering) in all.desks[0].asked.count { $0 == "describe" } }
    all.wait(PreviewSchedule.pauseMilliseconds)
    let before = count(all)
    all.at(0) {
      $0.mouse(.press(.left), 20, 15)
      $0.mouse(.drag(.left), 30, 15)
    }
    all.wait(PreviewSchedule.pauseMilliseconds)
    #expect(count(all) == before)
    all.at(0) { $0.mouse(.release(.left), 30, 15) }
    #expect(count(all) == before + 1)
    all.handle(.call(.members([], isHost: true)), at: 0)
    all.at(0) { $0.drag([(10, 18), (30, 18)]) }
    all.wait(PreviewSchedule.pauseMilliseconds)
    #expect(count(all) == before + 1)
  }
}
