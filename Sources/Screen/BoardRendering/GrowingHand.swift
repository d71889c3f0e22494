import BoardModel

/// The painted part of a freehand stroke in progress.
public struct GrowingHand: Sendable {
  var walk: HandWalk
  var cursor: StrokeCursor

  /// Whether the last step is not painted yet, because it is long and the next point determines its
  /// curve.
  public var hasTail: Bool { walk.waiting != nil }
}

/// The progress of reading a hand's points: the index of the next byte, and the place of the last
/// point.
struct StrokeCursor {
  var index = 0
  var x: Int
  var y: Int
}

extension StrokeCursor {
  init(_ origin: BoardPoint, _ offset: BoardOffset) {
    self.init(x: Int(origin.x) + Int(offset.dx), y: Int(origin.y) + Int(offset.dy))
  }
}

/// A place of the hand on the board, and the dot that contains it.
struct HandSpot {
  let x: Int
  let y: Int
  let dotX: Int
  let dotY: Int

  @inline(__always)
  var isNear: Bool { abs(dotX) < Painter.farDots && abs(dotY) < Painter.farDots }
  /// Whether the other place lies within this many units along either axis.
  @inline(__always)
  func isWithin(_ units: Int, of other: Self) -> Bool {
    let room = UInt(bitPattern: 2 &* units)
    return UInt(bitPattern: x &- other.x &+ units) <= room
      && UInt(bitPattern: y &- other.y &+ units) <= room
  }

  var position: SpotOnBoard { SpotOnBoard(x: Double(x), y: Double(y)) }
  var point: BoardPoint {
    BoardPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
  }
}

/// A step so long that it is curved.
struct HandStretch {
  let before: BoardPoint?
  let from: HandSpot
  let to: HandSpot
}

/// The progress of painting a hand's line.
struct HandWalk {
  var last: HandSpot
  var before: BoardPoint?
  /// The step that is not painted yet, because its curve depends on the next point.
  var waiting: HandStretch?

  init(first: HandSpot) { last = first }
}
