import BoardModel

extension Painter {
  /// Paints a freehand line through its own points and the points of its further pieces. Successive
  /// points in the same dot count once. Between points that lie far apart, the line is a curve, so
  /// that a fast hand leaves no corners.
  func hand(_ points: PackedPoints, _ pieces: [Stroke], _ offset: BoardOffset, _ pen: Pen) {
    var hand = begin(points, offset, pen)
    follow(points, pen, &hand)
    for piece in pieces {
      hand.cursor = StrokeCursor(piece.points.origin, offset)
      step(to: spot(hand.cursor.x, hand.cursor.y), pen, &hand.walk)
      follow(piece.points, pen, &hand)
    }
    end(hand, pen)
  }

  /// Paints the part of a freehand line after `hand`, or all of it if `hand` is nil. A long last
  /// step is not painted yet, because the next point determines its curve.
  func grow(_ points: PackedPoints, _ pen: Pen, after hand: inout GrowingHand?) {
    var grown = hand ?? begin(points, .zero, pen)
    follow(points, pen, &grown)
    hand = grown
  }

  /// Paints the last step that still waits for its next point, as if the line ended there.
  func end(_ hand: GrowingHand, _ pen: Pen) {
    if let waiting = hand.walk.waiting { curve(waiting, after: nil, pen) }
  }

  private func begin(_ points: PackedPoints, _ offset: BoardOffset, _ pen: Pen) -> GrowingHand {
    let cursor = StrokeCursor(points.origin, offset)
    let walk = HandWalk(first: spot(cursor.x, cursor.y))
    segment(grid.dot(walk.last.position), grid.dot(walk.last.position), pen)
    return GrowingHand(walk: walk, cursor: cursor)
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
      segment(grid.dot(start.position), grid.dot(end.position), pen)
    }
  }

  /// Reads and paints all points that were not read yet.
  private func follow(_ points: PackedPoints, _ pen: Pen, _ hand: inout GrowingHand) {
    let shift = Int(points.stepExponent)
    var (walk, x, y) = (hand.walk, hand.cursor.x, hand.cursor.y)
    let (plain, clip, reach) = (PlainInk(self), clip, grid.curveTolerance)
    points.deltas.withUnsafeBufferPointer { bytes in
      var (index, last) = (hand.cursor.index, walk.last)
      var isQuick = isPlainStep(pen, walk)
      while index < bytes.count {
        x &+= Self.delta(bytes, &index) &<< shift
        y &+= Self.delta(bytes, &index) &<< shift
        let spot = spot(x, y)
        if isQuick, spot.isWithin(reach, of: last), clip.contains(spot.dotX, spot.dotY) {
          // This is the usual case for nearly all points. A point in the same dot as the last point
          // is skipped.
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
      hand = GrowingHand(walk: walk, cursor: StrokeCursor(index: index, x: x, y: y))
    }
  }

  /// Whether a short next step needs only a few dots within `clip`.
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
      segment(grid.dot(last.position), grid.dot(spot.position), pen)
    }
    walk.before = last.point
    walk.last = spot
  }

  private func curve(_ stretch: HandStretch, after: HandSpot?, _ pen: Pen) {
    // The distance of a curve from its chord is less than half the chord's length.
    let (from, to) = (grid.dot(stretch.from.position), grid.dot(stretch.to.position))
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
      let position = grid.dot(SpotOnBoard(x: Double(point.x), y: Double(point.y)))
      segment(last, position, pen)
      last = position
    }
  }

  /// Reads one zig-zag varint. If the bytes end too early, the value consists of the bytes that are
  /// there.
  @inline(__always)
  private static func delta(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
    guard index &+ 1 < bytes.count else { return longDelta(bytes, &index) }
    let (byte, next) = (UInt32(bytes[index]), UInt32(bytes[index &+ 1]))
    // The number has one or two bytes, in no regular order. The code uses no branch, because the
    // processor could not predict it.
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
