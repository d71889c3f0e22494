import CellFrame

/// The work that is left for the lines of a picture. A line that would need too much of it is drawn
/// with fewer points, so that all lines together need some seconds at most.
///
/// One unit of work is a row or a column that a pen crosses on a straight line.
struct LineBudget {
  /// The work for all lines of a picture.
  static let total = 32_000_000.0
  /// The part of the remaining work that one line may use.
  private static let share = 16.0
  /// Points that are closer than this to the point before them are left out, in pixels.
  private static let spacing = 0.25

  private let width: Double
  private let height: Double
  /// The remaining work.
  private(set) var left: Double

  /// Creates the budget for a picture of this size, in pixels.
  init(width: Int, height: Int, left: Double = Self.total) {
    (self.width, self.height, self.left) = (Double(width), Double(height), left)
  }

  /// The work that one line may use now: also if none is left, enough to cross the picture four times
  /// in each direction.
  var lineMax: Double { max(1, left / Self.share, 4 * (width + height)) }

  /// Returns the points with which a line is drawn, and subtracts their work.
  ///
  /// - Parameters:
  ///   - line: the points in pixels, at least one.
  ///   - reach: the distance from the line to the edge of the pen, in pixels.
  mutating func points(of line: [VectorPoint], reach: Double) -> [VectorPoint] {
    let all = Self.spaced(line)
    var (points, work) = (all, work(of: all, reach))
    var step = Int(min(Double(all.count), work / lineMax))
    while work > lineMax, points.count > 2 {
      // An odd step keeps a zigzag a zigzag.
      step = (step + step / 8 + 1) | 1
      points = stride(from: 0, to: all.count - 1, by: step).map { all[$0] } + all.suffix(1)
      work = self.work(of: points, reach)
    }
    left = max(0, left - work)
    return points
  }

  private func work(of points: [VectorPoint], _ reach: Double) -> Double {
    var work = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      work += Self.crossed(a.x, b.x, reach, width) + Self.crossed(a.y, b.y, reach, height)
    }
    return work
  }

  /// Returns the pixels between two places on an axis, as far as they are in the picture.
  private static func crossed(_ a: Double, _ b: Double, _ reach: Double, _ size: Double) -> Double {
    let (low, high) = (max(min(a, b) - reach, 0), min(max(a, b) + reach, size))
    return max(high - low, 0) + 1
  }

  private static func spaced(_ line: [VectorPoint]) -> [VectorPoint] {
    guard var last = line.first, let end = line.last else { return [] }
    var points = [last]
    for point in line.dropFirst().dropLast()
    where max(abs(point.x - last.x), abs(point.y - last.y)) >= spacing {
      points.append(point)
      last = point
    }
    return line.count > 1 ? points + [end] : points
  }
}
