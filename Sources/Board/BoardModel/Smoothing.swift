/// The curve through the points of a freehand line: a centripetal Catmull–Rom spline (Yuksel,
/// Schaefer and Keyser, 2011). It passes through each point, and has no loops or cusps between two
/// points.
///
/// Only steps longer than a tolerance are curved. Shorter steps are straight lines, so slowly drawn
/// ink does not change any more after it was drawn. A curved step depends on the point before it
/// and the point after it.
public enum Smoothing {
  /// The usual tolerance, in units: about 1.25 dots on a page of 80 columns.
  public static let tolerance: Int32 = 512
  /// The finest tolerance, in units. A smaller tolerance has the same effect as this one.
  public static let finest: Int32 = 16
  /// The greatest number of straight pieces that a step is cut into, at any tolerance.
  public static let piecesMax = 64

  /// Returns the points of the curve after `from`, up to and including `to`. `before` is nil at the
  /// beginning of the line, `after` at its end.
  public static func step(
    before: BoardPoint?, from: BoardPoint, to: BoardPoint, after: BoardPoint?,
    tolerance: Int32 = tolerance
  ) -> Step {
    Step(before: before, from: from, to: to, after: after, tolerance: tolerance)
  }

  /// Returns the two control points of the cubic Bézier curve of a step, in units, for drawings that
  /// keep curves as they are. `before` is nil at the beginning of the line, `after` at its end;
  /// without both, the curve is a straight line.
  public static func controls(
    before: BoardPoint?, from: BoardPoint, to: BoardPoint, after: BoardPoint?
  ) -> (first: BoardPoint, second: BoardPoint) {
    let bezier = Bezier(
      before: before ?? from, from: from, to: to, after: after ?? to, pieces: 1)
    return (
      BoardPoint(clamping: bezier.x.1, bezier.y.1), BoardPoint(clamping: bezier.x.2, bezier.y.2)
    )
  }

  /// Returns the whole curve, including its first point.
  public static func curve<Points: Swift.Sequence<BoardPoint>>(
    through points: Points, tolerance: Int32 = tolerance
  ) -> Curve<Points> { Curve(points, tolerance: tolerance) }

  /// One step from point to point: a straight line, or a polyline close to a cubic Bézier curve.
  public struct Step: Swift.Sequence, IteratorProtocol, Sendable {
    private let to: BoardPoint
    private var rest: Int
    private var bezier: Bezier?

    init(
      before: BoardPoint?, from: BoardPoint, to: BoardPoint, after: BoardPoint?, tolerance: Int32
    ) {
      self.to = to
      let (dx, dy) = (Int64(to.x) - Int64(from.x), Int64(to.y) - Int64(from.y))
      let length = Swift.max(abs(dx), abs(dy))
      rest = 1
      let tolerance = Int64(Swift.max(tolerance, finest))
      guard length > tolerance, before ?? after != nil else { return }
      rest = Int(Swift.min(length / tolerance + 1, Int64(piecesMax)))
      bezier = Bezier(before: before ?? from, from: from, to: to, after: after ?? to, pieces: rest)
    }

    /// Returns the next point of the step, in units; nil after its end.
    public mutating func next() -> BoardPoint? {
      guard rest > 0 else { return nil }
      rest -= 1
      guard rest > 0, let bezier else { return to }
      return bezier.point(before: rest)
    }
  }

  /// The curve through the points of a sequence. It is computed while it is read.
  public struct Curve<Points: Swift.Sequence<BoardPoint>>: Swift.Sequence {
    private let points: Points
    private let tolerance: Int32

    init(_ points: Points, tolerance: Int32) {
      self.points = points
      self.tolerance = tolerance
    }

    /// Returns an iterator that begins with the first point.
    public func makeIterator() -> Iterator {
      Iterator(points.makeIterator(), tolerance: tolerance)
    }

    /// Walks the curve from its first point to its last.
    public struct Iterator: IteratorProtocol {
      private var points: Points.Iterator
      private let tolerance: Int32
      private var before: BoardPoint?
      private var from: BoardPoint?
      private var to: BoardPoint?
      private var step: Step?
      private var hasBegun = false

      init(_ points: Points.Iterator, tolerance: Int32) {
        self.points = points
        self.tolerance = tolerance
        from = self.points.next()
        to = self.points.next()
      }

      /// Returns the next point of the curve, in units; nil after the last point.
      public mutating func next() -> BoardPoint? {
        guard hasBegun else {
          hasBegun = true
          return from
        }
        if let point = step?.next() { return point }
        guard let from, let to else { return nil }
        let after = points.next()
        var next = Step(before: before, from: from, to: to, after: after, tolerance: tolerance)
        (before, self.from, self.to) = (from, to, after)
        let first = next.next()
        step = next
        return first
      }
    }
  }
}

/// A cubic curve that is cut into pieces at equal distances of its parameter.
private struct Bezier: Sendable {
  let x: (Double, Double, Double, Double)
  let y: (Double, Double, Double, Double)
  let pieces: Int

  init(before: BoardPoint, from: BoardPoint, to: BoardPoint, after: BoardPoint, pieces: Int) {
    self.pieces = pieces
    // The distance between two knots is the square root of the distance between their points.
    let start = rootDistance(before, from)
    let middle = rootDistance(from, to)
    let end = rootDistance(to, after)
    func axis(
      _ p0: Int32, _ p1: Int32, _ p2: Int32, _ p3: Int32
    ) -> (Double, Double, Double, Double) {
      let (p0, p1, p2, p3) = (Double(p0), Double(p1), Double(p2), Double(p3))
      return (
        p1, p1 + handle(toward: p2, from: p1, past: p0, middle, start),
        p2 + handle(toward: p1, from: p2, past: p3, middle, end), p2
      )
    }
    x = axis(before.x, from.x, to.x, after.x)
    y = axis(before.y, from.y, to.y, after.y)
  }

  /// Returns the end point of the piece after which `rest` pieces remain.
  func point(before rest: Int) -> BoardPoint {
    let t = Double(pieces - rest) / Double(pieces)
    let u = 1 - t
    func value(_ p: (Double, Double, Double, Double)) -> Double {
      u * u * u * p.0 + 3 * u * u * t * p.1 + 3 * u * t * t * p.2 + t * t * t * p.3
    }
    return BoardPoint(clamping: value(x), value(y))
  }
}

/// Returns the distance of the control point from `here` on one axis, in units: a third of the
/// spline's slope at `here`. If the neighbour on the other side is missing or lies at `here`, the
/// distance is a third of the way to `next`.
private func handle(
  toward next: Double, from here: Double, past last: Double, _ step: Double, _ other: Double
) -> Double {
  guard other > 0, step > 0 else { return (next - here) / 3 }
  let slope =
    (next - here) / step - (next - last) / (step + other) + (here - last) / other
  return slope * step / 3
}

private func rootDistance(_ a: BoardPoint, _ b: BoardPoint) -> Double {
  let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
  return (dx * dx + dy * dy).squareRoot().squareRoot()
}
