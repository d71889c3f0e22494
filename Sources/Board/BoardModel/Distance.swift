/// A straight piece of a line; both ends may be the same point.
struct Segment {
  let start: (x: Double, y: Double)
  let end: (x: Double, y: Double)

  init(_ start: BoardPoint, _ end: BoardPoint) {
    self.start = (Double(start.x), Double(start.y))
    self.end = (Double(end.x), Double(end.y))
  }

  /// Returns the square of the least distance between two segments, in square units.
  func distanceSquared(to other: Segment) -> Double {
    if crosses(other) { return 0 }
    return min(
      min(distanceSquared(to: other.start), distanceSquared(to: other.end)),
      min(other.distanceSquared(to: start), other.distanceSquared(to: end)))
  }

  private func distanceSquared(to point: (x: Double, y: Double)) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / max(square, 1)
    let t = min(max(along, 0), 1)
    let (x, y) = (start.x + t * dx - point.x, start.y + t * dy - point.y)
    return x * x + y * y
  }

  private func crosses(_ other: Segment) -> Bool {
    side(of: other.start) * side(of: other.end) < 0
      && other.side(of: start) * other.side(of: end) < 0
  }

  /// Returns 1 on one side of the segment's line, -1 on the other side, and 0 on the line.
  private func side(of point: (x: Double, y: Double)) -> Double {
    let cross = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    return cross == 0 ? 0 : cross < 0 ? -1 : 1
  }
}

extension Outline {
  /// Returns whether the ink comes within `radius` units of the straight path from `start` to
  /// `end`. The ink extends `reach` units to either side of its lines.
  func touches(from start: BoardPoint, to end: BoardPoint, radius: Int32, reach: Int32) -> Bool {
    if isFilled && contains(start) { return true }
    let segment = Segment(start, end)
    let near = Double(radius) + Double(isStroked ? reach : 0)
    return paths.contains { path in
      path.segments.contains { $0.distanceSquared(to: segment) <= near * near }
    }
  }

  /// Returns whether a point lies inside the paths by the even–odd rule; every path counts as
  /// closed.
  public func contains(_ point: BoardPoint) -> Bool {
    var isInside = false
    for path in paths {
      guard var last = path.points.last else { continue }
      for next in path.points {
        if (last.y > point.y) != (next.y > point.y) {
          // The test starts at the upper end, so that a seam, which is one line drawn in both
          // directions, gives the same result both times.
          let (top, end) = next.y > last.y ? (last, next) : (next, last)
          // The order of the two products shows on which side of the edge the point lies. The
          // products are whole numbers, and exact within the board's limit.
          let across = difference(end.x, top.x) &* difference(point.y, top.y)
          let along = difference(point.x, top.x) &* difference(end.y, top.y)
          if along < across { isInside.toggle() }
        }
        last = next
      }
    }
    return isInside
  }
}

extension Outline.Path {
  /// The segments of the path; a single point gives one segment of length 0.
  var segments: some Swift.Sequence<Segment> {
    let closing = isClosed || points.count == 1 ? points.first.map { [$0] } ?? [] : []
    return zip(points, [points.dropFirst(), closing[...]].joined()).lazy.map(Segment.init)
  }
}

private func difference(_ a: Int32, _ b: Int32) -> Int64 { Int64(a) - Int64(b) }
