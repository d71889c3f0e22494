/// A line that a person drew.
public struct Stroke: Hashable, Sendable {
  /// The meaning of the points.
  ///
  /// The raw values are stored and sent, in three bits: never change a raw value. There is room for
  /// one more kind.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A freehand line through the points.
    case pen = 0
    /// The same, in translucent ink.
    case marker = 1
    /// A straight line from the first point to the last.
    case line = 2
    /// A line with a head at its last point.
    case arrow = 3
    /// Two opposite corners.
    case rectangle = 4
    /// Two opposite corners of the box round it.
    case ellipse = 5
    /// A closed outline, always filled: the result of the bucket tool. The outlines of holes follow
    /// the outer outline in the same list. A doubled seam joins them, and the even–odd rule keeps
    /// the holes open.
    case region = 6
  }

  // The properties are in an order that wastes no bytes between them, because a board keeps
  // thousands of strokes.
  /// The points before any move; ``kind`` gives their meaning.
  public let points: PackedPoints
  /// The meaning of the points.
  public let kind: Kind
  /// Whether a rectangle or an ellipse is filled.
  public let filled: Bool
  /// Whether this is a piece of a long stroke that continues where the operation before it in the
  /// gesture ended.
  public let continues: Bool
  /// The colour and the width of the ink.
  public let ink: Ink

  /// Creates a stroke; `filled` has an effect only on a rectangle or an ellipse.
  public init(
    kind: Kind, ink: Ink, filled: Bool = false, points: PackedPoints, continues: Bool = false
  ) {
    self.kind = kind
    self.ink = ink
    self.filled = filled
    self.points = points
    self.continues = continues
  }

  /// The greatest length of an arrow's head, in units.
  public static let arrowHeadLength: Int32 = 2_048

  func copied(movedBy offset: BoardOffset, color: InkColor?) -> Stroke {
    Stroke(
      kind: kind, ink: Ink(color: color ?? ink.color, width: ink.width), filled: filled,
      points: points.moved(by: offset) ?? points, continues: continues)
  }
}

extension Stroke {
  /// The box round everything that its ink can touch, before any move. The box of a freehand line
  /// is a little larger, because its curve swings out between the points. The getter walks all
  /// points.
  public var bounds: BoardRect {
    switch kind {
    case .pen, .marker: curveBounds.grown(by: ink.reach)
    case .arrow: points.bounds.grown(by: ink.reach + Self.arrowHeadLength)
    case .line, .rectangle, .ellipse: points.bounds.grown(by: ink.reach)
    case .region: points.bounds
    }
  }

  /// The box round the curve. A curve's control points lie within two thirds of its step's length
  /// from the ends, so the curve strays from its chord by less than half that length.
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
  /// Grows the box by tests that mostly fail. A processor cannot predict the result of a minimum
  /// from the zigzag of a hand.
  fileprivate mutating func include(_ point: BoardPoint, with margin: Int32) {
    if point.x &- margin < minX { minX = point.x &- margin }
    if point.y &- margin < minY { minY = point.y &- margin }
    if point.x &+ margin > maxX { maxX = point.x &+ margin }
    if point.y &+ margin > maxY { maxY = point.y &+ margin }
  }
}
