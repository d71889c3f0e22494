import BoardModel
import GroupTesting
import Testing

@testable import BoardEditor
@testable import WhiteboardUI

struct RegionTracerTests {
  /// A screen of dots of 400 × 384 units.
  private static func point(_ x: Double, _ y: Double) -> BoardPoint {
    BoardPoint(clamping: x * 400 + 1_000, y * 384 - 500)
  }

  private static func middle(_ x: Int, _ y: Int) -> BoardPoint {
    point(Double(x) + 0.5, Double(y) + 0.5)
  }

  private func fill(_ rows: [String], at x: Int, _ y: Int) -> RegionTracer? {
    let dots = rows.map(Array.init)
    return RegionTracer(columns: dots[0].count, rows: dots.count, seedX: x, seedY: y) {
      dots[$1][$0] == "#"
    }
  }

  /// Whether the outline covers all flooded dots, and otherwise only their neighbours.
  private func covers(_ tracer: RegionTracer, step: UInt8 = 6) -> Bool {
    let points = tracer.outline(at: Self.point)
    guard points.count <= Limits.pointsPerOperation,
      let packed = PackedPoints(points, stepExponent: step)
    else { return false }
    let outline = Outline([.init(Array(packed), isClosed: true)])
    return (0..<tracer.rows).allSatisfy { y in
      (0..<tracer.columns).allSatisfy { x in
        let isBeside = (-1...1).contains { dy in
          (-1...1).contains { dx in tracer.isFlooded(x + dx, y + dy) }
        }
        return outline.contains(Self.middle(x, y)) ? isBeside : !tracer.isFlooded(x, y)
      }
    }
  }

  @Test("A fill covers the dots that paint would reach, round holes and at the screen's edges too")
  func randomDots() {
    for seed in 0..<Seeds.count(25) {
      var chance = SplitMix64(seed: seed)
      let (columns, rows) = (
        Int.random(in: 1...40, using: &chance), Int.random(in: 1...30, using: &chance)
      )
      let density = Int.random(in: 2...6, using: &chance)
      let walls = (0..<columns * rows).map { _ in Int.random(in: 0..<10, using: &chance) < density }
      for index in walls.indices.prefix(12) where !walls[index] {
        let tracer = RegionTracer(
          columns: columns, rows: rows, seedX: index % columns, seedY: index / columns
        ) { walls[$1 * columns + $0] }
        #expect(tracer.map { covers($0) } ?? false, "seed \(seed), dot \(index)")
      }
    }
  }

  @Test("A ring is filled round its hole")
  func ring() throws {
    let tracer = try #require(
      fill(
        [
          ".......",
          ".##.##.",
          ".#...#.",
          "..#.#..",
          "...#...",
        ], at: 0, 0))
    #expect(covers(tracer))
    #expect(tracer.isFlooded(2, 4) && tracer.isFlooded(3, 2) && tracer.isFlooded(3, 3))
    let closed = try #require(
      fill(["......", ".####.", ".#..#.", ".####.", "......"], at: 0, 0))
    #expect(covers(closed))
    #expect(!closed.isFlooded(2, 2))
  }

  @Test("A fill reaches into the lines round it, so that no gap opens where the dots lie elsewhere")
  func overlap() throws {
    let tracer = try #require(fill(["#####", "#...#", "#...#", "#####"], at: 2, 2))
    let box = try #require(BoardRect(around: tracer.outline(at: Self.point)))
    let (low, high) = (Self.point(0.55, 0.55), Self.point(4.45, 3.45))
    #expect(box == BoardRect(low, high))
  }

  @Test("A straight edge is two points, and a staircase is straight")
  func few() throws {
    let square = try #require(fill(Array(repeating: "..........", count: 10), at: 5, 5))
    #expect(square.outline(at: Self.point).count == 8)
    let stairs = (0..<30).map { row in
      String(repeating: ".", count: row + 1) + String(repeating: "#", count: 30 - row)
    }
    let half = try #require(fill(stairs, at: 0, 5))
    #expect(half.outline(at: Self.point).count < 12)
    #expect(covers(half))
  }

  @Test("Paint poured on ink, or beside the screen, runs nowhere")
  func nowhere() {
    #expect(fill(["#."], at: 0, 0) == nil)
    #expect(fill(["#."], at: 2, 0) == nil)
    #expect(fill(["#."], at: 0, -1) == nil)
    #expect(RegionTracer(columns: 0, rows: 0, seedX: 0, seedY: 0) { _, _ in false } == nil)
    #expect(
      RegionTracer(columns: .max, rows: .max, seedX: 0, seedY: 0) { _, _ in false } == nil)
  }

  @Test("However intricate, an outline fits one operation")
  func intricate() {
    // A comb of four hundred teeth, each with a hole of its own.
    let tracer = RegionTracer(columns: 1_600, rows: 12, seedX: 0, seedY: 0) { x, y in
      (y > 1 && x % 4 == 0) || (x % 4 == 2 && y == 6)
    }
    let count = tracer?.outline(at: Self.point).count ?? 0
    #expect((3...Limits.pointsPerOperation).contains(count))
  }
}
