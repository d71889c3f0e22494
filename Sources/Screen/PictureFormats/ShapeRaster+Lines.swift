import CellFrame

extension ShapeRaster {
  /// Adds all pixels within `radius` of a line: the area that a round pen covers.
  mutating func addLine(_ from: VectorPoint, _ to: VectorPoint, radius: Double) {
    let reach = radius + 0.5
    guard let (a, b) = cut(from, to, margin: reach + 2), isOpen(around: a, b, reach: reach)
    else { return }
    let pen = PenCoverage(a, b, reach: reach)
    for row in pixels(min(a.y, b.y) - reach, max(a.y, b.y) + reach, height) {
      guard let (left, right) = pen.extent(at: Double(row) + 0.5) else { continue }
      let columns = pixels(left, right, width)
      guard tiles.isOpen(row: row, columns) else { continue }
      let whole = touched[row].whole
      guard columns.lowerBound < whole.lowerBound || columns.upperBound > whole.upperBound else {
        continue
      }
      touch(row: row, columns)
      add(pen, row: row, columns)
    }
  }

  /// Whether something may be seen within `reach` of the triangle of three places, or of a line.
  func isOpen(
    around a: VectorPoint, _ b: VectorPoint, _ c: VectorPoint? = nil, reach: Double
  ) -> Bool {
    let c = c ?? b
    let rows = pixels(min(a.y, b.y, c.y) - reach, max(a.y, b.y, c.y) + reach, height)
    let columns = pixels(min(a.x, b.x, c.x) - reach, max(a.x, b.x, c.x) + reach, width)
    return tiles.isOpen(rows: rows, columns)
  }

  /// Adds the pixels of one row. The pen is convex, so between two pixels that it covers wholly, it
  /// covers all wholly; and a long stroke covers most of them already.
  private mutating func add(_ pen: PenCoverage, row: Int, _ columns: Range<Int>) {
    let (start, y) = (row * width, Double(row) + 0.5)
    var whole = touched[row].whole
    cover.withUnsafeMutableBufferPointer { cover in
      /// Returns whether the pen covers the pixel wholly.
      func add(_ column: Int) -> Bool {
        let share = pen.share(at: Double(column) + 0.5, y)
        if share > cover[start + column] { cover[start + column] = share }
        return share == 255
      }
      var (first, last) = (columns.lowerBound, columns.upperBound - 1)
      while first <= last {
        if whole.contains(first) {
          first = whole.upperBound
        } else if add(first) {
          break
        } else {
          first += 1
        }
      }
      while last > first {
        if whole.contains(last) {
          last = whole.lowerBound - 1
        } else if add(last) {
          break
        } else {
          last -= 1
        }
      }
      guard first <= last else { return }
      let new = first..<last + 1
      let meets = new.lowerBound <= whole.upperBound && whole.lowerBound <= new.upperBound
      if meets, !whole.isEmpty {
        cover[start + first..<start + max(first, whole.lowerBound)].update(repeating: 255)
        cover[start + min(last + 1, whole.upperBound)..<start + last + 1].update(repeating: 255)
        whole = whole.joined(new)
      } else {
        cover[start + first..<start + last + 1].update(repeating: 255)
        if new.count > whole.count { whole = new }
      }
    }
    touched[row].whole = whole
  }

  /// Returns the pixels between two places on an axis, as far as they are in the picture.
  private func pixels(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = Int(min(max(low.rounded(.down), 0), Double(count)))
    return first..<max(Int(min(max(high.rounded(.up), 0), Double(count))), first)
  }

  /// Returns the part of a line within `margin` of the picture (Liang and Barsky, 1984), or nil if
  /// there is none.
  private func cut(
    _ a: VectorPoint, _ b: VectorPoint, margin: Double
  ) -> (VectorPoint, VectorPoint)? {
    var (start, end) = (0.0, 1.0)
    for (from, delta, size) in [(a.x, b.x - a.x, width), (a.y, b.y - a.y, height)] {
      let (low, high) = (-margin, Double(size) + margin)
      guard delta != 0 else {
        guard (low...high).contains(from) else { return nil }
        continue
      }
      let (one, other) = ((low - from) / delta, (high - from) / delta)
      start = max(start, min(one, other))
      end = min(end, max(one, other))
    }
    guard start <= end else { return nil }
    func point(_ part: Double) -> VectorPoint {
      VectorPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
    return (start > 0 ? point(start) : a, end < 1 ? point(end) : b)
  }
}

/// The area that a round pen covers on a straight line. `reach` is the pen's radius and half a
/// pixel, at whose distance no part of a pixel is covered.
private struct PenCoverage {
  private let a: VectorPoint
  private let reach: Double
  private let b: VectorPoint
  private let along: VectorPoint
  /// The vector from the line to its edge, at a right angle.
  private let normal: VectorPoint
  private let inverse: Double

  init(_ a: VectorPoint, _ b: VectorPoint, reach: Double) {
    (self.a, self.b, self.reach) = (a, b, reach)
    along = VectorPoint(x: b.x - a.x, y: b.y - a.y)
    let square = along.x * along.x + along.y * along.y
    inverse = square > 0 ? 1 / square : 0
    let part = reach * inverse.squareRoot()
    normal = VectorPoint(x: -along.y * part, y: along.x * part)
  }

  /// Returns the part of a pixel that is covered, 0 … 255, from the distance of its middle.
  @inline(__always)
  func share(at x: Double, _ y: Double) -> UInt8 {
    let (offX, offY) = (x - a.x, y - a.y)
    let part = min(max((offX * along.x + offY * along.y) * inverse, 0), 1)
    let (awayX, awayY) = (offX - part * along.x, offY - part * along.y)
    let square = awayX * awayX + awayY * awayY
    guard square < reach * reach else { return 0 }
    return UInt8(min((reach - square.squareRoot()) * 255 + 0.5, 255))
  }

  /// Returns the left and right end of the area at a height; nil if it is not there.
  func extent(at y: Double) -> (Double, Double)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for end in [a, b] {
      let rest = reach * reach - (y - end.y) * (y - end.y)
      guard rest >= 0 else { continue }
      let half = rest.squareRoot()
      (low, high) = (min(low, end.x - half), max(high, end.x + half))
    }
    for side in [-1.0, 1] where along.y != 0 {
      let part = (y - a.y - side * normal.y) / along.y
      guard part >= 0, part <= 1 else { continue }
      let x = a.x + side * normal.x + part * along.x
      (low, high) = (min(low, x), max(high, x))
    }
    return low <= high ? (low, high) : nil
  }
}
