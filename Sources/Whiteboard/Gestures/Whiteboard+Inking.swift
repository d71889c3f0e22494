import Drawing
import Rendering

// Freehand ink: the pen and the marker.
extension Whiteboard {
  mutating func startInking(_ kind: Stroke.Kind, _ ink: Ink, _ touch: Touch) {
    gesture = .inking(
      Inking(kind: kind, ink: ink, points: [touch.point], began: now.uptime))
    surface.paintWet {
      $0.paintSegment(from: touch.point, to: touch.point, kind: kind, ink: ink)
    }
  }

  /// Echoes at once, at the cost of the dots between the two points.
  mutating func ink(_ inking: inout Inking, to point: BoardPoint) {
    guard let last = inking.points.last, last != point else { return }
    inking.points.append(point)
    surface.paintWet {
      $0.paintSegment(from: last, to: point, kind: inking.kind, ink: inking.ink)
    }
  }

  mutating func finish(_ inking: Inking) {
    let strokes = StrokeSplitter.strokes(
      kind: inking.kind, ink: inking.ink, points: inking.points,
      stepExponent: view.viewport.stepExponent)
    make(strokes.map { .make(.stroke($0)) }, lasted: now.uptime &- inking.began)
  }
}
