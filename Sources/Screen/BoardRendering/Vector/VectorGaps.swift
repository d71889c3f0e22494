import CellFrame

extension VectorRect {
  /// Returns the parts of a line from point to point that lie outside of the rectangle.
  func outside(of line: [VectorPoint]) -> [[VectorPoint]] {
    var parts: [[VectorPoint]] = []
    var part = Array(line.prefix(1))
    for (start, end) in zip(line, line.dropFirst()) {
      func point(_ share: Double) -> VectorPoint {
        VectorPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
      }
      guard let inside = inside(from: start, to: end) else {
        part.append(end)
        continue
      }
      if inside.lowerBound > 0 { part.append(point(inside.lowerBound)) }
      if part.count > 1 { parts.append(part) }
      part = inside.upperBound < 1 ? [point(inside.upperBound), end] : [end]
    }
    return part.count > 1 ? parts + [part] : parts
  }

  /// Returns the part of a straight line that lies in the rectangle, where 0 is its start and 1 its end;
  /// nil if no part does (Liang and Barsky, “A new concept and method for line clipping”, 1984).
  private func inside(from start: VectorPoint, to end: VectorPoint) -> ClosedRange<Double>? {
    var (low, high) = (0.0, 1.0)
    let sides = [
      (start.x, end.x - start.x, corner.x, corner.x + width),
      (start.y, end.y - start.y, corner.y, corner.y + height),
    ]
    for (value, way, first, last) in sides {
      if way == 0 {
        guard (first...last).contains(value) else { return nil }
      } else {
        let (a, b) = ((first - value) / way, (last - value) / way)
        (low, high) = (max(low, min(a, b)), min(high, max(a, b)))
      }
    }
    return low < high ? low...high : nil
  }
}
