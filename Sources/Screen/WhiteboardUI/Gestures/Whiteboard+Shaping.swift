import BoardModel
import BoardRendering
import CellFrame

// Lines, arrows, rectangles and ellipses.
extension Whiteboard {
  mutating func startShaping(_ kind: Stroke.Kind, _ touch: Touch) {
    gesture = .shaping(
      Shaping(
        kind: kind, ink: kit.ink, isFilled: kit.tool.isFillable && kit.isFilled, from: touch.point,
        to: touch.point, began: now.uptime))
    let isFilled = kit.tool.isFillable && kit.isFilled
    penTouched(kind, kit.ink, filled: isFilled, at: touch.point)
  }

  mutating func shape(_ shaping: inout Shaping, to touch: Touch) {
    let isConstrained = kit.isConstrained != touch.constrains
    shaping.to =
      isConstrained
      ? Constraint.apply(shaping.kind, from: shaping.from, to: touch.point) : touch.point
    show(&shaping)
    preview(shaping)
  }

  /// Sends the shape's end point. Other participants accept a limited number of points per stroke;
  /// a shape needs only its last point, so after that number it is sent again from its beginning.
  private mutating func show(_ shaping: inout Shaping) {
    if shaping.told >= Limits.pointsPerOperation {
      penTouched(shaping.kind, shaping.ink, filled: shaping.isFilled, at: shaping.from)
      shaping.told = 1
    }
    penMoved(to: shaping.to)
    shaping.told += 1
  }

  mutating func preview(_ shaping: Shaping) {
    let item = shaping.stroke(stepExponent: view.viewport.stepExponent).map(Item.stroke)
    surface.showWet { canvas in
      if let item, shaping.from != shaping.to { canvas.paint(item) }
    }
  }

  /// Keeps the shape. A click without a drag leaves nothing, because a shape without size does not
  /// exist.
  mutating func finish(_ shaping: Shaping) {
    guard shaping.from != shaping.to,
      let stroke = shaping.stroke(stepExponent: view.viewport.stepExponent)
    else { return emit(.penAbandoned) }
    emit(.penFinished)
    make([.make(.stroke(stroke))], lasted: now.uptime &- shaping.began, wasBegun: true)
  }
}

extension Shaping {
  fileprivate func stroke(stepExponent: UInt8) -> Stroke? {
    PackedPoints([from, to], stepExponent: stepExponent).map {
      Stroke(kind: kind, ink: ink, filled: isFilled, points: $0)
    }
  }
}
