import BoardModel
import GroupTesting
import Testing

@Suite struct PointsPackerTests {
  @Test("Points packed as they come are as if packed at once, and extend what was there before")
  func packing() throws {
    for seed in Seeds.range(50) {
      var random = SplitMix64(seed: seed)
      let limit = seed % 2 == 0 ? BoardPoint.limit : 300
      func point() -> BoardPoint {
        BoardPoint(
          x: Int32.random(in: -limit...limit, using: &random),
          y: Int32.random(in: -limit...limit, using: &random))
      }
      var points = [point()]
      var packer = PointsPacker(points[0], stepExponent: UInt8(seed % 15))
      for _ in 0..<40 {
        let before = try #require(packer.points)
        points.append(point())
        packer.append(points[points.count - 1])
        let packed = try #require(packer.points)
        #expect(packed == PackedPoints(points, stepExponent: UInt8(seed % 15)))
        #expect(packer.count == points.count && packed.extends(before) && packed.extends(packed))
        #expect(!before.extends(packed))
      }
      points[20] = BoardPoint(x: points[20].x / 2 + 5_000, y: 0)
      let other = try #require(PackedPoints(points, stepExponent: UInt8(seed % 15)))
      #expect(try !other.extends(#require(packer.points)))
    }
  }
}
