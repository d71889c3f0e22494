import BoardModel
import BoardRendering

// Freehand ink: the pen and the marker.
extension Whiteboard {
  mutating func startInking(_ kind: Stroke.Kind, _ ink: Ink, _ touch: Touch) {
    let point = asKept(touch.point)
    gesture = .inking(Inking(kind: kind, ink: ink, points: [point], began: now.uptime))
    surface.paintWet { $0.paintSegment(from: point, to: point, ink: ink) }
    penTouched(kind, ink, filled: false, at: point)
  }

  /// Returns the place of a point after its stroke is packed, so that ink does not shift when the
  /// stroke is finished.
  private func asKept(_ point: BoardPoint) -> BoardPoint {
    PackedPoints.rounded(point, stepExponent: view.viewport.stepExponent)
  }

  /// Shows a new point at once, at the cost of the dots between the two points. A long step is a
  /// curve that the next point bends: until that point comes, the step is shown as if the stroke
  /// ended here.
  mutating func ink(_ inking: inout Inking, to hand: BoardPoint) {
    let point = asKept(hand)
    guard let last = inking.points.last, last != point else { return }
    let (before, earlier) = (inking.point(back: 1), inking.point(back: 2))
    inking.points.append(point)
    penMoved(to: point)
    let isCurve = surface.isCurved(from: last, to: point)
    let wasCurve = before.map { surface.isCurved(from: $0, to: last) } ?? false
    let ink = inking.ink
    let settle: (inout Canvas) -> Void = {
      if wasCurve, let before {
        $0.paintStep(before: earlier, from: before, to: last, after: point, ink: ink)
      }
      if !isCurve { $0.paintStep(before: before, from: last, to: point, after: nil, ink: ink) }
    }
    let tail: (inout Canvas) -> Void = {
      $0.paintStep(before: before, from: last, to: point, after: nil, ink: ink)
    }
    surface.paintWet(settle, tail: isCurve ? tail : nil)
  }

  /// Draws the whole stroke again, step by step as it was made.
  mutating func preview(_ inking: Inking) {
    let (points, ink) = (inking.points, inking.ink)
    let hasTail =
      points.count > 1
      && surface.isCurved(from: points[points.count - 2], to: points[points.count - 1])
    let settled = points.count - (hasTail ? 1 : 0)
    surface.dropWet()
    surface.paintWet(
      { canvas in
        for end in 0..<settled {
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
            before: points.dropLast(2).last, from: points[settled - 1], to: points[settled],
            after: nil, ink: ink)
        } : nil)
  }

  mutating func finish(_ inking: Inking) {
    emit(.penFinished)
    let strokes = StrokeSplitter.strokes(
      kind: inking.kind, ink: inking.ink, points: inking.points,
      stepExponent: view.viewport.stepExponent)
    make(strokes.map { .make(.stroke($0)) }, lasted: now.uptime &- inking.began, wasBegun: true)
  }
}
