import BoardModel

/// The bucket tool: finds the dots that poured paint would cover on a screen, and their outline.
///
/// Paint spreads from dot to dot up, down, left and right until it meets ink or the screen's edge.
/// If the outline is filled by the even–odd rule, it covers the middles of these dots again. It may
/// also cover neighbouring dots of ink. A step of the board's points must be at most a quarter of a
/// dot. The outline is smoothed further only if it has more corners than an operation can hold.
struct RegionTracer: Sendable {
  /// The width of the grid, in dots.
  package let columns: Int
  /// The height of the grid, in dots.
  package let rows: Int
  private let flooded: [Bool]

  /// Floods the grid from the seed; nil if the seed lies on a wall or outside of the grid.
  init?(
    columns: Int, rows: Int, seedX: Int, seedY: Int, isWall: (_ x: Int, _ y: Int) -> Bool
  ) {
    guard columns > 0, rows > 0, !columns.multipliedReportingOverflow(by: rows).overflow,
      (0..<columns).contains(seedX), (0..<rows).contains(seedY), !isWall(seedX, seedY)
    else { return nil }
    self.columns = columns
    self.rows = rows
    var flooded = [Bool](repeating: false, count: columns * rows)
    flooded[seedY * columns + seedX] = true
    var front = [(seedX, seedY)]
    while let (x, y) = front.popLast() {
      for (nextX, nextY) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where (0..<columns).contains(nextX) && (0..<rows).contains(nextY) {
        guard !flooded[nextY * columns + nextX], !isWall(nextX, nextY) else { continue }
        flooded[nextY * columns + nextX] = true
        front.append((nextX, nextY))
      }
    }
    self.flooded = flooded
  }

  /// Returns whether paint covers a dot; false outside of the grid.
  func isFlooded(_ x: Int, _ y: Int) -> Bool {
    (0..<columns).contains(x) && (0..<rows).contains(y) && flooded[y * columns + x]
  }

  /// Returns the outline in the form of `Stroke.Kind.region`: at most `Limits.pointsPerOperation`
  /// points. `point` converts a position in dots into board units; the middle of dot x, y is at x +
  /// 0.5, y + 0.5.
  func outline(at point: (_ x: Double, _ y: Double) -> BoardPoint) -> [BoardPoint] {
    var contours = Contours.around(self).filter { $0.area > 0 || $0.area < -Self.smallestHole }
      .sorted { abs($0.area) > abs($1.area) }
    var tolerance = 0.1
    var simple = contours.compactMap { $0.simplified(tolerance: tolerance) }
    while Self.joinedCount(simple) > Limits.pointsPerOperation {
      // Removes small holes first, then makes the outline coarser.
      tolerance *= 2
      let least = tolerance * tolerance * 16
      contours = [contours[0]] + contours.dropFirst().filter { abs($0.area) >= least }
      simple = contours.compactMap { $0.simplified(tolerance: tolerance) }
    }
    return Self.joined(simple.map { $0.points.map { point($0.x, $0.y) } })
  }

  /// The area in square dots from which a hole counts. A single dot of ink leaves a smaller one.
  private static let smallestHole = 0.1

  /// Returns the outer contour followed by every hole. A seam leads to each hole and back.
  private static func joined(_ contours: [[BoardPoint]]) -> [BoardPoint] {
    guard var points = contours.first, let start = points.first else { return [] }
    for hole in contours.dropFirst() {
      guard let entry = hole.first else { continue }
      points += [start] + hole + [entry]
    }
    return points
  }

  private static func joinedCount(_ contours: [Contour]) -> Int {
    contours.reduce(0) { $0 + $1.points.count + 2 } - 2
  }
}
