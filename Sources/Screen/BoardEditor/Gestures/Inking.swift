import BoardContract
import BoardModel
import BoardRendering
import BoardView
import ScreenContract

/// A freehand stroke in progress, by the pen or the marker.
package struct Inking {
  package let kind: Stroke.Kind
  package let ink: Ink
  private(set) var points: [BoardPoint]
  /// The places of the pointer. Other participants see a line through them until the stroke is
  /// finished, because sent points cannot change any more.
  private var reported: [BoardPoint]
  /// The part of the stroke that the next cells of the mouse may still change.
  private var cells: CellInk?
  private let began: Int64
  private let requests: Requests

  /// Puts the pen down.
  init(
    _ kind: Stroke.Kind, _ ink: Ink, at touch: Touch, in recorder: BoardRecorder,
    on surface: inout Surface
  ) {
    let point = Self.kept(touch.point, in: surface.view)
    (self.kind, self.ink) = (kind, ink)
    points = [point]
    reported = [point]
    if !touch.pointer.isFine {
      cells = CellInk(kind, ink, at: touch.pointer.cell, point, viewport: surface.view.viewport)
    }
    (began, requests) = (recorder.now.uptime, recorder.requests)
    surface.paintWet { $0.paintSegment(from: point, to: point, ink: ink) }
    requests.sendPenDown(style(in: surface.view), as: recorder.nextEntry, at: point)
  }

  /// Returns the place that a point will have in the finished stroke, which stores rounded points.
  /// So the ink does not shift when the stroke ends.
  private static func kept(_ point: BoardPoint, in view: View) -> BoardPoint {
    PackedPoints.rounded(point, stepExponent: view.viewport.stepExponent)
  }

  /// Returns the point that lies `steps` points before the last point.
  private func point(back steps: Int) -> BoardPoint? {
    steps < points.count ? points[points.count - 1 - steps] : nil
  }

  /// Follows the pointer. If it reports whole cells, the line is smoothed.
  mutating func extend(to touch: Touch, on surface: inout Surface) {
    guard var cells else {
      return extend(to: touch.point, on: &surface)
    }
    guard !touch.pointer.isFine, cells.viewport == surface.view.viewport else {
      // The cells before belong to another view, or the pointer has become finer.
      keepTail()
      preview(on: &surface)
      return extend(to: touch.point, on: &surface)
    }
    guard let final = cells.extend(to: touch.pointer.cell) else { return }
    points += final
    report(Self.kept(touch.point, in: surface.view))
    cells.show(on: &surface)
    self.cells = cells
  }

  /// Ends the smoothing: the points that might have changed are final.
  private mutating func keepTail() {
    points += cells?.tail ?? []
    cells = nil
  }

  /// Shows the place of the pointer to other participants.
  private mutating func report(_ point: BoardPoint) {
    reported.append(point)
    requests.sendPenMove(to: point)
  }

  /// Shows a new point at once. The cost is the dots between the last point and the new point. A
  /// long step is drawn as a curve, and its shape depends on the next point. Until the next point
  /// comes, the step is drawn as if the stroke ended here.
  private mutating func extend(to hand: BoardPoint, on surface: inout Surface) {
    let point = Self.kept(hand, in: surface.view)
    guard let last = points.last, last != point else { return }
    let (before, earlier) = (self.point(back: 1), self.point(back: 2))
    points.append(point)
    report(point)
    let isCurve = surface.isCurved(from: last, to: point)
    let wasCurve = before.map { surface.isCurved(from: $0, to: last) } ?? false
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
    surface.paintWet(finish, tail: isCurve ? tail : nil)
  }

  /// Draws the whole stroke again, step by step in the original order.
  package mutating func preview(on surface: inout Surface) {
    if var cells {
      surface.dropWet()
      cells.showAgain(on: &surface)
      self.cells = cells
      return
    }
    let (points, ink) = (points, ink)
    let hasTail =
      points.count > 1
      && surface.isCurved(from: points[points.count - 2], to: points[points.count - 1])
    let finished = points.count - (hasTail ? 1 : 0)
    surface.dropWet()
    surface.paintWet(
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
  mutating func finish(with recorder: inout BoardRecorder, in view: View) {
    keepTail()
    requests.emit(.penFinished)
    let strokes = StrokeSplitter.strokes(
      kind: kind, ink: ink, points: points,
      stepExponent: view.viewport.stepExponent)
    recorder.make(
      strokes.map { .make(.stroke($0)) }, lasted: recorder.now.uptime &- began, wasBegun: true)
  }

  /// Sends the stroke in progress when a session begins.
  package func send(in recorder: BoardRecorder, _ view: View) {
    guard let first = reported.first else { return }
    requests.sendPenDown(style(in: view), as: recorder.nextEntry, at: first)
    requests.emit(.penMoved(Array(reported.dropFirst())))
  }

  private func style(in view: View) -> WetStyle {
    WetStyle(
      kind: kind, ink: ink, filled: false, stepExponent: view.viewport.stepExponent)
  }

  /// Whether the stroke shows other participants the place of the pen. If so, the pointer is not
  /// sent as well.
  package var showsPen: Bool { reported.count > 1 }
}
