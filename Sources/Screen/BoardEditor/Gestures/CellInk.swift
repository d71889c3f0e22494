import BoardModel
import BoardRendering
import BoardView
import CellFrame

/// The growing end of a freehand stroke whose pointer reports whole cells.
struct CellInk: Sendable {
  /// The view to which the cells belong.
  let viewport: Viewport
  /// The points after the final ones, as if the stroke ended here.
  private(set) var tail: [BoardPoint] = []
  private let kind: Stroke.Kind
  private let ink: Ink
  private var curve: CellCurve
  private var last: CellPoint
  /// The final points. They are packed once, as the pointer moves.
  private var final: PointsPacker
  /// The painted part of the final points.
  private var hand: GrowingHand?

  /// - Parameter point: the first point of the stroke.
  init(
    _ kind: Stroke.Kind, _ ink: Ink, at cell: CellPoint, _ point: BoardPoint, viewport: Viewport
  ) {
    (self.kind, self.ink, self.viewport) = (kind, ink, viewport)
    curve = CellCurve(at: cell)
    last = cell
    final = PointsPacker(point, stepExponent: viewport.stepExponent)
  }

  /// Adds a cell. Returns the points that are final now, or nil if the pointer is still in the same
  /// cell.
  mutating func extend(to cell: CellPoint) -> [BoardPoint]? {
    guard cell != last else { return nil }
    last = cell
    let new = curve.extend(to: cell).map(point)
    for point in new { final.append(point) }
    tail = curve.tail.map(point)
    return new
  }

  /// Returns the place that a point will have in the finished stroke.
  private func point(_ pointer: Pointer) -> BoardPoint {
    PackedPoints.rounded(viewport.boardPoint(pointer), stepExponent: viewport.stepExponent)
  }

  /// Shows the stroke: its new final points, and the tail until the next call. The dots are those of
  /// the finished stroke.
  package mutating func show(on surface: inout Surface) {
    var whole = final
    for point in tail { whole.append(point) }
    guard let final = final.points, let whole = whole.points else { return }
    let (kind, ink) = (kind, ink)
    var hand = hand
    surface.paintWet(
      { $0.paint(Stroke(kind: kind, ink: ink, points: final), after: &hand) },
      tail: { canvas in
        let stroke = Stroke(kind: kind, ink: ink, points: whole)
        var end = hand
        canvas.paint(stroke, after: &end)
        if let end { canvas.paintTail(of: stroke, at: end) }
      })
    self.hand = hand
  }

  /// Shows the whole stroke on a new preview.
  mutating func showAgain(on surface: inout Surface) {
    hand = nil
    show(on: &surface)
  }
}
