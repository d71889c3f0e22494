import CellFrame

extension ShapeRaster {
  /// The lines of sight through each row of pixels, from its upper edge to its lower one.
  private static let lines = 8
  /// The cover of a whole pixel on one of these lines.
  private static let full = 2_048.0

  /// Adds the inside of closed outlines, in pixels, by the even–odd rule. Along a row, the covered
  /// part of a pixel is exact; across, it is counted on eight lines.
  mutating func fill(_ outlines: [[VectorPoint]]) {
    var edges = outlines.flatMap { self.edges(of: $0) }
    edges.sort { $0.first < $1.first }
    guard let start = edges.first?.first else { return }
    var active: [Edge] = []
    var next = 0
    var sums = [Int32](repeating: 0, count: width + 2)
    var row = start / Self.lines
    while next < edges.count || !active.isEmpty {
      if active.isEmpty { row = max(row, edges[next].first / Self.lines) }
      var columns = 0..<0
      for line in row * Self.lines..<(row + 1) * Self.lines {
        active.removeAll { $0.last < line }
        while next < edges.count, edges[next].first <= line {
          active.append(edges[next])
          next += 1
        }
        guard !active.isEmpty else { continue }
        for index in active.indices { active[index].move(to: line) }
        Self.sort(&active)
        for index in stride(from: 0, to: active.count - 1, by: 2) {
          let (from, to) = (active[index].x, active[index + 1].x)
          let span = Self.add(
            min(max(from, 0), Double(width)), min(max(to, 0), Double(width)), &sums)
          columns = columns.joined(span)
        }
      }
      cover(row, columns, &sums)
      row += 1
    }
  }

  /// One side of an outline, for the lines that it crosses.
  private struct Edge {
    let first: Int
    let last: Int
    private let start: VectorPoint
    private let slope: Double
    /// The place where the edge crosses the present line.
    private(set) var x = 0.0

    init?(_ a: VectorPoint, _ b: VectorPoint, lineCount: Int) {
      let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
      let density = Double(ShapeRaster.lines)
      // An edge crosses the lines in upper.y ..< lower.y. So a corner of two edges counts once.
      let first = max((upper.y * density - 0.5).rounded(.up), 0)
      let last = min((lower.y * density - 0.5).rounded(.up) - 1, Double(lineCount - 1))
      guard first <= last else { return nil }
      (self.first, self.last) = (Int(first), Int(last))
      start = upper
      slope = (lower.x - upper.x) / (lower.y - upper.y)
    }

    mutating func move(to line: Int) {
      let y = (Double(line) + 0.5) / Double(ShapeRaster.lines)
      x = start.x + (y - start.y) * slope
    }
  }

  private func edges(of outline: [VectorPoint]) -> [Edge] {
    guard outline.count > 2, var last = outline.last else { return [] }
    var edges: [Edge] = []
    for place in outline {
      if let edge = Edge(last, place, lineCount: height * Self.lines) { edges.append(edge) }
      last = place
    }
    return edges
  }

  /// Sorts the edges by their places. They are nearly in order, since the line before had them so.
  private static func sort(_ edges: inout [Edge]) {
    for index in edges.indices.dropFirst() {
      var place = index
      while place > 0, edges[place - 1].x > edges[place].x {
        edges.swapAt(place - 1, place)
        place -= 1
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

  /// Moves the sums of a row into its pixels, which nothing covers yet.
  private mutating func cover(_ row: Int, _ columns: Range<Int>, _ sums: inout [Int32]) {
    let shown = columns.clamped(to: 0..<width)
    guard !columns.isEmpty, row < height else { return }
    touch(row: row, shown)
    let start = row * width
    cover.withUnsafeMutableBufferPointer { cover in
      sums.withUnsafeMutableBufferPointer { sums in
        var (sum, column): (Int32, Int) = (0, shown.lowerBound)
        while column < shown.upperBound {
          sum += sums[column]
          let share = UInt8(clamping: sum / Int32(Self.full * Double(Self.lines) / 256))
          var end = column + 1
          while end < shown.upperBound, sums[end] == 0 { end += 1 }
          cover[start + column..<start + end].update(repeating: share)
          column = end
        }
        sums[columns.lowerBound..<min(columns.upperBound + 2, sums.count)].update(repeating: 0)
      }
    }
  }
}
