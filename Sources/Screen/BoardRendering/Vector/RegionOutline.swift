import BoardModel
import CellFrame

/// The outline of a region without the stairs that the dots of a screen leave.
///
/// The bucket tool traces dots, so its outline has steps of one dot wherever the line that it met is
/// slanted. A slope through the middles of the sides is closest to that line. Corners between longer
/// sides stay as they are.
struct RegionOutline {
  private let points: [BoardPoint]
  /// The greatest length of a side that counts as a step, in board units.
  private let stepMax: Int

  /// The length that no step exceeds: more than a dot on a page of 80 columns.
  private static let stepLimit = 640

  init(_ points: [BoardPoint]) {
    self.points = points
    var least = Self.stepLimit
    for (a, b) in zip(points, points.dropFirst()) {
      let length = Self.length(a, b)
      if length > 0, length < least { least = length }
    }
    stepMax = min(least * 8 / 5, Self.stepLimit)
  }

  private static func length(_ a: BoardPoint, _ b: BoardPoint) -> Int {
    max(abs(Int(b.x) - Int(a.x)), abs(Int(b.y) - Int(a.y)))
  }

  /// Returns the corners of the outline, each converted by `place`.
  func smoothed(by project: (BoardPoint) -> VectorPoint) -> [VectorPoint] {
    guard points.count > 3 else { return points.map(project) }
    let steps = points.indices.map { isStep($0) }
    var smoothed: [VectorPoint] = []
    for index in points.indices {
      let next = corner(after: index)
      let (start, end) = (project(points[index]), project(points[next]))
      if !steps[index] { smoothed.append(start) }
      if steps[index] || steps[next] {
        smoothed.append(VectorPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2))
      }
    }
    return smoothed
  }

  /// Returns whether a corner is an end of a step: of a short side at which the outline turns one way
  /// and then the other. A short side at the end of a narrow area is no step.
  private func isStep(_ index: Int) -> Bool {
    [corner(before: index), index].contains { start in
      let end = corner(after: start)
      return Self.length(points[start], points[end]) <= stepMax
        && direction(at: start) * direction(at: end) < 0
    }
  }

  private func corner(before index: Int) -> Int { (index + points.count - 1) % points.count }
  private func corner(after index: Int) -> Int { (index + 1) % points.count }

  /// Returns the direction in which the outline turns at a corner: 1, -1, or 0 if it goes straight on.
  private func direction(at index: Int) -> Int {
    let (a, b, c) = (
      points[corner(before: index)], points[index], points[corner(after: index)]
    )
    let (inX, inY) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    let (outX, outY) = (Double(c.x) - Double(b.x), Double(c.y) - Double(b.y))
    let product = inX * outY - inY * outX
    return product > 0 ? 1 : product < 0 ? -1 : 0
  }
}
