import Foundation

/// The shapes that people of a test draw first, each in a part of the canvas.
struct RobotPlan {
  /// A point on the canvas. Both coordinates are fractions of the canvas, from 0 to 1.
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// A house for the first person, and a sun for the second.
  let firstShape: [[Point]]

  /// - Parameter index: 0 or 1; each person draws in one part of the canvas.
  static func number(_ index: Int, of count: Int) -> RobotPlan {
    let width = 0.9 / Double(max(count, 1))
    let left = 0.05 + width * Double(index)
    return RobotPlan(
      firstShape: (index == 0 ? house : sun).map { line in
        line.map { Point(x: left + (0.1 + 0.8 * $0.x) * width, y: 0.08 + 0.38 * $0.y) }
      })
  }

  private static func line(_ points: (Double, Double)...) -> [Point] {
    points.map { Point(x: $0.0, y: $0.1) }
  }

  /// Adds points between the corners, as a mouse passes them.
  private static func drawn(_ corners: [Point]) -> [Point] {
    zip(corners, corners.dropFirst()).flatMap { from, to in
      (0..<6).map { step in
        let part = Double(step) / 6
        return Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
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
      return Point(x: 0.5 + 0.3 * cos(angle), y: 0.5 + 0.4 * sin(angle))
    }
  ]

  private static let sun =
    circle
    + (0..<6).map { ray in
      let angle = Double(ray) / 6 * 2 * .pi
      return drawn([
        Point(x: 0.5 + 0.36 * cos(angle), y: 0.5 + 0.44 * sin(angle)),
        Point(x: 0.5 + 0.48 * cos(angle), y: 0.5 + 0.5 * sin(angle)),
      ])
    }
}
