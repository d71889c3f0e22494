/// The dots of a region of the bucket: in each row, the dots between the places where the outline
/// crosses the middle of the row, by the even–odd rule.
///
/// The outline follows the lines that enclosed the region. In another view it may overlap them by
/// one dot. So the outermost dots of the region lie under all lines. Its inside covers older lines,
/// as other fills do.
struct DotRegion {
  private var firstRow: Int
  /// The dots of each row, from left to right.
  private var rows: [[ClosedRange<Int>]]

  /// Computes the dots within `clip` and beside it.
  init(_ outline: [DotPoint], near clip: DotRect) {
    firstRow = clip.minY - 1
    guard outline.count > 2, var last = outline.last, !clip.isEmpty else {
      rows = []
      return
    }
    rows = Array(repeating: [], count: clip.maxY - clip.minY + 3)
    let reach = clip.minX - 1...clip.maxX + 1
    var crossings: [Crossing] = []
    for point in outline {
      cross(last, point, into: &crossings)
      last = point
    }
    crossings.sort()
    var index = 0
    while index + 1 < crossings.count {
      let (from, to) = (crossings[index], crossings[index + 1])
      guard from.row == to.row else {
        index += 1
        continue
      }
      if let dots = Self.dots(from: from.x, to: to.x, in: reach) {
        rows[from.row - firstRow].append(dots)
      }
      index += 2
    }
  }

  /// Returns the region in blocks twice as high as its dots. A block belongs to it if both rows of dots in
  /// the block do.
  fileprivate var inBlocks: DotRegion {
    var region = self
    region.firstRow = firstRow >> 1
    region.rows = stride(from: 0, to: rows.count - 1, by: 2).map {
      Self.shared(rows[$0], rows[$0 + 1])
    }
    return region
  }

  func paint(with painter: Painter) {
    let edge = painter.filling(.fillUnderLines)
    let inside = painter.filling(.fill)
    for index in rows.indices.dropFirst().dropLast() {
      for dots in rows[index] { edge.dots(firstRow + index, dots.lowerBound, dots.upperBound) }
      let between = rows[index].compactMap { dots in
        dots.count > 2 ? dots.lowerBound + 1...dots.upperBound - 1 : nil
      }
      for dots in Self.shared(between, Self.shared(rows[index - 1], rows[index + 1])) {
        inside.dots(firstRow + index, dots.lowerBound, dots.upperBound)
      }
    }
  }

  private func cross(_ a: DotPoint, _ b: DotPoint, into crossings: inout [Crossing]) {
    guard a.y != b.y else { return }
    let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
    // An edge crosses the rows whose middle lies in upper.y ..< lower.y. A corner of two edges is
    // therefore crossed once.
    let first = max((upper.y - 0.5).rounded(.up), Double(firstRow))
    let last = min((lower.y - 0.5).rounded(.up) - 1, Double(firstRow + rows.count - 1))
    guard first <= last else { return }
    for row in Int(first)...Int(last) {
      let part = (Double(row) + 0.5 - upper.y) / (lower.y - upper.y)
      crossings.append(Crossing(row: row, x: upper.x + (lower.x - upper.x) * part))
    }
  }

  /// Returns the dots whose middles lie in `from ..< to`, as far as they are in `reach`.
  private static func dots(
    from: Double, to: Double, in reach: ClosedRange<Int>
  ) -> ClosedRange<Int>? {
    let first = max((from - 0.5).rounded(.up), Double(reach.lowerBound))
    let last = min((to - 0.5).rounded(.up) - 1, Double(reach.upperBound))
    return first <= last ? Int(first)...Int(last) : nil
  }

  /// Returns the dots that are in both rows.
  private static func shared(
    _ one: [ClosedRange<Int>], _ other: [ClosedRange<Int>]
  ) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var (index, otherIndex) = (0, 0)
    while index < one.count, otherIndex < other.count {
      let (a, b) = (one[index], other[otherIndex])
      if a.overlaps(b) { found.append(a.clamped(to: b)) }
      if a.upperBound < b.upperBound { index += 1 } else { otherIndex += 1 }
    }
    return found
  }
}

extension Painter {
  /// Fills the inside of an outline, which is given in the dots of a grid. If a thin line round the
  /// inside has dots half as high as a block, a block that lies partly outside stays empty.
  func fill(inside outline: (DotGrid) -> [DotPoint]) {
    guard grid.raster.isMixed, grid.raster.dotsInBlock == 2, grid.hasBlocks else {
      return DotRegion(outline(grid), near: clip).paint(with: self)
    }
    let near = DotRect(
      minX: clip.minX, minY: 2 * clip.minY - 1, maxX: clip.maxX, maxY: 2 * clip.maxY + 2)
    DotRegion(outline(grid.ofThinLines), near: near).inBlocks.paint(with: self)
  }
}

private struct Crossing: Comparable {
  let row: Int
  let x: Double

  static func < (left: Self, right: Self) -> Bool {
    left.row != right.row ? left.row < right.row : left.x < right.x
  }
}
