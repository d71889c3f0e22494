import CellFrame
import EaselBase
import Testing

@testable import easel

@Suite struct RobotTests {
  private func sight(
    in session: UInt64? = nil, isInvited: Bool = false, isEligible: Bool = true
  ) -> DemoRobot.Sight {
    DemoRobot.Sight(
      session: session.map { Bytes16(high: 1, low: $0) }, isInvited: isInvited,
      isEligible: isEligible, columns: 40, rows: 20)
  }

  /// What it does in so many milliseconds, looking when it wants to.
  private func inputs(
    _ robot: inout DemoRobot, from start: Int64, for time: Int64, _ sight: DemoRobot.Sight
  ) -> [InputEvent] {
    var inputs: [InputEvent] = []
    while robot.deadline <= start + time {
      inputs += robot.act(at: robot.deadline, sight)
    }
    return inputs
  }

  @Test("The first one shares, once, when somebody is there; the others wait to be asked")
  func sharing() {
    var first = DemoRobot(.number(0, of: 2), at: 0)
    #expect(inputs(&first, from: 0, for: 5_000, sight(isEligible: false)).isEmpty)
    #expect(inputs(&first, from: 5_000, for: 5_000, sight()) == [.key(RobotKeys.share)])
    #expect(inputs(&first, from: 10_000, for: 5_000, sight()).isEmpty)
    var second = DemoRobot(.number(1, of: 2), at: 0)
    #expect(inputs(&second, from: 0, for: 5_000, sight()).isEmpty)
    let joining = inputs(&second, from: 5_000, for: 5_000, sight(isInvited: true))
      .prefix(RobotKeys.join.count)
    #expect(Array(joining) == RobotKeys.join.map { .key($0) })
  }

  @Test("In a session it draws on its canvas and nowhere else", arguments: 0..<7)
  func drawing(index: Int) {
    var robot = DemoRobot(.number(index, of: 7), at: 0)
    let inputs = inputs(&robot, from: 0, for: 60_000, sight(in: 1))
    var strokes = 0
    for case .mouse(let mouse) in inputs {
      #expect((0..<40).contains(mouse.at.cell.column) && (1...20).contains(mouse.at.cell.row))
      if case .press = mouse.action { strokes += 1 }
    }
    #expect(strokes > 3)
  }

  @Test("On another board it does not go on with what it was about to do on the one before")
  func otherBoard() {
    var robot = DemoRobot(.number(0, of: 2), at: 0)
    var now: Int64 = 0
    func isTyping(_ inputs: [InputEvent]) -> Bool { inputs.contains(.key(.character("h"))) }
    while true {
      now = robot.deadline
      if isTyping(robot.act(at: now, sight(in: 1))) { break }
    }
    let next = inputs(&robot, from: now, for: 500, sight(in: 2))
    #expect(next == [.key(.escape), .key(RobotKeys.pen)])
    #expect(inputs(&robot, from: now + 500, for: 9_000, sight(in: 2)).count > 9)
  }
}
