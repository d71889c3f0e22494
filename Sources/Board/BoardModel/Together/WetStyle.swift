/// How a stroke looks that is still under somebody's pen.
public struct WetStyle: Hashable, Sendable {
  public let kind: Stroke.Kind
  public let ink: Ink
  /// Of rectangles and ellipses.
  public let filled: Bool
  /// The step that its points are rounded to is 2 to this power, 0 … 12.
  public let stepExponent: UInt8

  public init(kind: Stroke.Kind, ink: Ink, filled: Bool = false, stepExponent: UInt8) {
    self.kind = kind
    self.ink = ink
    self.filled = filled
    self.stepExponent = min(stepExponent, PackedPoints.stepExponentMax)
  }

  /// The stroke that these points make: shapes lie between the first and the last of them, so that
  /// whoever draws one out sends one point after the other. Nil for no points, and for a region,
  /// which is never under a pen.
  public func stroke(through points: some BidirectionalCollection<BoardPoint>) -> Stroke? {
    guard let first = points.first, let last = points.last else { return nil }
    let shown: PackedPoints?
    switch kind {
    case .pen, .marker: shown = PackedPoints(points, stepExponent: stepExponent)
    case .line, .arrow, .rectangle, .ellipse:
      shown = PackedPoints([first, last], stepExponent: stepExponent)
    case .region: shown = nil
    }
    return shown.map { Stroke(kind: kind, ink: ink, filled: filled, points: $0) }
  }
}
