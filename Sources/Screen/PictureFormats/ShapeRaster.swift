import CellFrame

/// The part of each pixel of a picture that a shape covers. Only the pixels near the shape cost
/// time, however large the picture is.
struct ShapeRaster {
  let width: Int
  let height: Int
  /// The covered part of each pixel, 0 … 255, row by row.
  var cover: [UInt8]
  /// The pixels of each row that may be covered, and those that are known to be covered wholly.
  var touched: [(some: Range<Int>, whole: Range<Int>)]
  /// The rows with touched pixels.
  private var rows = 0..<0
  /// How often the sides of further areas may cross lines of sight. Each area uses only a part, so
  /// that some are left for the next ones. This limits the time that areas with many sides need.
  var crossingsLeft = Self.crossingsMax
  /// The work that is left for lines.
  var lineBudget: LineBudget
  /// The parts of the picture where further shapes are seen. Lines elsewhere are left out.
  var tiles: OpenTiles
  /// The letters that were drawn.
  var letters: LetterRaster
  /// Pixels per unit of a drawing, across and down.
  let scaleX: Double
  let scaleY: Double

  /// The crossings of all areas of a picture.
  static let crossingsMax = 16_000_000
  /// Pixels per unit of a drawing, for a cell of the usual size.
  static let scale = Double(PixelSheet.cellWidth) / VectorDrawing.columnWidth
  /// The distance between a curve and the lines that stand for it, in pixels.
  private static let flatness = 0.25

  init(
    width: Int, height: Int, letters: LetterRaster = LetterRaster(),
    scaleX: Double = Self.scale, scaleY: Double = Self.scale
  ) {
    (self.width, self.height, self.scaleX, self.scaleY) = (width, height, scaleX, scaleY)
    cover = Array(repeating: 0, count: width * height)
    touched = Array(repeating: (0..<0, 0..<0), count: height)
    lineBudget = LineBudget(width: width, height: height)
    tiles = OpenTiles(width: width, height: height)
    self.letters = letters
  }

  /// Calls `body` for each run of pixels that are covered alike, and clears all pixels.
  mutating func drainCover(
    _ body: (_ pixels: Range<Int>, _ cover: UInt8, _ tiles: inout OpenTiles) -> Void
  ) {
    cover.withUnsafeMutableBytes { cover in
      for row in rows {
        var offset = row * width + touched[row].some.lowerBound
        let end = row * width + touched[row].some.upperBound
        while offset < end {
          let start = offset
          let value = cover[start]
          let eight = UInt64(value) &* 0x0101_0101_0101_0101
          while offset + 8 <= end,
            cover.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == eight
          { offset += 8 }
          while offset < end, cover[offset] == value { offset += 1 }
          guard value > 0 else { continue }
          body(start..<offset, value, &tiles)
          UnsafeMutableRawBufferPointer(rebasing: cover[start..<offset])
            .initializeMemory(as: UInt8.self, repeating: 0)
        }
        touched[row] = (0..<0, 0..<0)
      }
    }
    rows = 0..<0
  }

  /// Notes that pixels of a row may be covered.
  mutating func touch(row: Int, _ columns: Range<Int>) {
    touched[row].some = touched[row].some.joined(columns)
    rows = rows.joined(row..<row + 1)
  }

  // MARK: Shapes

  /// Adds the line and the inside of a shape.
  mutating func add(_ shape: VectorShape) {
    let radius = shape.lineWidth / 2 * (scaleX + scaleY) / 2
    switch shape.form {
    case .rectangle(let box):
      let outer = corners(box, grownBy: radius)
      let inner = corners(box, grownBy: -radius)
      let isSolid = shape.isFilled || inner[0].x >= inner[2].x || inner[0].y >= inner[2].y
      fill(isSolid ? [outer] : [outer, inner])
    case .ellipse(let box):
      add([ellipse(box, margin: radius + 2)], radius, isFilled: shape.isFilled)
    case .path(let path):
      add(lines(path), radius, isFilled: shape.isFilled)
    case .curve(let places):
      guard !places.isEmpty else { return }
      add([line(VectorCurve(through: places), radius)], radius, isFilled: shape.isFilled)
    }
  }

  private mutating func add(_ lines: [[VectorPoint]], _ radius: Double, isFilled: Bool) {
    // The outline of a coarse area has so many sides that it would need more time than the area.
    let isCoarse = isFilled && !fill(lines)
    guard radius > 0, !isCoarse else { return }
    for line in lines {
      let points = lineBudget.points(of: line, reach: radius + 0.5)
      guard var last = points.first else { continue }
      if points.count == 1 { addLine(last, last, radius: radius) }
      for point in points.dropFirst() {
        addLine(last, point, radius: radius)
        last = point
      }
    }
  }

  private func corners(_ rect: VectorRect, grownBy margin: Double) -> [VectorPoint] {
    let (left, top) = (rect.corner.x * scaleX - margin, rect.corner.y * scaleY - margin)
    let right = (rect.corner.x + rect.width) * scaleX + margin
    let bottom = (rect.corner.y + rect.height) * scaleY + margin
    return [
      VectorPoint(x: left, y: top), VectorPoint(x: right, y: top),
      VectorPoint(x: right, y: bottom), VectorPoint(x: left, y: bottom),
    ]
  }

  /// Returns an ellipse as lines. The parts that lie more than `margin` pixels beyond the picture are
  /// straight.
  private func ellipse(_ box: VectorRect, margin: Double) -> [VectorPoint] {
    let arc = EllipseArc(box, scaleX: scaleX, scaleY: scaleY)
    var points = [arc.point(0, 0)]
    for quarter in 0..<4 { add(arc, quarter, 0, 1, margin: margin, to: &points) }
    return points
  }

  /// Adds the part of a quarter of an ellipse between two places on it, 0 … 1.
  private func add(
    _ arc: EllipseArc, _ quarter: Int, _ start: Double, _ end: Double, margin: Double,
    to points: inout [VectorPoint]
  ) {
    let (a, b, middle) = (arc.point(quarter, start), arc.point(quarter, end), (start + end) / 2)
    let isNear =
      max(a.x, b.x) >= -margin && min(a.x, b.x) <= Double(width) + margin
      && max(a.y, b.y) >= -margin && min(a.y, b.y) <= Double(height) + margin
    let curved = arc.point(quarter, middle)
    let bend = max(abs(curved.x - (a.x + b.x) / 2), abs(curved.y - (a.y + b.y) / 2))
    guard isNear, bend > Self.flatness, start < middle, middle < end else {
      points.append(b)
      return
    }
    add(arc, quarter, start, middle, margin: margin, to: &points)
    add(arc, quarter, middle, end, margin: margin, to: &points)
  }

  private func pixel(_ point: VectorPoint) -> VectorPoint {
    VectorPoint(x: point.x * scaleX, y: point.y * scaleY)
  }

  /// Returns a smooth line as straight parts, in pixels. A curve of which nothing is seen is one part.
  private func line(_ curve: VectorCurve, _ radius: Double) -> [VectorPoint] {
    var line = [pixel(curve.ends.start)]
    guard !curve.isDot else { return line }
    if curve.count > 0 {
      var start = pixel(curve.joint(0))
      line.append(start)
      for index in 0..<curve.count {
        let (control, end) = (pixel(curve.control(index)), pixel(curve.joint(index + 1)))
        if isOpen(around: start, control, end, reach: radius + 0.5) {
          Self.flatten(from: start, control, end, into: &line)
        }
        line.append(end)
        start = end
      }
    }
    line.append(pixel(curve.ends.end))
    return line
  }

  /// Adds the inner places of a quadratic curve.
  private static func flatten(
    from start: VectorPoint, _ control: VectorPoint, _ end: VectorPoint,
    into line: inout [VectorPoint]
  ) {
    let bend = abs(start.x - 2 * control.x + end.x) + abs(start.y - 2 * control.y + end.y)
    let count = min((bend / flatness / 4).squareRoot().rounded(.up), 64)
    guard count > 1 else { return }
    for part in 1..<Int(count) {
      let t = Double(part) / count
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      line.append(
        VectorPoint(
          x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y))
    }
  }

  /// Returns a path as lines, in pixels.
  private func lines(_ path: VectorPath) -> [[VectorPoint]] { Self.lines(path, pixel) }

  /// Returns a path as lines, with each place as `pixel` gives it.
  static func lines(
    _ path: VectorPath, _ pixel: (VectorPoint) -> VectorPoint
  ) -> [[VectorPoint]] {
    var lines: [[VectorPoint]] = []
    var line: [VectorPoint] = []
    for step in path.steps {
      switch step {
      case .move(let point):
        if !line.isEmpty { lines.append(line) }
        line = [pixel(point)]
      case .line(let point): line.append(pixel(point))
      case .curve(let first, let second, let end):
        flatten(pixel(first), pixel(second), pixel(end), into: &line)
      case .close: if let first = line.first { line.append(first) }
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Adds a cubic curve that begins at the last point of a line.
  private static func flatten(
    _ first: VectorPoint, _ second: VectorPoint, _ end: VectorPoint, into line: inout [VectorPoint]
  ) {
    guard let start = line.last else { return }
    let bend = max(
      abs(start.x - 2 * first.x + second.x) + abs(start.y - 2 * first.y + second.y),
      abs(first.x - 2 * second.x + end.x) + abs(first.y - 2 * second.y + end.y))
    let count = Int(min(max((0.75 * bend / flatness).squareRoot().rounded(.up), 1), 64))
    for part in 1..<max(count, 1) {
      let t = Double(part) / Double(count)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      line.append(
        VectorPoint(
          x: a * start.x + b * first.x + c * second.x + d * end.x,
          y: a * start.y + b * first.y + c * second.y + d * end.y))
    }
    line.append(end)
  }
}

/// An ellipse in pixels.
private struct EllipseArc {
  private let middle: VectorPoint
  private let radiusX: Double
  private let radiusY: Double

  init(_ rect: VectorRect, scaleX: Double, scaleY: Double) {
    (radiusX, radiusY) = (rect.width / 2 * scaleX, rect.height / 2 * scaleY)
    middle = VectorPoint(x: rect.corner.x * scaleX + radiusX, y: rect.corner.y * scaleY + radiusY)
  }

  /// Returns a place on a quarter, clockwise: from 0, its beginning, to 1, its end. Quarter 0 begins
  /// at the right end of the ellipse.
  func point(_ quarter: Int, _ part: Double) -> VectorPoint {
    let whole = 1 + part * part
    let (along, across) = ((1 - part * part) / whole, 2 * part / whole)
    let (x, y) = [(along, across), (-across, along), (-along, -across), (across, -along)][quarter]
    return VectorPoint(x: middle.x + x * radiusX, y: middle.y + y * radiusY)
  }
}

extension Range<Int> {
  /// Returns the smallest range that contains both ranges.
  func joined(_ other: Range<Int>) -> Range<Int> {
    isEmpty
      ? other
      : other.isEmpty
        ? self : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
