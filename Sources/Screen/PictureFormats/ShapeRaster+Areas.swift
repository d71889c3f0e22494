import CellFrame

extension ShapeRaster {
  /// The cover of a whole pixel on one line of sight.
  private static let full = 2_048.0
  /// The part of the remaining crossings that one area may use.
  private static let share = 16

  /// Adds the inside of closed outlines, in pixels, by the even–odd rule. Along a row, the covered
  /// part of a pixel is exact; across, it is counted on eight lines, or on fewer if very many sides
  /// cross them.
  ///
  /// - Returns: whether there were at least two lines for each row of pixels.
  @discardableResult
  mutating func fill(_ outlines: [[VectorPoint]]) -> Bool {
    let sight = sight(for: outlines)
    addInside(of: outlines, sight)
    return sight.lines > 1
  }

  private mutating func addInside(of outlines: [[VectorPoint]], _ sight: Sight) {
    var edges = outlines.flatMap { self.edges(of: $0, sight) }
    edges.sort { $0.first < $1.first }
    guard let start = edges.first?.first else { return }
    var active: [Edge] = []
    var next = 0
    var sums = [Int32](repeating: 0, count: width + 2)
    var band = start / sight.lines
    while next < edges.count || !active.isEmpty {
      if active.isEmpty { band = max(band, edges[next].first / sight.lines) }
      var columns = 0..<0
      for line in band * sight.lines..<(band + 1) * sight.lines {
        active.removeAll { $0.last < line }
        while next < edges.count, edges[next].first <= line {
          active.append(edges[next])
          next += 1
        }
        guard !active.isEmpty else { continue }
        for index in active.indices { active[index].move(to: sight.height(of: line)) }
        Self.sort(&active)
        for index in stride(from: 0, to: active.count - 1, by: 2) {
          let (from, to) = (active[index].x, active[index + 1].x)
          let span = Self.add(
            min(max(from, 0), Double(width)), min(max(to, 0), Double(width)), &sums)
          columns = columns.joined(span)
        }
      }
      cover(band, sight, columns, &sums)
      band += 1
    }
  }

  /// The lines on which the cover is counted: several lines in one row of pixels, or one line for
  /// several rows. The rows with the same lines are a band.
  private struct Sight {
    var lines = 1
    var rows = 1

    /// Lines per row.
    var density: Double { Double(lines) / Double(rows) }

    /// Returns the place of a line, in pixels.
    func height(of line: Int) -> Double { (Double(line) + 0.5) / density }
  }

  /// Returns the lines for an area, and counts its crossings. An area with two sides in each row is
  /// always counted on eight lines.
  private mutating func sight(for outlines: [[VectorPoint]]) -> Sight {
    var crossings = 0.0
    for outline in outlines {
      guard var last = outline.last else { continue }
      for point in outline {
        let ends = [point.y, last.y].map { min(max($0, 0), Double(height)) }
        crossings += abs(ends[0] - ends[1])
        last = point
      }
    }
    let most = Double(max(crossingsLeft / Self.share, 16 * height, 1))
    let lines = [8, 2].first { crossings * Double($0) <= most } ?? 1
    let rows = min(max((crossings / most).rounded(.up), 1), Double(max(height, 1)))
    let sight = Sight(lines: lines, rows: Int(rows))
    crossingsLeft = max(crossingsLeft - Int(crossings * sight.density), 0)
    return sight
  }

  /// One side of an outline, for the lines that it crosses.
  private struct Edge {
    let first: Int
    let last: Int
    private let start: VectorPoint
    private let slope: Double
    /// The place where the edge crosses the present line.
    private(set) var x = 0.0

    init?(_ a: VectorPoint, _ b: VectorPoint, density: Double, lineCount: Int) {
      let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
      // An edge crosses the lines in upper.y ..< lower.y. A corner of two edges is therefore
      // crossed once.
      let first = max((upper.y * density - 0.5).rounded(.up), 0)
      let last = min((lower.y * density - 0.5).rounded(.up) - 1, Double(lineCount - 1))
      guard first <= last else { return nil }
      (self.first, self.last) = (Int(first), Int(last))
      start = upper
      slope = (lower.x - upper.x) / (lower.y - upper.y)
    }

    mutating func move(to y: Double) { x = start.x + (y - start.y) * slope }
  }

  private func edges(of outline: [VectorPoint], _ sight: Sight) -> [Edge] {
    guard outline.count > 2, var last = outline.last else { return [] }
    let lineCount = (height + sight.rows - 1) / sight.rows * sight.lines
    var edges: [Edge] = []
    for point in outline {
      if let edge = Edge(last, point, density: sight.density, lineCount: lineCount) {
        edges.append(edge)
      }
      last = point
    }
    return edges
  }

  /// Sorts the edges by their places. Most often they are nearly in order, since the line before had
  /// them so. Then single swaps are fastest.
  private static func sort(_ edges: inout [Edge]) {
    var swapsLeft = 4 * edges.count
    for index in edges.indices.dropFirst() {
      var current = index
      while current > 0, edges[current - 1].x > edges[current].x {
        edges.swapAt(current - 1, current)
        current -= 1
        swapsLeft -= 1
      }
      guard swapsLeft > 0 else {
        edges.sort { $0.x < $1.x }
        return
      }
    }
  }

  /// Adds a span of one line. The sum of `sums` up to a pixel is the pixel's cover.
  private static func add(_ from: Double, _ to: Double, _ sums: inout [Int32]) -> Range<Int> {
    let (first, last) = (Int(from), Int(to))
    func add(_ value: Double, at pixel: Int) {
      let value = Int32(value.rounded())
      sums[pixel] += value
      sums[pixel + 1] -= value
    }
    guard first < last else {
      add((to - from) * full, at: first)
      return first..<first + 1
    }
    add((Double(first + 1) - from) * full, at: first)
    sums[first + 1] += Int32(full)
    sums[last] -= Int32(full)
    add((to - Double(last)) * full, at: last)
    return first..<last + 1
  }

  /// Moves the sums of a band into its pixels, which nothing covers yet.
  private mutating func cover(
    _ band: Int, _ sight: Sight, _ columns: Range<Int>, _ sums: inout [Int32]
  ) {
    let shown = columns.clamped(to: 0..<width)
    let first = band * sight.rows
    let last = min(first + sight.rows, height) - 1
    guard !columns.isEmpty, first <= last else { return }
    for row in first...last { touch(row: row, shown) }
    let unit = Int32(Self.full * Double(sight.lines) / 256)
    let width = width
    cover.withUnsafeMutableBufferPointer { cover in
      sums.withUnsafeMutableBufferPointer { sums in
        var (sum, column): (Int32, Int) = (0, shown.lowerBound)
        while column < shown.upperBound {
          sum += sums[column]
          let share = UInt8(clamping: sum / unit)
          var end = column + 1
          while end < shown.upperBound, sums[end] == 0 { end += 1 }
          for row in first...last {
            cover[row * width + column..<row * width + end].update(repeating: share)
          }
          column = end
        }
        sums[columns.lowerBound..<min(columns.upperBound + 2, sums.count)].update(repeating: 0)
      }
    }
  }
}
