/// Cuts strokes that are too long for one operation.
public enum StrokeSplitter {
  /// Returns the strokes of one gesture that together show one stroke of all the points. Each piece
  /// has at most `Limits.pointsPerOperation` points, and begins with the last point of the piece
  /// before. An empty list of points gives an empty result. The caller records the first piece
  /// without a gesture, and gives its number as `gesture` of the other pieces.
  public static func strokes(
    kind: Stroke.Kind, ink: Ink, filled: Bool = false, points: [BoardPoint], stepExponent: UInt8
  ) -> [Stroke] {
    pieces(of: points).enumerated().compactMap { index, piece in
      PackedPoints(piece, stepExponent: stepExponent).map {
        Stroke(kind: kind, ink: ink, filled: filled, points: $0, continues: index > 0)
      }
    }
  }

  static func pieces(of points: [BoardPoint]) -> [ArraySlice<BoardPoint>] {
    let size = Limits.pointsPerOperation
    guard points.count > size else { return points.isEmpty ? [] : [points[...]] }
    return stride(from: 0, to: points.count - 1, by: size - 1).map {
      points[$0..<min($0 + size, points.count)]
    }
  }
}
