import Rendering
import Testing
import Whiteboard

@testable import easel

@Suite(.serialized) struct StandTests {
  @Test("Whoever shares gives the board; who joins sees it, and all draw on it at once")
  func sharing() async {
    let company = await Company.gather(["Ada", "Ben", "Cleo"])
    company.draw(0, from: (5, 5), to: (20, 8))
    #expect(await company.reach { company.stands.allSatisfy { $0.whiteboard.isEligible } })
    company.press(RobotKeys.share, of: 0)
    #expect(await company.reach { company.stands[0].whiteboard.isInSession })
    #expect(await company.reach { company.stands[1...].allSatisfy { $0.whiteboard.isInvited } })
    for index in [1, 2] { company.join(index) }
    #expect(await company.reach { company.isAlike(things: 1) })
    for index in 0...2 { company.draw(index, from: (30, 3 + 4 * index), to: (50, 5 + 4 * index)) }
    #expect(await company.reach { company.isAlike(things: 4) })
    // Undone by whoever drew it, gone everywhere.
    company.press(.character("u"), of: 2)
    #expect(await company.reach { company.isAlike(things: 3) })
  }
}
