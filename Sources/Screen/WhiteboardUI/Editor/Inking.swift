import BoardModel
import BoardRendering

/// A freehand stroke in progress, by the pen or the marker.
struct Inking: Sendable {
  let kind: Stroke.Kind
  let ink: Ink
  private(set) var points: [BoardPoint]
  /// The places of the pointer. Other participants see a line through them until the stroke is
  /// finished, because sent points cannot change any more.
  private var reported: [BoardPoint]
  /// The part of the stroke that the next cells of the mouse may still change.
  private var cells: CellInk?
  private let began: Int64

  /// Puts the pen down.
  init(_ kind: Stroke.Kind, _ ink: Ink, at touch: Touch, in workspace: inout Workspace) {
    let point = Self.kept(touch.point, in: workspace)
    (self.kind, self.ink) = (kind, ink)
    points = [point]
    reported = [point]
    if !touch.pointer.isFine {
      cells = CellInk(at: touch.pointer.cell, viewport: workspace.view.viewport)
    }
    began = workspace.now.uptime
    workspace.surface.paintWet { $0.paintSegment(from: point, to: point, ink: ink) }
    workspace.sendPenDown(kind, ink, filled: false, at: point)
  }

  /// Returns the place that a point will have in the finished stroke, which stores rounded points.
  /// So the ink does not shift when the stroke ends.
  private static func kept(_ point: BoardPoint, in workspace: Workspace) -> BoardPoint {
    PackedPoints.rounded(point, stepExponent: workspace.view.viewport.stepExponent)
  }

  /// Returns the point that lies `steps` points before the last point.
  private func point(back steps: Int) -> BoardPoint? {
    steps < points.count ? points[points.count - 1 - steps] : nil
  }

  /// Follows the pointer. If it reports whole cells, the line is smoothed.
  mutating func extend(to touch: Touch, in workspace: inout Workspace) {
    guard var cells else { return extend(to: touch.point, in: &workspace) }
    guard !touch.pointer.isFine, cells.viewport == workspace.view.viewport else {
      // The cells before belong to another view, or the pointer has become finer.
      keepTail()
      preview(in: &workspace)
      return extend(to: touch.point, in: &workspace)
    }
    guard let final = cells.extend(to: touch.pointer.cell) else { return }
    points += final
    report(Self.kept(touch.point, in: workspace), in: &workspace)
    cells.show(kind, ink, after: points, in: &workspace)
    self.cells = cells
  }

  /// Ends the smoothing: the points that might have changed are final.
  private mutating func keepTail() {
    points += cells?.tail ?? []
    cells = nil
  }

  /// Shows the place of the pointer to other participants.
  private mutating func report(_ point: BoardPoint, in workspace: inout Workspace) {
    reported.append(point)
    workspace.sendPenMove(to: point)
  }

  /// Shows a new point at once. The cost is the dots between the last point and the new point. A
  /// long step is drawn as a curve, and its shape depends on the next point. Until the next point
  /// comes, the step is drawn as if the stroke ended here.
  private mutating func extend(to hand: BoardPoint, in workspace: inout Workspace) {
    let point = Self.kept(hand, in: workspace)
    guard let last = points.last, last != point else { return }
    let (before, earlier) = (self.point(back: 1), self.point(back: 2))
    points.append(point)
    report(point, in: &workspace)
    let isCurve = workspace.surface.isCurved(from: last, to: point)
    let wasCurve = before.map { workspace.surface.isCurved(from: $0, to: last) } ?? false
    let ink = ink
    let finish: (inout Canvas) -> Void = {
      if wasCurve, let before {
        $0.paintStep(before: earlier, from: before, to: last, after: point, ink: ink)
      }
      if !isCurve { $0.paintStep(before: before, from: last, to: point, after: nil, ink: ink) }
    }
    let tail: (inout Canvas) -> Void = {
      $0.paintStep(before: before, from: last, to: point, after: nil, ink: ink)
    }
    workspace.surface.paintWet(finish, tail: isCurve ? tail : nil)
  }

  /// Draws the whole stroke again, step by step in the original order.
  mutating func preview(in workspace: inout Workspace) {
    if var cells {
      workspace.surface.dropWet()
      cells.showAgain(kind, ink, after: points, in: &workspace)
      self.cells = cells
      return
    }
    let (points, ink) = (points, ink)
    let hasTail =
      points.count > 1
      && workspace.surface.isCurved(from: points[points.count - 2], to: points[points.count - 1])
    let finished = points.count - (hasTail ? 1 : 0)
    workspace.surface.dropWet()
    workspace.surface.paintWet(
      { canvas in
        for end in 0..<finished {
          let isCurve = end > 0 && canvas.isCurved(from: points[end - 1], to: points[end])
          canvas.paintStep(
            before: end > 1 ? points[end - 2] : nil, from: points[max(end - 1, 0)],
            to: points[end], after: isCurve && end + 1 < points.count ? points[end + 1] : nil,
            ink: ink)
        }
      },
      tail: hasTail
        ? { canvas in
          canvas.paintStep(
            before: points.dropLast(2).last, from: points[finished - 1], to: points[finished],
            after: nil, ink: ink)
        } : nil)
  }

  /// Adds the stroke to the board.
  mutating func finish(in workspace: inout Workspace) {
    keepTail()
    workspace.emit(.penFinished)
    let strokes = StrokeSplitter.strokes(
      kind: kind, ink: ink, points: points,
      stepExponent: workspace.view.viewport.stepExponent)
    workspace.make(
      strokes.map { .make(.stroke($0)) }, lasted: workspace.now.uptime &- began, wasBegun: true)
  }

  /// Sends the stroke in progress when a session begins.
  func send(in workspace: inout Workspace) {
    guard let first = reported.first else { return }
    workspace.sendPenDown(kind, ink, filled: false, at: first)
    workspace.emit(.penMoved(Array(reported.dropFirst())))
  }

  /// Whether the stroke shows other participants the place of the pen. If so, the pointer is not
  /// sent as well.
  var showsPen: Bool { reported.count > 1 }
}
