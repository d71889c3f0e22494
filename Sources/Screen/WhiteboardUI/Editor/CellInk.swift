import BoardModel
import BoardRendering
import CellFrame

/// The growing end of a freehand stroke whose pointer reports whole cells.
struct CellInk: Sendable {
  /// The view to which the cells belong.
  let viewport: Viewport
  /// The points after the final ones, as if the stroke ended here.
  private(set) var tail: [BoardPoint] = []
  private var curve: CellCurve
  private var last: CellPoint
  /// The painted part of the final points.
  private var hand: GrowingHand?

  init(at cell: CellPoint, viewport: Viewport) {
    self.viewport = viewport
    curve = CellCurve(at: cell)
    last = cell
  }

  /// Adds a cell. Returns the points that are final now, or nil if the pointer is still in the same
  /// cell.
  mutating func extend(to cell: CellPoint) -> [BoardPoint]? {
    guard cell != last else { return nil }
    last = cell
    let final = curve.extend(to: cell).map(point)
    tail = curve.tail.map(point)
    return final
  }

  /// Returns the place that a point will have in the finished stroke.
  private func point(_ pointer: Pointer) -> BoardPoint {
    PackedPoints.rounded(viewport.boardPoint(pointer), stepExponent: viewport.stepExponent)
  }

  /// Shows the stroke: its new final points, and the tail until the next call. The dots are those of
  /// the finished stroke.
  mutating func show(
    _ kind: Stroke.Kind, _ ink: Ink, after points: [BoardPoint], in workspace: inout Workspace
  ) {
    let exponent = viewport.stepExponent
    guard let final = PackedPoints(points, stepExponent: exponent),
      let whole = PackedPoints(points + tail, stepExponent: exponent)
    else { return }
    var hand = hand
    workspace.surface.paintWet(
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
  mutating func showAgain(
    _ kind: Stroke.Kind, _ ink: Ink, after points: [BoardPoint], in workspace: inout Workspace
  ) {
    hand = nil
    show(kind, ink, after: points, in: &workspace)
  }
}
