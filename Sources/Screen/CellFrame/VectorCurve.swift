/// A smooth line through places: a chain of quadratic curves, one for each inner place.
///
/// Two curves meet in the middle between their control points, without a corner. So a file needs only the
/// joints. Each curve passes through its place, or very near to it where a long step follows a short one.
/// The line is straight from each end to the nearest joint.
package struct VectorCurve {
  /// The first place, the control point of each curve, and the last place.
  private var points: [VectorPoint]

  /// The rounds in which the control points move until the curves pass through their places. Each
  /// round divides what is missing by nine or more.
  private static let rounds = 3

  /// Creates the line; `places` has at least one place.
  package init(through places: [VectorPoint]) {
    points = places
    guard places.count > 2 else { return }
    for _ in 0..<Self.rounds {
      var before = places[0]
      for index in 1..<places.count - 1 {
        // The middle of a curve is 6/8 its own control point and 1/8 each neighbour.
        let (place, after) = (places[index], points[index + 1])
        let wanted = VectorPoint(
          x: (8 * place.x - before.x - after.x) / 6, y: (8 * place.y - before.y - after.y) / 6)
        before = Self.limited(wanted, places[index - 1], place, places[index + 1])
        points[index] = before
      }
    }
  }

  /// Returns a control point within half of the shorter step beside its place, so that the curve has no
  /// loop.
  private static func limited(
    _ control: VectorPoint, _ last: VectorPoint, _ place: VectorPoint, _ next: VectorPoint
  ) -> VectorPoint {
    let limit = min(step(last, place), step(place, next)) / 2
    let length = step(control, place)
    guard length > limit else { return control }
    let part = limit / length
    return VectorPoint(
      x: place.x + (control.x - place.x) * part, y: place.y + (control.y - place.y) * part)
  }

  private static func step(_ a: VectorPoint, _ b: VectorPoint) -> Double {
    max(abs(a.x - b.x), abs(a.y - b.y))
  }

  /// The first place of the line, and its last.
  package var ends: (start: VectorPoint, end: VectorPoint) { (points[0], points[points.count - 1]) }
  /// The number of curves. A line without any is straight, or a dot.
  package var count: Int { max(points.count - 2, 0) }
  /// Whether the line has only one place.
  package var isDot: Bool { points.count == 1 }

  /// Returns the control point of a curve.
  package func control(_ index: Int) -> VectorPoint { points[index + 1] }

  /// Returns the place where a curve begins, and the one before it ends. The joint after the last curve
  /// has the index `count`.
  package func joint(_ index: Int) -> VectorPoint {
    let (a, b) = (points[index], points[index + 1])
    return VectorPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
  }
}
