import Drawing
import Vocabulary

// What the hand finds, by the boxes of things.
extension Picture {
  func topmost(at point: BoardPoint, reach: Int32) -> Thing? {
    things(in: BoardRect(point).grown(by: reach)).last
  }

  func things(along from: BoardPoint, _ to: BoardPoint, reach: Int32) -> [Thing] {
    Array(things(in: BoardRect(from, to).grown(by: reach)))
  }

  func things(inside loop: [BoardPoint]) -> [Thing] {
    guard let box = BoardRect(around: loop) else { return [] }
    return things(in: box).filter { thing in
      box.contains(BoardPoint(x: thing.bounds.minX, y: thing.bounds.minY))
        && box.contains(BoardPoint(x: thing.bounds.maxX, y: thing.bounds.maxY))
    }
  }

  var latestHide: EntryID? { nil }
}

extension Stroke {
  static func pieces(
    kind: Kind, ink: Ink, points: [BoardPoint], stepExponent: UInt8
  ) -> [Stroke] {
    let most = Limits.pointsPerOperation
    return stride(from: 0, to: points.count, by: most).compactMap { start in
      let part = Array(points[start..<min(start + most, points.count)])
      return PackedPoints(part, stepExponent: stepExponent).map {
        Stroke(kind: kind, ink: ink, points: $0, continues: start > 0)
      }
    }
  }
}

extension Stroke.Kind {
  func constrained(from: BoardPoint, to: BoardPoint) -> BoardPoint { to }
}

extension Whiteboard {
  func region(around point: BoardPoint) -> Stroke? { nil }
}
