import Testing
import Vocabulary
import Whiteboard

@testable import easel

/// What somebody drew goes to the others when it is safe on the disk, and not before.
@Suite(.serialized) struct DurableFirstTests {
  private let gate = Gate()

  /// Ada, and Ben with a disk behind a gate, on Ada's board with one line.
  private func pair() async -> Company {
    let company = await Company.gather(["Ada"])
    await company.arrive("Ben", keepingBehind: gate)
    company.draw(0, from: (5, 5), to: (20, 8))
    #expect(await company.reach { company.areAll(\.isEligible) })
    company.press(RobotKeys.share, of: 0)
    #expect(await company.reach { company.stands[1].whiteboard.isInvited })
    company.join(1)
    #expect(await company.reach { company.isAlike(things: 1) && company.areAcquainted([0, 1]) })
    return company
  }

  private func things(of index: Int, _ company: Company) -> Int {
    company.stands[index].whiteboard.picture.things.count
  }

  /// Ben draws, and then says something that comes by the same way as entries and behind them: whoever has
  /// heard it would have the line.
  private func drawAndSpeak(_ company: Company) async {
    company.draw(1, from: (30, 4), to: (50, 9))
    company.press(.character("!"), of: 1)
    #expect(await company.reach { company.has(0, heard: "Ben shows you this place") })
  }

  @Test("While the disk does not answer nothing of a line is sent, and all of it when it does")
  func slow() async {
    let company = await pair()
    gate.set(.waits)
    await drawAndSpeak(company)
    #expect(things(of: 1, company) == 2 && things(of: 0, company) == 1)
    gate.set(.open)
    #expect(await company.reach { company.isAlike(things: 2) })
  }

  @Test(
    "While nothing can be written nothing of a line is sent, and all of it when it can be again")
  func failing() async {
    let company = await pair()
    gate.set(.fails)
    await drawAndSpeak(company)
    #expect(await company.reach { company.has(1, heard: "Failure") })
    #expect(things(of: 1, company) == 2 && things(of: 0, company) == 1)
    gate.set(.open)
    #expect(await company.reach { company.isAlike(things: 2) })
  }
}
