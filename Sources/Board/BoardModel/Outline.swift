/// The lines and areas that a stroke's ink follows, for painters and for hit tests.
public struct Outline: Hashable, Sendable {
  /// A line from point to point.
  public struct Path: Hashable, Sendable {
    /// The points in order, in units.
    public var points: [BoardPoint]
    /// Whether a line leads from the last point back to the first.
    public var isClosed: Bool

    /// Creates a path, which is open by default.
    public init(_ points: [BoardPoint], isClosed: Bool = false) {
      self.points = points
      self.isClosed = isClosed
    }
  }

  /// The lines that the ink follows, and the borders of the areas.
  public var paths: [Path]
  /// Whether ink runs along the paths, `Ink.reach` units to either side.
  public var isStroked: Bool
  /// Whether the area inside the paths, by the even–odd rule, is ink too.
  public var isFilled: Bool

  /// Creates an outline, by default of lines without filled areas.
  public init(_ paths: [Path], isStroked: Bool = true, isFilled: Bool = false) {
    self.paths = paths
    self.isStroked = isStroked
    self.isFilled = isFilled
  }
}

extension Stroke {
  /// Returns the outline of the stroke, before any move. The tolerance, in units, has an effect on
  /// freehand lines only. A painter of many strokes may walk `Smoothing.curve(through: points)`
  /// itself, which allocates no arrays.
  public func outline(tolerance: Int32 = Smoothing.tolerance) -> Outline {
    switch kind {
    case .pen, .marker:
      return Outline([.init(Array(Smoothing.curve(through: points, tolerance: tolerance)))])
    case .line:
      return Outline([.init(path)])
    case .arrow:
      return Outline(Shape.arrow(through: path, width: ink.width))
    case .rectangle:
      let corners = Shape.rectangle(points.corners)
      return Outline([.init(corners, isClosed: true)], isFilled: filled)
    case .ellipse:
      let ring = Shape.ellipse(in: points.corners)
      return Outline([.init(ring, isClosed: true)], isFilled: filled)
    case .diamond: return Outline([.init(diamond, isClosed: true)], isFilled: filled)
    case .region:
      return Outline([.init(Array(points), isClosed: true)], isStroked: false, isFilled: true)
    }
  }
}

extension Stroke {
  /// The corners of a diamond, and the points of its rounded corners.
  package var diamond: [BoardPoint] {
    Shape.diamond(in: points.corners, rounding: look.contains(.rounded) ? 0.125 : 0)
  }

  /// The points from one end of a line or an arrow to the other: both ends, and the corners of a line
  /// that bends.
  package var path: [BoardPoint] {
    let (start, end) = (points.origin, points.last)
    guard look.contains(.elbow) else { return Shape.line(from: start, to: end) }
    return points.count > 2
      ? Array(points)
      : Elbow.path(from: LineEnd(anchor: start), to: LineEnd(anchor: end))
  }
}

extension Stroke {
  /// Whether the stroke is a line or an arrow on a curve.
  package var isCurved: Bool {
    (kind == .line || kind == .arrow) && look.contains(.elbow) && BentLine.isCurve(path)
  }
}

extension PackedPoints {
  /// The last point. The getter walks all points.
  public var last: BoardPoint { reduce(origin) { $1 } }

  /// The box whose opposite corners are the first and the last point.
  var corners: BoardRect { BoardRect(origin, last) }
}
