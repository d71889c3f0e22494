/// A line that a person drew.
public struct Stroke: Hashable, Sendable {
  /// The kind of a stroke, which gives the meaning of its points.
  ///
  /// The raw values are stored and sent in three bits: never change a raw value. The three bits
  /// leave no room for another kind.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A freehand line through the points.
    case pen = 0
    /// A freehand line through the points, in translucent ink.
    case marker = 1
    /// A straight line from the first point to the last.
    case line = 2
    /// A line with a head at its last point.
    case arrow = 3
    /// A rectangle; the points are two opposite corners.
    case rectangle = 4
    /// An ellipse; the points are two opposite corners of its box.
    case ellipse = 5
    /// A closed outline, always filled: the result of the bucket tool. The outlines of holes follow
    /// the outer outline in the same list of points. A seam that is drawn twice joins each hole to
    /// the outer outline, and the even–odd rule leaves the holes open.
    case region = 6
    /// A diamond; the points are two opposite corners of its box.
    case diamond = 7

    /// Whether a stroke of this kind can be filled or only outlined.
    public var isFillable: Bool { self == .rectangle || self == .ellipse || self == .diamond }

    /// Whether the width of the ink has an effect.
    public var hasWidth: Bool { self != .region }

    /// The looks that have an effect.
    public var looks: StrokeLook {
      switch self {
      case .pen, .marker, .region: .plain
      case .line, .arrow: [.dashed, .elbow, .straight, .routes]
      case .rectangle, .diamond: [.rounded, .dashed, .solid]
      case .ellipse: [.dashed, .solid]
      }
    }
  }

  // The order of the properties leaves no unused bytes between them, because a board stores
  // thousands of strokes.
  /// The points before any move; ``kind`` gives their meaning.
  public let points: PackedPoints
  /// The kind of the stroke, which gives the meaning of the points.
  public let kind: Kind
  /// Whether a rectangle, an ellipse or a diamond is filled.
  public let filled: Bool
  /// Whether this is a further piece of a long stroke. A piece begins where the operation before it
  /// in the gesture ended.
  public let continues: Bool
  /// The colour and the width of the ink.
  public let ink: Ink
  /// How the stroke is drawn, apart from its ink.
  public let look: StrokeLook

  /// Creates a stroke; `filled` has an effect only on a shape that can be filled.
  public init(
    kind: Kind, ink: Ink, filled: Bool = false, points: PackedPoints, continues: Bool = false,
    look: StrokeLook = .plain
  ) {
    self.kind = kind
    self.ink = ink
    self.filled = filled
    self.points = points
    self.continues = continues
    self.look = look
  }

  /// The greatest length of an arrow's head, in units.
  public static let arrowHeadLength: Int32 = 2_048

  func copied(movedBy offset: BoardOffset, color: InkColor?) -> Stroke {
    Stroke(
      kind: kind, ink: Ink(color: color ?? ink.color, width: ink.width), filled: filled,
      points: points.moved(by: offset) ?? points, continues: continues, look: look)
  }
}

extension Stroke {
  /// The box round all points that the ink can touch, before any move. The box of a freehand line
  /// is a little larger, because its curve bends out between the points. The getter walks all
  /// points.
  public var bounds: BoardRect {
    switch kind {
    case .pen, .marker: curveBounds.grown(by: ink.reach)
    case .arrow: points.bounds.grown(by: ink.reach + Self.arrowHeadLength)
    case .line, .rectangle, .ellipse, .diamond: points.bounds.grown(by: ink.reach)
    case .region: points.bounds
    }
  }

  /// The box round the curve. The distance of a curve's control points from its ends is at most two
  /// thirds of the step's length. So the distance of the curve from its chord is less than half of
  /// this length.
  private var curveBounds: BoardRect {
    var box = BoardRect(points.origin)
    var last = points.origin
    for point in points {
      // All points lie within the board's limit, so all of these sums fit 32 bits.
      let margin = (abs(point.x &- last.x) &+ abs(point.y &- last.y)) / 2 &+ 1
      box.include(point, with: margin)
      box.include(last, with: margin)
      last = point
    }
    return box
  }
}

extension BoardRect {
  /// Grows the box by comparisons, most of which are false. A processor predicts such branches
  /// well; a minimum of zigzagging points would be slower.
  fileprivate mutating func include(_ point: BoardPoint, with margin: Int32) {
    if point.x &- margin < minX { minX = point.x &- margin }
    if point.y &- margin < minY { minY = point.y &- margin }
    if point.x &+ margin > maxX { maxX = point.x &+ margin }
    if point.y &+ margin > maxY { maxY = point.y &+ margin }
  }
}
