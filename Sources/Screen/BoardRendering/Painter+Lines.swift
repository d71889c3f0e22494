extension Painter {
  /// The distance from the canvas, in dots, beyond which a line is cut in floating point before its
  /// dots are computed. It does not depend on `clip`, so that painting a part gives the same dots
  /// as painting the whole.
  static let farDots = 1 << 20
  private static let far = 0x1p20

  /// Returns the dot that contains a place.
  @inline(__always)
  static func floor(_ value: Double) -> Int {
    guard abs(value) < far else { return Int(value.rounded(.down)) }
    // On most processors, rounding down needs a function call, and the usual conversion checks its
    // range. This code avoids both: after the addition of three times `far`, every value lies
    // between two neighbouring powers of two and has 31 bits of fraction.
    return Int(truncatingIfNeeded: (value + 3 * far).bitPattern >> 31) &- floorOfNothing
  }

  private static let floorOfNothing = Int(truncatingIfNeeded: (3 * far).bitPattern >> 31)

  /// Draws a line of single dots between two places, both ends included, without gaps.
  func line(_ a: DotPoint, _ b: DotPoint) {
    let far = Self.far
    guard abs(a.x) < far, abs(a.y) < far, abs(b.x) < far, abs(b.y) < far else {
      cutLine(a, b)
      return
    }
    steps(
      Self.floor(a.x), Self.floor(a.y), Self.floor(b.x), Self.floor(b.y), skippingFirst: false)
  }

  private func cutLine(_ a: DotPoint, _ b: DotPoint) {
    guard let (from, to) = Self.cut(a, b, to: Self.far / 2) else { return }
    steps(
      Int(from.x.rounded(.down)), Int(from.y.rounded(.down)), Int(to.x.rounded(.down)),
      Int(to.y.rounded(.down)), skippingFirst: false)
  }

  /// Returns the part of a line within `bound` of the origin along both axes, or nil if there is none.
  static func cut(_ a: DotPoint, _ b: DotPoint, to bound: Double) -> (DotPoint, DotPoint)? {
    let sides = -bound...bound
    guard let part = part(of: a, b, withinX: sides, y: sides) else { return nil }
    func point(_ part: Double) -> DotPoint {
      DotPoint(
        x: min(max(a.x + (b.x - a.x) * part, -bound), bound),
        y: min(max(a.y + (b.y - a.y) * part, -bound), bound))
    }
    return (point(part.lowerBound), point(part.upperBound))
  }

  /// Returns the part of a line within a box: 0 is `a`, 1 is `b` (Liang and Barsky, 1984). Nil if
  /// there is none.
  static func part(
    of a: DotPoint, _ b: DotPoint, withinX across: ClosedRange<Double>, y down: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    var (start, end) = (0.0, 1.0)
    for (from, delta, sides) in [(a.x, b.x - a.x, across), (a.y, b.y - a.y, down)] {
      if delta == 0 {
        if !sides.contains(from) { return nil }
        continue
      }
      let (one, other) = ((sides.lowerBound - from) / delta, (sides.upperBound - from) / delta)
      start = max(start, min(one, other))
      end = min(end, max(one, other))
    }
    return start <= end ? start...end : nil
  }

  /// Draws Bresenham's line. Each dot depends only on the ends of the line, so a cut by `clip` does
  /// not change the other dots. `skippingFirst` leaves out the first dot, which is painted already.
  func steps(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, skippingFirst: Bool) {
    if clip.contains(x0, y0), clip.contains(x1, y1) {
      if !skippingFirst { dot(x0, y0) }
      insideSteps(x0, y0, x1, y1)
    } else {
      clippedSteps(x0, y0, x1, y1)
    }
  }

  /// Draws all dots except the first.
  @inline(__always)
  private func insideSteps(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    guard isPlain else { return Line(x0, y0, x1, y1).eachDot { x, y in dot(x, y) } }
    PlainInk(self).steps(x0, y0, x1, y1)
  }

  /// Draws the dots of the line within `clip`, and computes only this part of the line.
  private func clippedSteps(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    let isSteep = abs(y1 - y0) > abs(x1 - x0)
    let (major0, minor0) = isSteep ? (y0, x0) : (x0, y0)
    let (major1, minor1) = isSteep ? (y1, x1) : (x1, y1)
    let (low, high) = isSteep ? (clip.minY, clip.maxY) : (clip.minX, clip.maxX)
    let (stepMajor, stepMinor) = (major0 <= major1 ? 1 : -1, minor0 <= minor1 ? 1 : -1)
    let (dMajor, dMinor) = (abs(major1 - major0), abs(minor1 - minor0))
    let first = max(0, stepMajor > 0 ? low - major0 : major0 - high)
    let last = min(dMajor, stepMajor > 0 ? high - major0 : major0 - low)
    guard first <= last else { return }
    let ahead = 2 * first * dMinor + dMajor
    var minor = minor0 + stepMinor * (dMajor == 0 ? 0 : ahead / (2 * dMajor))
    var rest = dMajor == 0 ? 0 : ahead % (2 * dMajor)
    var major = major0 + stepMajor * first
    for _ in first...last {
      let (x, y) = isSteep ? (minor, major) : (major, minor)
      if clip.contains(x, y) { dot(x, y) }
      major += stepMajor
      rest += 2 * dMinor
      if rest >= 2 * dMajor {
        rest -= 2 * dMajor
        minor += stepMinor
      }
    }
  }
}

extension Painter {
  /// Draws a line as broad as a round pen. `radius` is in widths of a dot; `grid` corrects for dots
  /// that are not square.
  func thickLine(_ a: DotPoint, _ b: DotPoint, radius: Double) {
    line(a, b)
    let square = grid.scaleX / grid.scaleY
    guard let (from, to) = Self.cut(a, b, to: Self.far / 2 + radius) else { return }
    let pen = Capsule(
      a: DotPoint(x: from.x, y: from.y * square), b: DotPoint(x: to.x, y: to.y * square),
      radius: radius)
    let top = max(Double(clip.minY), ((pen.top) / square - 0.5).rounded(.up))
    let bottom = min(Double(clip.maxY), ((pen.bottom) / square - 0.5).rounded(.down))
    guard top <= bottom, pen.left <= Double(clip.maxX + 1), pen.right >= Double(clip.minX) else {
      return
    }
    for y in Int(top)...Int(bottom) {
      guard let (left, right) = pen.extent(at: (Double(y) + 0.5) * square) else { continue }
      span(y, from: left, to: right)
    }
  }
}

/// All places within `radius` of a line: the area that a round pen covers. It is convex, so each
/// row of dots crosses it at most once.
private struct Capsule {
  let a: DotPoint
  let b: DotPoint
  let radius: Double
  /// The vector from the line to its edge, at a right angle.
  private let normal: DotPoint

  init(a: DotPoint, b: DotPoint, radius: Double) {
    (self.a, self.b, self.radius) = (a, b, radius)
    let along = b - a
    let length = (along.x * along.x + along.y * along.y).squareRoot()
    normal =
      length > 0
      ? DotPoint(x: -along.y / length * radius, y: along.x / length * radius)
      : DotPoint(x: 0, y: 0)
  }

  var top: Double { min(a.y, b.y) - radius }
  var bottom: Double { max(a.y, b.y) + radius }
  var left: Double { min(a.x, b.x) - radius }
  var right: Double { max(a.x, b.x) + radius }

  func extent(at y: Double) -> (Double, Double)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    func reach(round end: DotPoint) {
      let rest = radius * radius - (y - end.y) * (y - end.y)
      guard rest >= 0 else { return }
      low = min(low, end.x - rest.squareRoot())
      high = max(high, end.x + rest.squareRoot())
    }
    func reach(along side: Double) {
      let from = DotPoint(x: a.x + side * normal.x, y: a.y + side * normal.y)
      let to = DotPoint(x: b.x + side * normal.x, y: b.y + side * normal.y)
      guard from.y != to.y, min(from.y, to.y) <= y, y <= max(from.y, to.y) else { return }
      let x = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y)
      low = min(low, x)
      high = max(high, x)
    }
    reach(round: a)
    reach(round: b)
    reach(along: 1)
    reach(along: -1)
    return low <= high ? (low, high) : nil
  }
}
