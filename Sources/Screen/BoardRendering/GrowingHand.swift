import BoardModel

/// How far a freehand stroke was painted that is still under a hand.
public struct GrowingHand: Sendable {
  var walk: HandWalk
  var reading: HandReading

  /// Whether its last step is so long that the next point bends it: that one is not painted yet.
  public var hasTail: Bool { walk.waiting != nil }
}

/// How far the points of a hand were read: the next byte of them, and the last point's place.
struct HandReading {
  var index = 0
  var x: Int
  var y: Int
}

extension HandReading {
  init(_ origin: BoardPoint, _ offset: BoardOffset) {
    self.init(x: Int(origin.x) + Int(offset.dx), y: Int(origin.y) + Int(offset.dy))
  }
}

/// A place of the hand on the board, and the dot it lies in.
struct HandSpot {
  let x: Int
  let y: Int
  let dotX: Int
  let dotY: Int

  @inline(__always)
  var isNear: Bool { abs(dotX) < Painter.farDots && abs(dotY) < Painter.farDots }
  /// Along either axis.
  @inline(__always)
  func isWithin(_ units: Int, of other: Self) -> Bool {
    let room = UInt(bitPattern: 2 &* units)
    return UInt(bitPattern: x &- other.x &+ units) <= room
      && UInt(bitPattern: y &- other.y &+ units) <= room
  }

  var place: SpotOnBoard { SpotOnBoard(x: Double(x), y: Double(y)) }
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

/// How far a hand has come.
struct HandWalk {
  var last: HandSpot
  var before: BoardPoint?
  /// Not painted yet, as a curve depends on the place after it.
  var waiting: HandStretch?

  init(first: HandSpot) { last = first }
}
