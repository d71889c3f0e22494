/// The lines that the shape tools draw, as points.
public enum Shape {
  /// Returns both ends of a line; a single point if both are the same.
  public static func line(from start: BoardPoint, to end: BoardPoint) -> [BoardPoint] {
    start == end ? [start] : [start, end]
  }

  /// Returns the four corners, clockwise on the screen from the upper left one.
  public static func rectangle(_ box: BoardRect) -> [BoardPoint] {
    [
      BoardPoint(x: box.minX, y: box.minY), BoardPoint(x: box.maxX, y: box.minY),
      BoardPoint(x: box.maxX, y: box.maxY), BoardPoint(x: box.minX, y: box.maxY),
    ]
  }

  /// Returns the points of an ellipse. Its chords are at most 1/16 of a dot (on a page of 80
  /// columns) away from the ellipse. An enlarged ellipse therefore looks round.
  public static func ellipse(in box: BoardRect) -> [BoardPoint] {
    let (radiusX, radiusY) = (
      (Double(box.maxX) - Double(box.minX)) / 2, (Double(box.maxY) - Double(box.minY)) / 2
    )
    let (middleX, middleY) = (Double(box.minX) + radiusX, Double(box.minY) + radiusY)
    return circle(radius: max(radiusX, radiusY)).map {
      BoardPoint(clamping: middleX + radiusX * $0.x, middleY + radiusY * $0.y)
    }
  }

  /// Returns the corners of a diamond, clockwise on the screen from the upper one.
  ///
  /// - Parameter rounding: the part of each side by which its corners are rounded at either end.
  public static func diamond(in box: BoardRect, rounding: Double = 0) -> [BoardPoint] {
    let middle = box.middle
    let corners = [
      BoardPoint(x: middle.x, y: box.minY), BoardPoint(x: box.maxX, y: middle.y),
      BoardPoint(x: middle.x, y: box.maxY), BoardPoint(x: box.minX, y: middle.y),
    ]
    guard rounding > 0 else { return corners }
    return corners.indices.flatMap { index -> [BoardPoint] in
      let corner = corners[index]
      func side(_ other: Int) -> (x: Double, y: Double) {
        let end = corners[other % 4]
        return (
          (Double(end.x) - Double(corner.x)) * rounding,
          (Double(end.y) - Double(corner.y)) * rounding
        )
      }
      // A quadratic curve from the one side to the other.
      let (from, to) = (side(index + 3), side(index + 1))
      return stride(from: 0.0, through: 1, by: 0.25).map { part in
        let (before, after) = ((1 - part) * (1 - part), part * part)
        return BoardPoint(
          clamping: Double(corner.x) + from.x * before + to.x * after,
          Double(corner.y) + from.y * before + to.y * after)
      }
    }
  }

  /// Returns the unit circle by bisection, from (1, 0) by way of (0, 1). It uses square roots only, so the
  /// result is the same on every machine.
  ///
  /// - Parameter radius: the radius for which the points are dense enough, in units.
  package static func circle(radius: Double) -> [(x: Double, y: Double)] {
    let chordError = 24.0
    var points: [(x: Double, y: Double)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    // The distance between the chord of a quarter circle and the arc is 0.29 of the radius. Each
    // halving makes the error four times smaller.
    var error = radius * 0.2929
    while error > chordError, points.count < 1_024 {
      points = points.indices.flatMap { index in
        let (a, b) = (points[index], points[(index + 1) % points.count])
        let (x, y) = (a.x + b.x, a.y + b.y)
        let length = (x * x + y * y).squareRoot()
        return [a, (x: x / length, y: y / length)]
      }
      error /= 4
    }
    return points
  }

  /// Returns a straight shaft and the two sides of the head: see ``arrow(through:width:)``.
  public static func arrow(
    from start: BoardPoint, to end: BoardPoint, width: UInt8
  ) -> [Outline.Path] { arrow(through: line(from: start, to: end), width: width) }

  /// Returns the shaft and the two sides of the head at its last point. The head is as long as three
  /// cells of a page of 80 columns, grows with the ink's width, and is at most half as long as the last
  /// part of the shaft.
  static func arrow(through points: [BoardPoint], width: UInt8) -> [Outline.Path] {
    let shaft = Outline.Path(points)
    guard let end = points.last, var start = points.dropLast().last else { return [shaft] }
    // The parts of a curve are shorter than its head.
    if BentLine.isCurve(points) { start = points[points.count * 2 / 3] }
    let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return [shaft] }
    let wished = 1_536 + 128 * Double(width - 1)
    let head = min(wished, Double(Stroke.arrowHeadLength), length / 2)
    let (ux, uy) = (dx / length * head, dy / length * head)
    func side(_ sign: Double) -> BoardPoint {
      // Each side of the head goes twice as far backwards as outwards, at an angle of 27° to the
      // shaft.
      BoardPoint(
        clamping: Double(end.x) - ux - sign * uy / 2, Double(end.y) - uy + sign * ux / 2)
    }
    return [shaft, Outline.Path([side(1), end, side(-1)])]
  }
}
