import BoardModel

/// The dots of a box or an ellipse: whole numbers, so that both halves of a shape are alike, and all
/// sides have the same breadth.
struct DotShape {
  /// The outermost dots.
  private(set) var outer: DotRect
  /// The breadth of the line across and down, in dots.
  let breadthX: Int
  let breadthY: Int
  /// The radius of the round corners of a box across and down, in dots; 0 for square corners.
  private var corner = DotPoint(x: 0, y: 0)

  init(_ a: DotPoint, _ b: DotPoint, _ pen: Pen, _ grid: DotGrid) {
    let (breadthX, breadthY) = pen.breadth(on: grid)
    func first(_ middle: Double, _ breadth: Int) -> Int {
      Painter.floor(middle - Double(breadth - 1) / 2)
    }
    outer = DotRect(
      minX: first(min(a.x, b.x), breadthX), minY: first(min(a.y, b.y), breadthY),
      maxX: first(max(a.x, b.x), breadthX) + breadthX - 1,
      maxY: first(max(a.y, b.y), breadthY) + breadthY - 1)
    (self.breadthX, self.breadthY) = (breadthX, breadthY)
  }

  var columns: Int { outer.maxX - outer.minX + 1 }
  var rows: Int { outer.maxY - outer.minY + 1 }
}

extension DotShape {
  /// Makes a box cover exactly the cells from one corner to the other.
  mutating func cover(cellsOf a: DotPoint, _ b: DotPoint, _ grid: DotGrid) {
    guard [a, b].allSatisfy({ max(abs($0.x), abs($0.y)) < Double(Painter.farDots) }) else { return }
    let (left, right) = (
      grid.column(ofDot: Painter.floor(min(a.x, b.x))),
      grid.column(ofDot: Painter.floor(max(a.x, b.x)))
    )
    let (top, bottom) = (
      grid.row(ofDot: Painter.floor(min(a.y, b.y))), grid.row(ofDot: Painter.floor(max(a.y, b.y)))
    )
    outer = DotRect(
      minX: left * grid.dotsX, minY: top * grid.dotsY, maxX: (right + 1) * grid.dotsX - 1,
      maxY: (bottom + 1) * grid.dotsY - 1)
  }

  /// Rounds the corners of a box by a radius in board units.
  mutating func round(by radius: Double, on grid: DotGrid) {
    corner = DotPoint(
      x: min(radius * grid.scaleX, Double(columns) / 2),
      y: min(radius * grid.scaleY, Double(rows) / 2))
  }

  func paint(_ kind: Stroke.Kind, isFilled: Bool, with painter: Painter) {
    if kind == .ellipse {
      paintEllipse(isFilled: isFilled, with: painter)
    } else {
      paintBox(isFilled: isFilled, with: painter)
    }
  }

  private func paintBox(isFilled: Bool, with painter: Painter) {
    for y in outer.rows(in: painter.clip) {
      let isEdge = y < outer.minY + breadthY || y > outer.maxY - breadthY
      let inset = cornerInset(y, lessX: 0, lessY: 0)
      if isFilled || isEdge || columns <= 2 * breadthX {
        painter.dots(y, outer.minX + inset, outer.maxX - inset)
      } else {
        // The line reaches as far inwards as the corner of its inner side does.
        let inner = breadthX + cornerInset(y, lessX: breadthX, lessY: breadthY)
        painter.dots(y, outer.minX + inset, outer.minX + max(inner - 1, inset))
        painter.dots(y, outer.maxX - max(inner - 1, inset), outer.maxX - inset)
      }
    }
  }

  /// Returns how far a round corner keeps a row from the left side of a box, in dots. The box is smaller
  /// than the shape by `lessX` and `lessY` dots at each side.
  private func cornerInset(_ y: Int, lessX: Int, lessY: Int) -> Int {
    let (radiusX, radiusY) = (corner.x - Double(lessX), corner.y - Double(lessY))
    guard radiusX > 0, radiusY > 0 else { return 0 }
    let depth = Double(min(y - outer.minY, outer.maxY - y) - lessY) + 0.5
    guard depth < radiusY else { return 0 }
    let height = 1 - max(depth, 0) / radiusY
    return Int((radiusX * (1 - (1 - height * height).squareRoot())).rounded())
  }

  /// Returns the middle of the line round the shape, from point to point and closed, in dots.
  func middleLine(of kind: Stroke.Kind) -> [DotPoint] {
    let (halfX, halfY) = (Double(breadthX) / 2, Double(breadthY) / 2)
    let (left, right) = (Double(outer.minX) + halfX, Double(outer.maxX + 1) - halfX)
    let (top, bottom) = (Double(outer.minY) + halfY, Double(outer.maxY + 1) - halfY)
    let radius =
      kind == .ellipse
      ? DotPoint(x: (right - left) / 2, y: (bottom - top) / 2)
      : DotPoint(x: max(corner.x - halfX, 0), y: max(corner.y - halfY, 0))
    // Each quarter of the circle goes round the middle of its corner.
    let circle = Shape.circle(radius: Self.arcRadius)
    let middles = [
      (right - radius.x, bottom - radius.y), (left + radius.x, bottom - radius.y),
      (left + radius.x, top + radius.y), (right - radius.x, top + radius.y),
    ]
    let points = (0...circle.count).map { index -> DotPoint in
      let middle = middles[index * 4 / circle.count % 4]
      let point = circle[index % circle.count]
      return DotPoint(x: middle.0 + radius.x * point.x, y: middle.1 + radius.y * point.y)
    }
    return points
  }

  /// The radius for which the arcs of dashed lines are smooth, in board units.
  private static let arcRadius = 8_192.0

  /// Paints an ellipse that is symmetrical to the dot.
  private func paintEllipse(isFilled: Bool, with painter: Painter) {
    let isSingle =
      breadthX == 1 && breadthY == 1 && max(columns, rows) <= Self.thinEllipseMax
    if isSingle { return paintThinEllipse(isFilled: isFilled, with: painter) }
    for y in outer.rows(in: painter.clip) {
      guard let wide = inset(y, lessX: 0, lessY: 0) else { continue }
      if !isFilled, let narrow = inset(y, lessX: breadthX, lessY: breadthY) {
        painter.dots(y, outer.minX + wide, outer.minX + max(narrow - 1, wide))
        painter.dots(y, outer.maxX - max(narrow - 1, wide), outer.maxX - wide)
      } else {
        painter.dots(y, outer.minX + wide, outer.maxX - wide)
      }
    }
  }

  private static let thinEllipseMax = 1 << 14

  /// Returns how many dots lie between the left edge of the shape and the ellipse in this row. The
  /// ellipse is smaller than the shape by `lessX` and `lessY` dots at each side. Nil if it does not
  /// reach this row.
  private func inset(_ y: Int, lessX: Int, lessY: Int) -> Int? {
    let radiusX = Double(columns) / 2 - Double(lessX)
    let radiusY = Double(rows) / 2 - Double(lessY)
    guard radiusX > 0, radiusY > 0 else { return nil }
    let height = (Double(y - outer.minY) + 0.5 - Double(rows) / 2) / radiusY
    guard abs(height) < 1 else { return nil }
    let half = radiusX * (1 - height * height).squareRoot()
    let inset = (Double(columns) / 2 - half - 0.5).rounded(.up)
    return min(max(Int(inset), 0), (columns - 1) / 2)
  }

  /// Paints a line of single dots along the ellipse that touches all sides of the shape (Zingl, “A
  /// rasterizing algorithm for drawing curves”, 2012). If the ellipse is filled, paints all dots from
  /// the left side of the line to its right side, so that a fill covers exactly the inside of a line.
  private func paintThinEllipse(isFilled: Bool, with painter: Painter) {
    let block = outer
    let (width, height) = (block.maxX - block.minX, block.maxY - block.minY)
    let odd = height & 1
    let (a, b) = (8 * width * width, 8 * height * height)
    var stepX = 4 * (1 - width) * height * height
    var stepY = 4 * (odd + 1) * width * width
    var error = stepX + stepY + odd * width * width
    var (left, right) = (block.minX, block.maxX)
    var lower = block.minY + (height + 1) / 2
    var upper = lower - odd
    var lastFilled: Int?
    func fourDots() {
      let rows = lower == upper ? [lower] : [lower, upper]
      if isFilled {
        // The walk starts in the middle rows and narrows, so the first dots of a row are outermost.
        if lower != lastFilled { for y in rows { painter.dots(y, left, right) } }
        lastFilled = lower
      } else {
        for x in left == right ? [left] : [left, right] {
          for y in rows where painter.clip.contains(x, y) { painter.dot(x, y) }
        }
      }
    }
    repeat {
      fourDots()
      let twice = 2 * error
      if twice <= stepY {
        lower += 1
        upper -= 1
        stepY += a
        error += stepY
      }
      if twice >= stepX || 2 * error > stepY {
        left += 1
        right -= 1
        stepX += b
        error += stepX
      }
    } while left <= right
    // The loop ends early on a narrow ellipse, before it reaches the outermost rows.
    while lower - upper <= height {
      (left, right) = (left - 1, right + 1)
      fourDots()
      (left, right) = (left + 1, right - 1)
      lower += 1
      upper -= 1
    }
  }
}

extension Painter {
  /// Paints the dots of one row from `first` to `last`, as far as they are within `clip`.
  func dots(_ y: Int, _ first: Int, _ last: Int) {
    guard first <= last else { return }
    span(y, from: Double(first), to: Double(last + 1))
  }
}
