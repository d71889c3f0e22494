// Dashed lines. A dash is as long on every screen as one and a half columns, and a gap as one column.
extension Painter {
  /// Draws a line from point to point in dashes, which go on round the corners.
  func dashes(along line: [DotPoint], _ pen: Pen) {
    let (dash, period) = dashLengths(pen)
    if let first = line.first { segment(first, first, pen) }
    var start = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let length = length(a, b)
      guard length > 0, length < .infinity else { continue }
      dashes(a, b, length, startingAt: start, dash, period, pen)
      start = (start + length).truncatingRemainder(dividingBy: period)
    }
  }

  /// The length of a dash, and of a dash with its gap, in widths of a dot. The ends of a broad pen are
  /// round, which makes a dash longer and its gap shorter.
  private func dashLengths(_ pen: Pen) -> (dash: Double, period: Double) {
    let column = Double(grid.dotsX)
    let breadth = pen.isThin ? 0 : 2 * pen.radius
    return (max(1.5 * column, 1), max(2.5 * column, 2) + breadth)
  }

  /// The length of a line in widths of a dot.
  private func length(_ a: DotPoint, _ b: DotPoint) -> Double {
    let (dx, dy) = (b.x - a.x, (b.y - a.y) * grid.scaleX / grid.scaleY)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Draws the dashes of one straight part, as far as the canvas shows them.
  ///
  /// - Parameter start: the length of the line before this part.
  private func dashes(
    _ a: DotPoint, _ b: DotPoint, _ length: Double, startingAt start: Double, _ dash: Double,
    _ period: Double, _ pen: Pen
  ) {
    let margin = pen.isThin ? 1 : pen.radius * max(1, grid.scaleY / grid.scaleX) + 1
    let shown = Self.part(
      of: a, b, withinX: Double(clip.minX) - margin...Double(clip.maxX + 1) + margin,
      y: Double(clip.minY) - margin...Double(clip.maxY + 1) + margin)
    guard let shown else { return }
    func point(_ distance: Double) -> DotPoint {
      let part = min(max((distance - start) / length, 0), 1)
      return DotPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
    let (first, last) = (start + shown.lowerBound * length, start + shown.upperBound * length)
    var distance = (first / period).rounded(.down) * period
    while distance <= last {
      let (from, to) = (max(distance, start), min(distance + dash, start + length))
      if from <= to { segment(point(from), point(to), pen) }
      distance += period
    }
  }
}
