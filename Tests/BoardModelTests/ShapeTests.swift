import BoardModel
import GroupTesting
import Testing

struct ShapeTests {
  private let zero = BoardPoint(x: 0, y: 0)

  @Test("A held modifier turns lines to multiples of 45° and boxes to squares")
  func constraint() {
    func line(_ x: Int32, _ y: Int32) -> BoardPoint {
      Constraint.apply(.line, from: zero, to: BoardPoint(x: x, y: y))
    }
    #expect(line(1_000, 100) == BoardPoint(x: 1_000, y: 0))
    #expect(line(-100, -1_000) == BoardPoint(x: 0, y: -1_000))
    #expect(line(1_000, -800) == BoardPoint(x: 900, y: -900))
    #expect(
      Constraint.apply(.ellipse, from: zero, to: BoardPoint(x: -300, y: 1_000))
        == BoardPoint(x: -1_000, y: 1_000))
    let far = BoardPoint(x: BoardPoint.limit - 10, y: 0)
    let corner = Constraint.toSquare(from: far, to: BoardPoint(x: BoardPoint.limit, y: 5_000))
    #expect(corner.x - far.x == corner.y)
    #expect(Constraint.apply(.pen, from: zero, to: far) == far)
  }

  @Test("An ellipse is round at every size, and touches its box")
  func ellipse() {
    for radius in [1, 40, 900, 30_000, 3_000_000] as [Int32] {
      let box = BoardRect(minX: -radius, minY: -radius, maxX: radius, maxY: radius)
      let ring = Shape.ellipse(in: box)
      #expect(BoardRect(around: ring) == box)
      for (a, b) in zip(ring, ring.dropFirst()) {
        let (x, y) = ((Double(a.x) + Double(b.x)) / 2, (Double(a.y) + Double(b.y)) / 2)
        let error = Double(radius) - (x * x + y * y).squareRoot()
        #expect(error < max(30, Double(radius) / 100_000), "radius \(radius)")
      }
    }
  }

  @Test("An arrow's head fits its shaft, and all of it lies in the stroke's box")
  func arrow() {
    for seed in 0..<Seeds.count(100) {
      var chance = SplitMix64(seed: seed)
      let ends = (0..<2).map { _ in
        BoardPoint(
          x: Int32.random(in: -5_000...5_000, using: &chance),
          y: Int32.random(in: -5_000...5_000, using: &chance))
      }
      let stroke = Stroke.through(ends, kind: .arrow, width: 8)
      let outline = stroke.outline()
      #expect(outline.paths.flatMap(\.points).allSatisfy(stroke.bounds.contains), "seed \(seed)")
    }
    #expect(Stroke.through([zero, zero], kind: .arrow).outline().paths.count == 1)
  }

  @Test("A stroke too long for one operation is cut into pieces that share their joints")
  func splitting() {
    for count in [1, 4_095, 4_096, 4_097, 8_191, 8_192, 20_000] {
      let points = (0..<count).map { BoardPoint(x: Int32($0), y: Int32($0 % 7)) }
      let strokes = StrokeSplitter.strokes(
        kind: .pen, ink: Ink(color: InkColor(rgb: 0), width: 1), points: points, stepExponent: 0)
      #expect(strokes.allSatisfy { $0.points.count <= Limits.pointsPerOperation })
      #expect(strokes.map(\.continues) == strokes.indices.map { $0 > 0 })
      let joined = strokes.enumerated().flatMap { $1.points.dropFirst($0 > 0 ? 1 : 0) }
      #expect(joined == points, "\(count) points")
      #expect(zip(strokes, strokes.dropFirst()).allSatisfy { $0.points.last == $1.points.origin })
    }
    #expect(
      StrokeSplitter.strokes(
        kind: .pen, ink: Ink(color: InkColor(rgb: 0), width: 1), points: [], stepExponent: 0
      ).isEmpty)
  }

  @Test("Packed points come back as they were, rounded to their step")
  func packing() throws {
    for seed in 0..<Seeds.count(100) {
      var chance = SplitMix64(seed: seed)
      let step = UInt8.random(in: 0...14, using: &chance)
      let points = (0..<Int.random(in: 1...30, using: &chance)).map { _ in
        BoardPoint(
          x: Int32.random(in: Int32.min...Int32.max, using: &chance),
          y: Int32.random(in: -900...70_000, using: &chance))
      }
      let packed = try #require(PackedPoints(points, stepExponent: step))
      let half = Int64(1) << Int64(min(step, 12))
      #expect(packed.count == points.count && Array(packed).count == points.count)
      for (point, old) in zip(packed, points) {
        let clamped = min(max(Int64(old.x), -Int64(BoardPoint.limit)), Int64(BoardPoint.limit))
        #expect(abs(Int64(point.x) - clamped) * 2 <= half && abs(point.y - old.y) * 2 <= half)
        #expect(packed.bounds.contains(point))
      }
    }
    #expect(PackedPoints([], stepExponent: 0) == nil)
  }
}
