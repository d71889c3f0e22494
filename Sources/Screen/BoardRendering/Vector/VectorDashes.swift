import CellFrame

/// Divides lines into dashes, in a drawing's units.
enum VectorDashes {
  /// The length of a dash.
  static let dash = 30.0
  /// The length of a gap between thin dashes, without the round ends of the dashes.
  static let gap = 14.0
  /// The number of dashes beyond which a line stays whole. No page shows so many.
  private static let countMax = 4_000

  /// Returns the dashes of a line from point to point, which go on round the corners.
  static func path(along line: [VectorPoint], gap: Double) -> VectorPath {
    let parts = zip(line, line.dropFirst()).map { ($0, $1, distance($0, $1)) }
    let length = parts.reduce(0) { $0 + $1.2 }
    guard length > 0, length / (dash + gap) < Double(countMax) else {
      return VectorPath(through: line)
    }
    var steps: [VectorPath.Step] = []
    // The rest of the dash or the gap at the place that the walk has reached.
    var (rest, isDash) = (dash, true)
    for (a, b, length) in parts where length > 0 {
      if isDash { steps.append(.move(a)) }
      var walked = 0.0
      while walked < length {
        let step = min(rest, length - walked)
        walked += step
        rest -= step
        let point = VectorPoint(
          x: a.x + (b.x - a.x) * walked / length, y: a.y + (b.y - a.y) * walked / length)
        if isDash { steps.append(.line(point)) }
        guard rest <= 0 else { continue }
        isDash.toggle()
        rest = isDash ? dash : gap
        if isDash { steps.append(.move(point)) }
      }
    }
    return VectorPath(steps)
  }

  private static func distance(_ a: VectorPoint, _ b: VectorPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Returns the dashes of the line round a shape.
  static func path(along form: VectorShape.Form, gap: Double) -> VectorPath {
    path(along: outline(of: form), gap: gap)
  }

  private static func outline(of form: VectorShape.Form) -> [VectorPoint] {
    switch form {
    case .rectangle(let box): return outline(of: VectorPath(box, radiusX: 0, radiusY: 0))
    case .ellipse(let box):
      return outline(of: VectorPath(box, radiusX: box.width / 2, radiusY: box.height / 2))
    case .path(let path): return outline(of: path)
    case .curve(let places): return places
    }
  }

  /// Returns the places of a path of one line. A curve becomes sixteen straight parts.
  private static func outline(of path: VectorPath) -> [VectorPoint] {
    var points: [VectorPoint] = []
    for step in path.steps {
      switch step {
      case .move(let point), .line(let point): points.append(point)
      case .close: points += points.prefix(1)
      case .curve(let first, let second, let end):
        guard let start = points.last else { continue }
        points += (1...16).map { curve(start, first, second, end, at: Double($0) / 16) }
      }
    }
    return points
  }

  private static func curve(
    _ a: VectorPoint, _ b: VectorPoint, _ c: VectorPoint, _ d: VectorPoint, at part: Double
  ) -> VectorPoint {
    let rest = 1 - part
    let weights = [rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part]
    let last = part * part * part
    return VectorPoint(
      x: a.x * weights[0] + b.x * weights[1] + c.x * weights[2] + d.x * last,
      y: a.y * weights[0] + b.y * weights[1] + c.y * weights[2] + d.y * last)
  }
}

extension VectorPath {
  /// Creates the closed path of a box with round corners; a radius of 0 makes them square.
  init(_ rect: VectorRect, radiusX: Double, radiusY: Double) {
    let (left, top) = (rect.corner.x, rect.corner.y)
    let (right, bottom) = (left + rect.width, top + rect.height)
    guard radiusX > 0, radiusY > 0 else {
      self.init(
        through: [
          VectorPoint(x: left, y: top), VectorPoint(x: right, y: top),
          VectorPoint(x: right, y: bottom), VectorPoint(x: left, y: bottom),
        ], isClosed: true)
      return
    }
    // The distance of the control points that makes a curve a quarter of an ellipse.
    let (bendX, bendY) = (radiusX * 0.5523, radiusY * 0.5523)
    func point(_ x: Double, _ y: Double) -> VectorPoint { VectorPoint(x: x, y: y) }
    self.init([
      .move(point(left + radiusX, top)), .line(point(right - radiusX, top)),
      .curve(
        point(right - radiusX + bendX, top), point(right, top + radiusY - bendY),
        point(right, top + radiusY)),
      .line(point(right, bottom - radiusY)),
      .curve(
        point(right, bottom - radiusY + bendY), point(right - radiusX + bendX, bottom),
        point(right - radiusX, bottom)),
      .line(point(left + radiusX, bottom)),
      .curve(
        point(left + radiusX - bendX, bottom), point(left, bottom - radiusY + bendY),
        point(left, bottom - radiusY)),
      .line(point(left, top + radiusY)),
      .curve(
        point(left, top + radiusY - bendY), point(left + radiusX - bendX, top),
        point(left + radiusX, top)),
      .close,
    ])
  }
}
