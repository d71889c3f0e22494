import BoardModel

/// A closed line round flooded dots or round a hole in them. Coordinates are in dots: dot 0, 0
/// reaches from 0 to 1 on both axes.
struct Contour {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  var points: [Point]

  /// The enclosed area in square dots: positive round dots, negative round a hole.
  var area: Double {
    guard var last = points.last else { return 0 }
    var sum = 0.0
    for point in points {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    return sum / 2
  }

  /// Returns a contour with fewer points. Every old point lies within `tolerance` dots of the new
  /// line (Ramer, 1972; Douglas and Peucker, 1973). A contour with fewer than three points left
  /// becomes a box. Returns nil for a hole that is thinner than the tolerance.
  func simplified(tolerance: Double) -> Contour? {
    guard points.count > 4 else { return self }
    // The search starts with the two halves between a corner and the point farthest from it.
    let far = points.indices.max { distance(points[$0]) < distance(points[$1]) } ?? 0
    let ring = points + [points[0]]
    var keeps = [Bool](repeating: false, count: ring.count)
    for end in [0, far, ring.count - 1] { keeps[end] = true }
    var spans = [(0, far), (far, ring.count - 1)]
    while let (from, to) = spans.popLast() {
      guard to > from + 1 else { continue }
      var (worst, farthest) = (-1.0, from)
      for index in from + 1..<to {
        let off = Self.distance(ring[index], ring[from], ring[to])
        if off > worst { (worst, farthest) = (off, index) }
      }
      guard worst > tolerance else { continue }
      keeps[farthest] = true
      spans += [(from, farthest), (farthest, to)]
    }
    let kept = points.indices.filter { keeps[$0] }.map { points[$0] }
    if kept.count >= 3 { return Contour(points: kept) }
    return area < 0 ? nil : box
  }

  /// The bounding box. It replaces a contour that is smaller than the tolerance.
  private var box: Contour {
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      return self
    }
    return Contour(points: [
      Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
      Point(x: left, y: bottom),
    ])
  }

  private func distance(_ point: Point) -> Double {
    abs(point.x - points[0].x) + abs(point.y - points[0].y)
  }

  private static func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let along = (point.x - start.x) * dx + (point.y - start.y) * dy
    let t = square > 0 ? min(max(along / square, 0), 1) : 0
    let (x, y) = (start.x + t * dx - point.x, start.y + t * dy - point.y)
    return (x * x + y * y).squareRoot()
  }
}

enum Contours {
  private enum Heading: Int {
    case right, down, left, up
    var dx: Int { [1, 0, -1, 0][rawValue] }
    var dy: Int { [0, 1, 0, -1][rawValue] }
    func turned(by quarters: Int) -> Heading {
      Heading(rawValue: (rawValue + quarters) & 3) ?? self
    }
  }

  /// The part of a dot by which a border reaches into the dots that are not flooded. So no gap
  /// opens between a line and the area beside it in a view where the dots lie elsewhere. With half a
  /// dot, the borders on both sides of a thin line would meet.
  private static let overlap = 0.45

  /// Returns every border between flooded dots and other dots. Each border has the flooded dots on
  /// its right.
  ///
  /// The lines connect the middles of the dots' edges, each moved outwards by the overlap, and so
  /// they cut every corner. Staircases become straight. Every line stays more than half a dot away
  /// from the middles of the flooded dots.
  static func around(_ region: RegionTracer) -> [Contour] {
    let width = region.columns
    // Whether the walk went along the upper edge of a dot, from left to right. Every closed line
    // contains such an edge.
    var walked = [Bool](repeating: false, count: width * region.rows)
    var contours: [Contour] = []
    for y in 0..<region.rows {
      for x in 0..<width where region.isFlooded(x, y) && !region.isFlooded(x, y - 1) {
        guard !walked[y * width + x] else { continue }
        contours.append(walk(region, x, y) { walked[$1 * width + $0] = true })
      }
    }
    return contours
  }

  /// Walks from the upper left corner of dot `x`, `y` along its upper edge, and round the border
  /// back to this corner.
  private static func walk(
    _ region: RegionTracer, _ x: Int, _ y: Int, passUpperEdge: (_ x: Int, _ y: Int) -> Void
  ) -> Contour {
    var (cornerX, cornerY, heading) = (x, y, Heading.right)
    var points: [Contour.Point] = []
    repeat {
      if heading == .right { passUpperEdge(cornerX, cornerY) }
      let (dx, dy) = (Double(heading.dx), Double(heading.dy))
      points.append(
        Contour.Point(
          x: Double(cornerX) + dx / 2 + dy * overlap, y: Double(cornerY) + dy / 2 - dx * overlap))
      cornerX += heading.dx
      cornerY += heading.dy
      heading = next(region, cornerX, cornerY, heading)
    } while (cornerX, cornerY) != (x, y) || heading != .right
    return Contour(points: points)
  }

  /// Returns the heading of the border after a corner. If two dots meet only in this corner, each
  /// gets its own border.
  private static func next(
    _ region: RegionTracer, _ x: Int, _ y: Int, _ heading: Heading
  ) -> Heading {
    // The two dots ahead, at the left and at the right.
    let (left, right) =
      switch heading {
      case .right: (region.isFlooded(x, y - 1), region.isFlooded(x, y))
      case .down: (region.isFlooded(x, y), region.isFlooded(x - 1, y))
      case .left: (region.isFlooded(x - 1, y), region.isFlooded(x - 1, y - 1))
      case .up: (region.isFlooded(x - 1, y - 1), region.isFlooded(x, y - 1))
      }
    if !right { return heading.turned(by: 1) }
    return left ? heading.turned(by: 3) : heading
  }
}
