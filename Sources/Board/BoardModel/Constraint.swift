/// Corrects the second point of a shape while the user holds a modifier key.
public enum Constraint {
  /// Returns the nearest point on a line through `start` at a multiple of 45°.
  public static func toEighths(from start: BoardPoint, to end: BoardPoint) -> BoardPoint {
    let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
    // The tangent of 22.5°, the border between two directions.
    let border = 0.414_213_562_373_095
    if abs(dy) <= abs(dx) * border { return BoardPoint(x: end.x, y: start.y) }
    if abs(dx) <= abs(dy) * border { return BoardPoint(x: start.x, y: end.y) }
    let side = (abs(dx) + abs(dy)) / 2
    return corner(from: start, dx, dy, side: side)
  }

  /// Returns the opposite corner of a square whose side is the longer side of the box.
  public static func toSquare(from start: BoardPoint, to end: BoardPoint) -> BoardPoint {
    let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
    return corner(from: start, dx, dy, side: max(abs(dx), abs(dy)))
  }

  /// Applies the constraint for a kind of stroke; freehand lines and regions keep their point.
  public static func apply(
    _ kind: Stroke.Kind, from start: BoardPoint, to end: BoardPoint
  ) -> BoardPoint {
    switch kind {
    case .line, .arrow: toEighths(from: start, to: end)
    case .rectangle, .ellipse, .diamond: toSquare(from: start, to: end)
    case .pen, .marker, .region: end
    }
  }

  private static func corner(
    from start: BoardPoint, _ dx: Double, _ dy: Double, side: Double
  ) -> BoardPoint {
    // At the limit, both sides are shortened equally, so that the shape stays a square.
    let limit = Double(BoardPoint.limit)
    let roomX = limit - (dx < 0 ? -1 : 1) * Double(start.x)
    let roomY = limit - (dy < 0 ? -1 : 1) * Double(start.y)
    let side = min(side, max(roomX, 0), max(roomY, 0)).rounded(.down)
    return BoardPoint(
      clamping: Double(start.x) + (dx < 0 ? -side : side),
      Double(start.y) + (dy < 0 ? -side : side))
  }
}
