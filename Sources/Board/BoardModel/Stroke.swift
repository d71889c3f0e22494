/// A line somebody drew.
public struct Stroke: Hashable, Sendable {
  /// What the points mean.
  ///
  /// The raw values are stored and sent, in three bits: never change one. There is room for one more.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A freehand line through the points.
    case pen = 0
    /// The same in ink that lets through what is under it.
    case marker = 1
    /// A straight line from the first point to the last.
    case line = 2
    /// A line with a head at its last point.
    case arrow = 3
    /// Two opposite corners.
    case rectangle = 4
    /// Two opposite corners of the box round it.
    case ellipse = 5
    /// A closed outline, always filled: what the bucket leaves. Outlines of holes follow the outer
    /// one in the same list, joined by a doubled seam, and the even–odd rule keeps them open.
    case region = 6
  }

  // In the order that wastes no bytes between them: a board keeps thousands of these.
  public let points: PackedPoints
  public let kind: Kind
  /// Of rectangles and ellipses.
  public let filled: Bool
  /// The piece of a long stroke that goes on where the gesture's operation before it ended.
  public let continues: Bool
  public let ink: Ink

  public init(
    kind: Kind, ink: Ink, filled: Bool = false, points: PackedPoints, continues: Bool = false
  ) {
    self.kind = kind
    self.ink = ink
    self.filled = filled
    self.points = points
    self.continues = continues
  }

  /// The longest an arrow's head gets, in units.
  public static let arrowHeadLength: Int32 = 2_048

  func copied(movedBy offset: BoardOffset, color: InkColor?) -> Stroke {
    Stroke(
      kind: kind, ink: Ink(color: color ?? ink.color, width: ink.width), filled: filled,
      points: points.moved(by: offset) ?? points, continues: continues)
  }
}

extension Stroke {
  /// The box round everything its ink can touch, before any move: of freehand lines a little more
  /// than that, since their curves swing out between the points. Walks all points.
  public var bounds: BoardRect {
    switch kind {
    case .pen, .marker: curveBounds.grown(by: ink.reach)
    case .arrow: points.bounds.grown(by: ink.reach + Self.arrowHeadLength)
    case .line, .rectangle, .ellipse: points.bounds.grown(by: ink.reach)
    case .region: points.bounds
    }
  }

  /// A curve's control points lie within two thirds of its step's length from the ends, so the curve
  /// strays from its chord by less than half that length.
  private var curveBounds: BoardRect {
    var box = BoardRect(points.origin)
    var last = points.origin
    for point in points {
      // No point is beyond the board's limit, so none of these sums is beyond 32 bits.
      let margin = (abs(point.x &- last.x) &+ abs(point.y &- last.y)) / 2 &+ 1
      box.include(point, with: margin)
      box.include(last, with: margin)
      last = point
    }
    return box
  }
}

extension BoardRect {
  /// Written as tests that mostly fail: the hand's zigzag would cheat any guess about a minimum.
  fileprivate mutating func include(_ point: BoardPoint, with margin: Int32) {
    if point.x &- margin < minX { minX = point.x &- margin }
    if point.y &- margin < minY { minY = point.y &- margin }
    if point.x &+ margin > maxX { maxX = point.x &+ margin }
    if point.y &+ margin > maxY { maxY = point.y &+ margin }
  }
}
