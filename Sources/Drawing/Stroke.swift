/// A line somebody drew.
public struct Stroke: Hashable, Sendable {
  /// What the points mean.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A freehand line through the points.
    case pen
    /// The same in ink that lets through what is under it.
    case marker
    /// A straight line from the first point to the last.
    case line
    /// A line with a head at its last point.
    case arrow
    /// Two opposite corners.
    case rectangle
    /// Two opposite corners of the box round it.
    case ellipse
    /// A closed outline, always filled: what the bucket leaves. Outlines of holes follow the outer
    /// one in the same list, joined by a doubled seam, and the even–odd rule keeps them open.
    case region
  }

  public let kind: Kind
  public let ink: Ink
  /// Of rectangles and ellipses.
  public let filled: Bool
  public let points: PackedPoints
  /// The piece of a long stroke that goes on where the gesture's operation before it ended.
  public let continues: Bool

  public init(
    kind: Kind, ink: Ink, filled: Bool = false, points: PackedPoints, continues: Bool = false
  ) {
    self.kind = kind
    self.ink = ink
    self.filled = filled
    self.points = points
    self.continues = continues
  }

  /// The box round everything the ink of this stroke can touch, before any move.
  public var bounds: BoardRect { points.bounds.grown(by: ink.reach + arrowReach) }

  private var arrowReach: Int32 { kind == .arrow ? Self.arrowHeadLength : 0 }
  /// The longest an arrow's head gets, in units.
  public static let arrowHeadLength: Int32 = 2_048
}
