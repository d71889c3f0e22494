import BoardModel
import GroupTesting
import Testing

struct SmoothingTests {
  private func randomPoints(_ chance: inout SplitMix64) -> [BoardPoint] {
    let reach = Int32(1) << Int32.random(in: 1...28, using: &chance)
    return (0..<Int.random(in: 1...12, using: &chance)).flatMap { _ in
      let point = BoardPoint(
        x: Int32.random(in: -reach...reach, using: &chance),
        y: Int32.random(in: -reach...reach, using: &chance))
      // Now and then the hand rests.
      return Array(repeating: point, count: Int.random(in: 0..<4, using: &chance) == 0 ? 2 : 1)
    }
  }

  @Test("A curve passes through each point of the hand, in order, and stays in the stroke's box")
  func throughAll() {
    for seed in 0..<Seeds.count(300) {
      var chance = SplitMix64(seed: seed)
      let points = randomPoints(&chance)
      let curve = Array(Smoothing.curve(through: points))
      var rest = curve[...]
      for point in points {
        guard let index = rest.firstIndex(of: point) else {
          Issue.record("seed \(seed) misses \(point)")
          return
        }
        rest = rest[(index + 1)...]
      }
      #expect(rest.isEmpty, "seed \(seed)")
      let box = Stroke.through(points, width: 1).bounds
      #expect(curve.allSatisfy(box.contains), "seed \(seed)")
    }
  }

  @Test("Step by step gives the same curve as all at once")
  func stepwise() {
    for seed in 0..<Seeds.count(100) {
      var chance = SplitMix64(seed: seed)
      let points = randomPoints(&chance)
      var curve = [points[0]]
      for index in points.indices.dropFirst() {
        curve += Smoothing.step(
          before: index > 1 ? points[index - 2] : nil, from: points[index - 1], to: points[index],
          after: index + 1 < points.count ? points[index + 1] : nil)
      }
      #expect(curve == Array(Smoothing.curve(through: points)), "seed \(seed)")
    }
  }

  @Test("Short steps stay straight, and so do points in a row")
  func straight() {
    let slow = (0..<20).map { BoardPoint(x: $0 * 400, y: $0 % 2 * 300) }
    #expect(Array(Smoothing.curve(through: slow)) == slow)
    let row = (0..<5).map { BoardPoint(x: $0 * 4_000, y: 70) }
    #expect(Smoothing.curve(through: row).allSatisfy { $0.y == 70 })
    let fast = [BoardPoint(x: 0, y: 0), BoardPoint(x: 9_000, y: 0), BoardPoint(x: 9_000, y: 9_000)]
    #expect(Array(Smoothing.curve(through: fast)).count > 20)
    #expect(Array(Smoothing.curve(through: [BoardPoint]())).isEmpty)
  }

  @Test("Four points of a circle give nearly a circle")
  func circle() {
    let points = [(0, -1), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)].map {
      BoardPoint(x: $0.0 * 10_000, y: $0.1 * 10_000)
    }
    let inner = Smoothing.curve(through: points).drop { $0 != points[1] }
    let radii = inner.prefix { $0 != points[4] }.map {
      (Double($0.x) * Double($0.x) + Double($0.y) * Double($0.y)).squareRoot()
    }
    #expect(radii.allSatisfy { (8_700...10_500).contains($0) })
  }
}
