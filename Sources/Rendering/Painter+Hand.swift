import Drawing

extension Painter {
  /// Paints a freehand line through its points and those of its further pieces. Points of one dot
  /// count once; where points lie far apart, the line between them is a curve, so that a fast hand
  /// leaves no corners.
  func hand(_ points: PackedPoints, _ pieces: [Stroke], _ offset: BoardOffset, _ pen: Pen) {
    var walk = HandWalk(first: grid.dot(SpotOnBoard(points.origin, offset)))
    follow(points, offset, pen, &walk)
    for piece in pieces {
      step(to: grid.dot(SpotOnBoard(piece.points.origin, offset)), pen, &walk)
      follow(piece.points, offset, pen, &walk)
    }
    stretch(walk.a, walk.b, walk.c, walk.c, pen)
  }

  /// Walks through all points but the first.
  private func follow(
    _ points: PackedPoints, _ offset: BoardOffset, _ pen: Pen, _ walk: inout HandWalk
  ) {
    let shift = Int64(points.stepExponent)
    var x = Int64(points.origin.x) + Int64(offset.dx)
    var y = Int64(points.origin.y) + Int64(offset.dy)
    points.deltas.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        x &+= Self.delta(bytes, &index) << shift
        y &+= Self.delta(bytes, &index) << shift
        let place = DotPoint(
          x: Double(x) * grid.scaleX + grid.originX, y: Double(y) * grid.scaleY + grid.originY)
        step(to: place, pen, &walk)
      }
    }
  }

  @inline(__always)
  private func step(to place: DotPoint, _ pen: Pen, _ walk: inout HandWalk) {
    guard walk.moves(to: place) else { return }
    if walk.hasMoved { stretch(walk.a, walk.b, walk.c, place, pen) }
    walk.take(place)
  }

  /// One zig-zag varint. Cut short, it counts as far as it goes.
  @inline(__always)
  private static func delta(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int64 {
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
  private static func unfolded(_ value: UInt32) -> Int64 {
    Int64(Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1))
  }

  /// The part from `b` to `c` of a line that comes from `a` and goes on to `d`.
  @inline(__always)
  private func stretch(_ a: DotPoint, _ b: DotPoint, _ c: DotPoint, _ d: DotPoint, _ pen: Pen) {
    if abs(c.x - b.x) < Self.straightDots, abs(c.y - b.y) < Self.straightDots {
      segment(b, c, pen)
    } else {
      curve(a, b, c, d, pen)
    }
  }

  /// Shorter than this along both axes, a curve and a straight line have the same dots.
  private static let straightDots = 4.0

  /// A centripetal Catmull–Rom curve (Catmull and Rom, 1974; Yuksel and others, 2011): it passes
  /// through the points and makes no loops. Held within the box of its four points, it never
  /// leaves the stroke's bounds.
  private func curve(_ a: DotPoint, _ b: DotPoint, _ c: DotPoint, _ d: DotPoint, _ pen: Pen) {
    let (minX, maxX) = (min(min(a.x, b.x), min(c.x, d.x)), max(max(a.x, b.x), max(c.x, d.x)))
    let (minY, maxY) = (min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y)))
    let margin = pen.radius * max(1, grid.scaleY / grid.scaleX) + 2
    guard minX <= Double(clip.maxX) + margin, maxX >= Double(clip.minX) - margin,
      minY <= Double(clip.maxY) + margin, maxY >= Double(clip.minY) - margin
    else { return }
    let bend = Bend(a, b, c, d)
    let steps = Int(min(32, max(4, (max(abs(c.x - b.x), abs(c.y - b.y)) / 2).rounded(.up))))
    var last = b
    for step in 1...steps {
      var place = step == steps ? c : bend.place(at: Double(step) / Double(steps))
      place.x = min(max(place.x, minX), maxX)
      place.y = min(max(place.y, minY), maxY)
      segment(last, place, pen)
      last = place
    }
  }
}

/// The last three places of a hand, `c` the newest.
private struct HandWalk {
  private(set) var a: DotPoint
  private(set) var b: DotPoint
  private(set) var c: DotPoint
  private(set) var hasMoved = false

  init(first: DotPoint) { (a, b, c) = (first, first, first) }

  /// Whether a place is far enough from the newest to be another dot.
  @inline(__always)
  func moves(to place: DotPoint) -> Bool { abs(place.x - c.x) >= 0.5 || abs(place.y - c.y) >= 0.5 }

  @inline(__always)
  mutating func take(_ place: DotPoint) {
    a = b
    b = c
    c = place
    hasMoved = true
  }
}

/// The tangents of one stretch of the curve.
private struct Bend {
  let b: DotPoint
  let c: DotPoint
  private let out: DotPoint
  private let into: DotPoint

  init(_ a: DotPoint, _ b: DotPoint, _ c: DotPoint, _ d: DotPoint) {
    (self.b, self.c) = (b, c)
    // Centripetal: knots as far apart as the square roots of the distances.
    func knot(_ from: DotPoint, _ to: DotPoint) -> Double {
      let gap = to - from
      return max((gap.x * gap.x + gap.y * gap.y).squareRoot().squareRoot(), 1e-6)
    }
    let (ab, bc, cd) = (knot(a, b), knot(b, c), knot(c, d))
    func tangent(
      _ p: DotPoint, _ q: DotPoint, _ r: DotPoint, _ s: Double, _ t: Double
    ) -> DotPoint {
      func slope(_ p: Double, _ q: Double, _ r: Double) -> Double {
        bc * ((q - p) / s - (r - p) / (s + t) + (r - q) / t)
      }
      return DotPoint(x: slope(p.x, q.x, r.x), y: slope(p.y, q.y, r.y))
    }
    out = a == b ? DotPoint(x: (c - b).x, y: (c - b).y) : tangent(a, b, c, ab, bc)
    into = c == d ? DotPoint(x: (c - b).x, y: (c - b).y) : tangent(b, c, d, bc, cd)
  }

  /// Hermite's form, from 0 at `b` to 1 at `c`.
  func place(at t: Double) -> DotPoint {
    let (t2, t3) = (t * t, t * t * t)
    let (h00, h10) = (2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t)
    let (h01, h11) = (3 * t2 - 2 * t3, t3 - t2)
    return DotPoint(
      x: h00 * b.x + h10 * out.x + h01 * c.x + h11 * into.x,
      y: h00 * b.y + h10 * out.y + h01 * c.y + h11 * into.y)
  }
}
