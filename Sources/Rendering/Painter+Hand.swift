import Drawing

extension Painter {
  /// Paints a freehand line through its points and those of its further pieces. Points of one dot
  /// count once; where points lie far apart, the line between them is a curve, so that a fast hand
  /// leaves no corners.
  func hand(_ points: PackedPoints, _ pieces: [Stroke], _ offset: BoardOffset, _ pen: Pen) {
    var walk = HandWalk(
      first: spot(
        Int(points.origin.x) + Int(offset.dx), Int(points.origin.y) + Int(offset.dy)))
    segment(grid.dot(walk.c.place), grid.dot(walk.c.place), pen)
    follow(points, offset, pen, &walk)
    for piece in pieces {
      let origin = piece.points.origin
      step(to: spot(Int(origin.x) + Int(offset.dx), Int(origin.y) + Int(offset.dy)), pen, &walk)
      follow(piece.points, offset, pen, &walk)
    }
    if walk.count > 1 { stretch(walk, nil, pen) }
  }

  /// Walks through all points but the first.
  private func follow(
    _ points: PackedPoints, _ offset: BoardOffset, _ pen: Pen, _ walk: inout HandWalk
  ) {
    let shift = Int(points.stepExponent)
    var x = Int(points.origin.x) &+ Int(offset.dx)
    var y = Int(points.origin.y) &+ Int(offset.dy)
    points.deltas.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        x &+= Self.delta(bytes, &index) << shift
        y &+= Self.delta(bytes, &index) << shift
        step(to: spot(x, y), pen, &walk)
      }
    }
  }

  @inline(__always)
  private func spot(_ x: Int, _ y: Int) -> HandSpot {
    HandSpot(
      x: x, y: y, dotX: Self.floor(Double(x) * grid.scaleX + grid.originX),
      dotY: Self.floor(Double(y) * grid.scaleY + grid.originY))
  }

  @inline(__always)
  private func step(to spot: HandSpot, _ pen: Pen, _ walk: inout HandWalk) {
    guard spot.dotX != walk.c.dotX || spot.dotY != walk.c.dotY else { return }
    if walk.count > 1 { stretch(walk, spot, pen) }
    walk.take(spot)
  }

  /// The part from `b` to `c` of a line that goes on to `d`.
  @inline(__always)
  private func stretch(_ walk: HandWalk, _ d: HandSpot?, _ pen: Pen) {
    let (b, c) = (walk.b, walk.c)
    if max(abs(c.x &- b.x), abs(c.y &- b.y)) > grid.curveTolerance {
      curve(walk.count > 2 ? walk.a : nil, b, c, d, pen)
    } else if pen.isThin, b.isNear, c.isNear {
      steps(b.dotX, b.dotY, c.dotX, c.dotY, skippingFirst: true)
    } else {
      segment(grid.dot(b.place), grid.dot(c.place), pen)
    }
  }

  private func curve(_ a: HandSpot?, _ b: HandSpot, _ c: HandSpot, _ d: HandSpot?, _ pen: Pen) {
    // A curve strays from its chord by less than half the chord's length.
    let (from, to) = (grid.dot(b.place), grid.dot(c.place))
    let (spreadX, spreadY) = (abs(to.x - from.x), abs(to.y - from.y))
    let margin = max(spreadX, spreadY) + 2 * pen.radius * max(1, grid.scaleY / grid.scaleX) + 2
    guard min(from.x, to.x) - margin <= Double(clip.maxX),
      max(from.x, to.x) + margin >= Double(clip.minX),
      min(from.y, to.y) - margin <= Double(clip.maxY),
      max(from.y, to.y) + margin >= Double(clip.minY)
    else { return }
    var last = from
    let curve = Smoothing.step(
      before: a?.point, from: b.point, to: c.point, after: d?.point,
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
    guard index < bytes.count else { return 0 }
    let byte = bytes[index]
    index &+= 1
    if byte < 128 { return unfolded(UInt32(byte)) }
    var value = UInt32(byte & 127)
    var shift: UInt32 = 7
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
  var place: SpotOnBoard { SpotOnBoard(x: Double(x), y: Double(y)) }
  var point: BoardPoint {
    BoardPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
  }
}

/// The last three places of a hand, `c` the newest; of fewer, the oldest fill in.
private struct HandWalk {
  private(set) var a: HandSpot
  private(set) var b: HandSpot
  private(set) var c: HandSpot
  private(set) var count = 1

  init(first: HandSpot) { (a, b, c) = (first, first, first) }

  @inline(__always)
  mutating func take(_ spot: HandSpot) {
    a = b
    b = c
    c = spot
    count &+= 1
  }
}
