import BoardModel
import Testing

@testable import BoardRendering

@Suite struct DotShapeTests {
  private static let size = 24

  /// The dots of an ellipse in a block of dots whose first dot is (2, 2).
  private func ellipse(
    columns: Int, rows: Int, isFilled: Bool = false
  ) throws -> Set<[Int]> {
    // One dot is 64 × 64 units.
    let viewport = Viewport(left: 0, top: 0, columnWidth: 128, rowHeight: 256)
    var canvas = Canvas(
      columns: 16, rows: 8, viewport: viewport, raster: .braille, theme: .terminal)
    let corners = [
      BoardPoint(x: 160, y: 160),
      BoardPoint(x: Int32(160 + (columns - 1) * 64), y: Int32(160 + (rows - 1) * 64)),
    ]
    canvas.paint(try stroke(.ellipse, corners, filled: isFilled))
    var dots: Set<[Int]> = []
    for y in 0..<32 {
      for x in 0..<32
      where UInt32(canvas.dots(column: x / 2, row: y / 4)) & Painter.bit(x, y) != 0 {
        dots.insert([x, y])
      }
    }
    return dots
  }

  @Test("A thin ellipse of any size reaches all four sides, is even, and has no gap")
  func thinEllipses() throws {
    for columns in 1...Self.size {
      for rows in 1...Self.size {
        let dots = try ellipse(columns: columns, rows: rows)
        let (xs, ys) = (dots.map { $0[0] }, dots.map { $0[1] })
        let box = [xs.min(), xs.max(), ys.min(), ys.max()]
        #expect(box == [2, columns + 1, 2, rows + 1], "\(columns) × \(rows)")
        let turned = Set(dots.map { [columns + 3 - $0[0], $0[1]] })
        let mirrored = Set(dots.map { [$0[0], rows + 3 - $0[1]] })
        #expect(dots == turned && dots == mirrored, "\(columns) × \(rows)")
        #expect(isOnePiece(dots), "\(columns) × \(rows)")
      }
    }
  }

  @Test("A filled ellipse covers the dots of its line and those between them, and no others")
  func filledEllipses() throws {
    for columns in 1...Self.size {
      for rows in 1...Self.size {
        let line = try ellipse(columns: columns, rows: rows)
        let inside = Dictionary(grouping: line) { $0[1] }.flatMap { y, dots in
          let xs = dots.map { $0[0] }
          return ((xs.min() ?? 0)...(xs.max() ?? 0)).map { [$0, y] }
        }
        let filled = try ellipse(columns: columns, rows: rows, isFilled: true)
        #expect(filled == Set(inside), "\(columns) × \(rows)")
      }
    }
  }

  /// Whether a walk over neighbouring dots reaches all dots.
  private func isOnePiece(_ dots: Set<[Int]>) -> Bool {
    var left = dots
    var open = left.popFirst().map { [$0] } ?? []
    while let dot = open.popLast() {
      for x in -1...1 {
        for y in -1...1 {
          if let next = left.remove([dot[0] + x, dot[1] + y]) { open.append(next) }
        }
      }
    }
    return left.isEmpty
  }
}
