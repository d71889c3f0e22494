import BoardModel

/// The dots of a box or an ellipse: whole numbers, so that both halves of a shape are alike, and all
/// sides have the same breadth.
struct DotShape {
  /// The outermost dots.
  let outer: DotRect
  /// The breadth of the line across and down, in dots.
  let breadthX: Int
  let breadthY: Int

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
  /// Paints a box with square corners.
  func paintBox(isFilled: Bool, with painter: Painter) {
    for y in outer.rows(in: painter.clip) {
      let isEdge = y < outer.minY + breadthY || y > outer.maxY - breadthY
      if isFilled || isEdge || columns <= 2 * breadthX {
        painter.dots(y, outer.minX, outer.maxX)
      } else {
        painter.dots(y, outer.minX, outer.minX + breadthX - 1)
        painter.dots(y, outer.maxX - breadthX + 1, outer.maxX)
      }
    }
  }

  /// Paints an ellipse that is symmetrical to the dot.
  func paintEllipse(isFilled: Bool, with painter: Painter) {
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
