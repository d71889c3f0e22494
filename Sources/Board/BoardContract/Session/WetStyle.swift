import BoardModel

/// The style of a stroke that its author is still drawing.
package struct WetStyle: Hashable, Sendable {
  /// The meaning of the points.
  package let kind: Stroke.Kind
  /// The colour and the width of the ink.
  package let ink: Ink
  /// Whether a rectangle or an ellipse is filled.
  package let filled: Bool
  /// The points are rounded to a step of 2 to this power, 0 … 12, in units.
  package let stepExponent: UInt8

  /// Creates a style; limits the exponent to `PackedPoints.stepExponentMax`.
  package init(kind: Stroke.Kind, ink: Ink, filled: Bool = false, stepExponent: UInt8) {
    self.kind = kind
    self.ink = ink
    self.filled = filled
    self.stepExponent = min(stepExponent, PackedPoints.stepExponentMax)
  }

  /// Returns the stroke through these points. A shape is drawn from the first point to the last, so
  /// a program can send the points while the author drags the shape. Nil for no points, and for a
  /// region, which no author draws by hand.
  package func stroke(through points: some BidirectionalCollection<BoardPoint>) -> Stroke? {
    guard let first = points.first, let last = points.last else { return nil }
    let shown: PackedPoints?
    switch kind {
    case .pen, .marker: shown = PackedPoints(points, stepExponent: stepExponent)
    case .line, .arrow, .rectangle, .ellipse, .diamond:
      shown = PackedPoints([first, last], stepExponent: stepExponent)
    case .region: shown = nil
    }
    return shown.map { Stroke(kind: kind, ink: ink, filled: filled, points: $0) }
  }
}
