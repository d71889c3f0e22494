import BoardRendering
import BoardScript
import CellFrame
import EaselBase
import Testing

@testable import easel

@Suite struct RobotTests {
  private func sight(
    in session: UInt64? = nil, isInvited: Bool = false, isEligible: Bool = true,
    columns: Int = 40, rows: Int = 20
  ) -> DemoRobot.Sight {
    DemoRobot.Sight(
      session: session.map { SessionUUID(Bytes16(high: 1, low: $0)) }, isInvited: isInvited,
      isEligible: isEligible, viewport: .fit(columns: columns, rows: rows), columns: columns,
      rows: rows)
  }

  /// Returns the input of a robot in the `time` milliseconds from `start` on.
  private func inputs(
    _ robot: inout DemoRobot, from start: Int64, for time: Int64, _ sight: DemoRobot.Sight
  ) -> [InputEvent] {
    var (inputs, now): ([InputEvent], Int64) = ([], start)
    while now <= start + time {
      inputs += robot.act(at: now, sight)
      guard let next = robot.deadline(after: now) else { break }
      now = next
    }
    return inputs.filter { $0 != .key(.function(24)) }
  }

  @Test("A robot shares when a person is there, and joins when there is a session to join")
  func sharing() {
    var first = DemoRobot()
    first.assign([.share])
    #expect(inputs(&first, from: 0, for: 2_000, sight(isEligible: false)).isEmpty)
    #expect(inputs(&first, from: 2_100, for: 2_000, sight()) == [.key(RobotKeys.share)])
    #expect(first.isIdle)
    var second = DemoRobot()
    second.assign([.join])
    #expect(inputs(&second, from: 0, for: 2_000, sight()).isEmpty)
    #expect(
      inputs(&second, from: 2_100, for: 9_000, sight(isInvited: true))
        == [.key(.escape), .key(RobotKeys.share), .key(.enter)])
    var third = DemoRobot()
    third.assign([.join, .clear])
    #expect(inputs(&third, from: 0, for: 20_000, sight()) == [.key(RobotKeys.clear)])
  }

  @Test(
    "Each script is drawn on the canvas and nowhere else",
    arguments: [(0, 3), (1, 3), (0, 2), (1, 2), (0, 7)], [(39, 20), (69, 18), (99, 26)])
  func drawing(script: (number: Int, robots: Int), size: (columns: Int, rows: Int)) throws {
    let demo = try DemoScript.number(script.number, robots: script.robots)
    var strokes = 0
    for beat in demo.beats {
      #expect(beat.parts.keys.allSatisfy { $0 < script.robots })
      for actions in beat.parts.values {
        var robot = DemoRobot()
        robot.assign(actions)
        let sight = sight(in: 1, columns: size.columns, rows: size.rows)
        for case .mouse(let mouse) in inputs(&robot, from: 0, for: 200_000, sight) {
          #expect((0..<size.columns).contains(mouse.at.cell.column))
          #expect((1...size.rows).contains(mouse.at.cell.row))
          if case .press = mouse.action { strokes += 1 }
        }
        #expect(robot.isIdle)
      }
    }
    #expect(strokes > 3)
    #expect(demo.beats.last?.chapter == demo.chapters.count - 1)
  }

  @Test("A drawing keeps its shape on a pane of any size") func aspect() throws {
    for (columns, rows) in [(39, 20), (69, 18), (99, 26), (60, 40)] {
      var hand = RobotHand(at: 0, sight(columns: columns, rows: rows))
      // A square of the page, whose height is 9/16 of its width.
      hand.perform(try .draw("stroke 0.3,0.3 0.39,0.3 0.39,0.46"))
      let pointers = hand.inputs.compactMap { input in
        if case .mouse(let mouse) = input.input { mouse.at } else { nil }
      }
      func x(_ pointer: Pointer) -> Double {
        Double(pointer.cell.column) + Double(pointer.fractionX) / 255
      }
      func y(_ pointer: Pointer) -> Double {
        Double(pointer.cell.row) + Double(pointer.fractionY) / 255
      }
      let width = (pointers.map(x).max() ?? 0) - (pointers.map(x).min() ?? 0)
      let height = (pointers.map(y).max() ?? 0) - (pointers.map(y).min() ?? 0)
      #expect(abs(width - 2 * height) < 0.1, "\(columns)x\(rows): \(width), \(height)")
    }
  }

  @Test("On another board a robot does not go on with its plan for the board before")
  func otherBoard() throws {
    var robot = DemoRobot()
    robot.assign([try .draw("stroke 0.1,0.1 0.9,0.9"), .clear])
    _ = inputs(&robot, from: 0, for: 100, sight(in: 1))
    #expect(!robot.isIdle)
    #expect(inputs(&robot, from: 200, for: 9_000, sight(in: 2)).isEmpty && robot.isIdle)
  }

  @Test("The director leads through all chapters, and begins to draw within half a second")
  func director() throws {
    var director = DemoDirector(try .number(0, robots: 3), robots: 3, at: 1_000)
    var (now, first, chapters): (Int64, Int64?, [Int]) = (1_000, nil, [])
    while !director.isOver, now < 400_000 {
      let sights = (0..<3).map { director.arrived.contains($0) ? sight(in: 1) : nil }
      let inputs = director.act(at: now, sights)
      if first == nil, inputs.contains(where: { !$0.isEmpty }) { first = now }
      if !director.isOver, chapters.last != director.chapter { chapters.append(director.chapter) }
      now = director.deadline(after: now) ?? now + 50
    }
    #expect(director.isOver && chapters == Array(0..<6))
    #expect((first ?? .max) < 1_500)
  }
}
