import Drawing
import Rendering

// Freehand ink: the pen and the marker.
extension Whiteboard {
  mutating func startInking(_ kind: Stroke.Kind, _ ink: Ink, _ touch: Touch) {
    let point = asKept(touch.point)
    gesture = .inking(Inking(kind: kind, ink: ink, points: [point], began: now.uptime))
    surface.paintWet { $0.paintSegment(from: point, to: point, ink: ink) }
  }

  /// Where a point will be once its stroke is packed, so that ink does not shift when it dries.
  private func asKept(_ point: BoardPoint) -> BoardPoint {
    PackedPoints.rounded(point, stepExponent: view.viewport.stepExponent)
  }

  /// Echoes at once, at the cost of the dots between the two points. A long step is a curve that
  /// the next point bends: until that comes, it is shown as if the hand ended here.
  mutating func ink(_ inking: inout Inking, to hand: BoardPoint) {
    let point = asKept(hand)
    guard let last = inking.points.last, last != point else { return }
    let recent = Array(inking.points.suffix(3).dropLast())
    let (before, earlier) = (recent.last, recent.dropLast().last)
    inking.points.append(point)
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

  mutating func finish(_ inking: Inking) {
    let strokes = StrokeSplitter.strokes(
      kind: inking.kind, ink: inking.ink, points: inking.points,
      stepExponent: view.viewport.stepExponent)
    make(strokes.map { .make(.stroke($0)) }, lasted: now.uptime &- inking.began)
  }
}
