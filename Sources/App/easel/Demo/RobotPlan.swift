import Foundation

/// The actions of a robot, which it repeats.
struct RobotPlan {
  enum Action {
    case draw([[Place]])
    case say(String)
    /// Writes text onto the board.
    case write(String, at: Place)
    /// Points with the laser.
    case point([Place])
    case lookHere
    case leave
    case rest
  }

  /// A place on the canvas. Both coordinates are fractions of the canvas, from 0 to 1.
  struct Place: Hashable {
    var x: Double
    var y: Double
  }

  let name: String
  /// Whether the robot begins a session if no other participant has begun it.
  let shares: Bool
  /// Milliseconds before the robot answers an offer or begins a session.
  let patience: Int64
  /// Milliseconds between two actions.
  let rest: Int64
  let actions: [Action]

  /// - Parameter index: from 0; each robot draws in its own part of the canvas.
  static func number(_ index: Int, of count: Int) -> RobotPlan {
    let area = Area(index, of: count)
    let first = shapes[index % shapes.count], second = shapes[(index + 3) % shapes.count]
    let words = sentences[index % sentences.count]
    var actions: [Action] = [
      .draw(area.fit(first)), .say(words.first), .rest, .draw(area.fit(second, half: 1)),
      .write("by \(names[index % names.count])", at: area.title),
      .point(area.fit(circle)[0]), .say(words.second), .rest,
    ]
    if index == 0 { actions.append(.lookHere) }
    if index > 0 { actions += [.leave, .rest] }
    return RobotPlan(
      name: names[index % names.count], shares: index == 0, patience: 900 + Int64(index) * 400,
      rest: 1_200, actions: actions)
  }

  static let names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen"]

  private static let sentences: [(first: String, second: String)] = [
    ("a house first", "look at this"), ("the sun is mine", "back in a minute"),
    ("and the sea", "what else?"), ("a star, too", "nice"),
  ]

  /// A part of the canvas.
  private struct Area {
    let left: Double
    let width: Double

    init(_ index: Int, of count: Int) {
      width = 0.9 / Double(max(count, 1))
      left = 0.05 + width * Double(index)
    }

    /// The place between the two halves.
    var title: Place { Place(x: left + 0.3 * width, y: 0.49) }

    /// Fits lines into the upper half (0) or the lower half (1).
    func fit(_ lines: [[Place]], half: Int = 0) -> [[Place]] {
      lines.map { line in
        line.map { place in
          Place(
            x: left + (0.1 + 0.8 * place.x) * width,
            y: 0.08 + 0.46 * Double(half) + 0.38 * place.y)
        }
      }
    }
  }

  private static let shapes = [house, sun, waves, star]

  private static func line(_ places: (Double, Double)...) -> [Place] {
    places.map { Place(x: $0.0, y: $0.1) }
  }

  /// Adds places between the corners, as a mouse passes them.
  private static func drawn(_ corners: [Place]) -> [Place] {
    zip(corners, corners.dropFirst()).flatMap { from, to in
      (0..<6).map { step in
        let part = Double(step) / 6
        return Place(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
      }
    } + corners.suffix(1)
  }

  private static let house = [
    drawn(line((0.15, 1), (0.15, 0.45), (0.5, 0), (0.85, 0.45), (0.85, 1), (0.15, 1))),
    drawn(line((0.42, 1), (0.42, 0.65), (0.58, 0.65), (0.58, 1))),
  ]

  private static let circle = [
    (0...24).map { step in
      let angle = Double(step) / 24 * 2 * .pi
      return Place(x: 0.5 + 0.3 * cos(angle), y: 0.5 + 0.4 * sin(angle))
    }
  ]

  private static let sun =
    circle
    + (0..<6).map { ray in
      let angle = Double(ray) / 6 * 2 * .pi
      return drawn([
        Place(x: 0.5 + 0.36 * cos(angle), y: 0.5 + 0.44 * sin(angle)),
        Place(x: 0.5 + 0.48 * cos(angle), y: 0.5 + 0.5 * sin(angle)),
      ])
    }

  private static let waves = [0.3, 0.6, 0.9].map { height in
    (0...30).map { step in
      let x = Double(step) / 30
      return Place(x: x, y: height + 0.08 * sin(x * 6 * .pi))
    }
  }

  private static let star = [
    drawn(
      (0...5).map { corner in
        let angle = Double(corner * 2) / 5 * 2 * .pi - .pi / 2
        return Place(x: 0.5 + 0.45 * cos(angle), y: 0.5 + 0.5 * sin(angle))
      })
  ]
}
