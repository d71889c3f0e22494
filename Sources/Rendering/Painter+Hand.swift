import Drawing

extension Painter {
  /// Paints a freehand line through its points and those of its further pieces. Points of one dot
  /// count once; where points lie far apart, the line between them is a curve, so that a fast hand
  /// leaves no corners.
  func hand(_ points: PackedPoints, _ pieces: [Stroke], _ offset: BoardOffset, _ pen: Pen) {
    var walk = HandWalk(
      first: spot(
        Int(points.origin.x) + Int(offset.dx), Int(points.origin.y) + Int(offset.dy)))
    segment(grid.dot(walk.last.place), grid.dot(walk.last.place), pen)
    follow(points, offset, pen, &walk)
    for piece in pieces {
      let origin = piece.points.origin
      step(to: spot(Int(origin.x) + Int(offset.dx), Int(origin.y) + Int(offset.dy)), pen, &walk)
      follow(piece.points, offset, pen, &walk)
    }
    if let waiting = walk.waiting { curve(waiting, after: nil, pen) }
  }

  /// Paints one step of a hand, curved if it is long.
  func step(
    before: BoardPoint?, from: BoardPoint, to: BoardPoint, after: BoardPoint?, _ pen: Pen
  ) {
    let (start, end) = (spot(Int(from.x), Int(from.y)), spot(Int(to.x), Int(to.y)))
    if before ?? after != nil, grid.isLong(from, to) {
      let next = after.map { spot(Int($0.x), Int($0.y)) }
      curve(HandStretch(before: before, from: start, to: end), after: next, pen)
    } else {
      segment(grid.dot(start.place), grid.dot(end.place), pen)
    }
  }

  /// Walks through all points but the first.
  private func follow(
    _ points: PackedPoints, _ offset: BoardOffset, _ pen: Pen, _ walk: inout HandWalk
  ) {
    let shift = Int(points.stepExponent)
    var x = Int(points.origin.x) &+ Int(offset.dx)
    var y = Int(points.origin.y) &+ Int(offset.dy)
    let (plain, clip, reach) = (PlainInk(self), clip, grid.curveTolerance)
    points.deltas.withUnsafeBufferPointer { bytes in
      var (index, last) = (0, walk.last)
      var isQuick = isPlainStep(pen, walk)
      while index < bytes.count {
        x &+= Self.delta(bytes, &index) &<< shift
        y &+= Self.delta(bytes, &index) &<< shift
        let spot = spot(x, y)
        if isQuick, spot.isWithin(reach, of: last), clip.contains(spot.dotX, spot.dotY) {
          // Nearly every point of nearly every stroke. One in the last one's dot does not count.
          guard spot.dotX != last.dotX || spot.dotY != last.dotY else { continue }
          plain.steps(last.dotX, last.dotY, spot.dotX, spot.dotY)
          walk.before = last.point
          last = spot
        } else {
          walk.last = last
          step(to: spot, pen, &walk)
          last = walk.last
          isQuick = isPlainStep(pen, walk)
        }
      }
      walk.last = last
    }
  }

  /// Whether a short step on from here is but a few dots within `clip`.
  private func isPlainStep(_ pen: Pen, _ walk: HandWalk) -> Bool {
    pen.isThin && isPlain && walk.waiting == nil && clip.contains(walk.last.dotX, walk.last.dotY)
  }

  @inline(__always)
  private func spot(_ x: Int, _ y: Int) -> HandSpot {
    HandSpot(
      x: x, y: y, dotX: Self.floor(Double(x) * grid.scaleX + grid.originX),
      dotY: Self.floor(Double(y) * grid.scaleY + grid.originY))
  }

  private func step(to spot: HandSpot, _ pen: Pen, _ walk: inout HandWalk) {
    let last = walk.last
    guard spot.dotX != last.dotX || spot.dotY != last.dotY else { return }
    if let waiting = walk.waiting {
      curve(waiting, after: spot, pen)
      walk.waiting = nil
    }
    if !spot.isWithin(grid.curveTolerance, of: last) {
      walk.waiting = HandStretch(before: walk.before, from: last, to: spot)
    } else if pen.isThin, last.isNear, spot.isNear {
      steps(last.dotX, last.dotY, spot.dotX, spot.dotY, skippingFirst: true)
    } else {
      segment(grid.dot(last.place), grid.dot(spot.place), pen)
    }
    walk.before = last.point
    walk.last = spot
  }

  private func curve(_ stretch: HandStretch, after: HandSpot?, _ pen: Pen) {
    // A curve strays from its chord by less than half the chord's length.
    let (from, to) = (grid.dot(stretch.from.place), grid.dot(stretch.to.place))
    let (spreadX, spreadY) = (abs(to.x - from.x), abs(to.y - from.y))
    let margin = max(spreadX, spreadY) + 2 * pen.radius * max(1, grid.scaleY / grid.scaleX) + 2
    guard min(from.x, to.x) - margin <= Double(clip.maxX),
      max(from.x, to.x) + margin >= Double(clip.minX),
      min(from.y, to.y) - margin <= Double(clip.maxY),
      max(from.y, to.y) + margin >= Double(clip.minY)
    else { return }
    var last = from
    let curve = Smoothing.step(
      before: stretch.before, from: stretch.from.point, to: stretch.to.point, after: after?.point,
      tolerance: Int32(truncatingIfNeeded: grid.curveTolerance))
    for point in curve {
      let place = grid.dot(SpotOnBoard(x: Double(point.x), y: Double(point.y)))
      segment(last, place, pen)
      last = place
    }
  }

  /// One zig-zag varint. Cut short, it counts as far as it goes.
  @inline(__always)
  private static func delta(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
    guard index &+ 1 < bytes.count else { return longDelta(bytes, &index) }
    let (byte, next) = (UInt32(bytes[index]), UInt32(bytes[index &+ 1]))
    // One byte or two, at random: told apart without a branch, which would be guessed wrong.
    let isLonger = byte >> 7
    guard isLonger & next >> 7 == 0 else { return longDelta(bytes, &index) }
    index &+= 1 &+ Int(isLonger)
    return unfolded(byte & 127 | next << 7 & (0 &- isLonger))
  }

  @inline(never)
  private static func longDelta(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
    var (value, shift): (UInt32, UInt32) = (0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      index &+= 1
      value |= UInt32(byte & 127) << shift
      shift += 7
      if byte < 128 { break }
    }
    return unfolded(value)
  }

  @inline(__always)
  private static func unfolded(_ value: UInt32) -> Int {
    Int(Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1))
  }
}

/// A place of the hand on the board, and the dot it lies in.
private struct HandSpot {
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
private struct HandStretch {
  let before: BoardPoint?
  let from: HandSpot
  let to: HandSpot
}

/// How far a hand has come.
private struct HandWalk {
  var last: HandSpot
  var before: BoardPoint?
  /// Not painted yet, as a curve depends on the place after it.
  var waiting: HandStretch?

  init(first: HandSpot) { last = first }
}
