import GroupTesting
import Testing

@testable import CellFrame

@Suite struct VectorCurveTests {
  /// Returns the place of a curve in its middle.
  private func middle(_ curve: VectorCurve, _ index: Int) -> VectorPoint {
    let (start, end) = (curve.joint(index), curve.joint(index + 1))
    let control = curve.control(index)
    return VectorPoint(
      x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4)
  }

  private func distance(_ a: VectorPoint, _ b: VectorPoint) -> Double {
    max(abs(a.x - b.x), abs(a.y - b.y))
  }

  @Test("A curve passes through each of its places, if the steps between them are alike")
  func places() {
    // A circle of nine places, a corner, and one place between two ends.
    let corner = [(0.0, 0.0), (10, 0), (20, 0), (20, 10), (20, 20)]
    let circle = [
      (50.0, 0.0), (38.3, 32.1), (8.7, 49.2), (-25, 43.3), (-47, 17.1), (-47, -17.1), (-25, -43.3),
      (8.7, -49.2), (38.3, -32.1),
    ]
    for points in [corner, circle, [(0, 0), (10, 10), (20, 0)]] {
      let places = points.map { VectorPoint(x: $0.0, y: $0.1) }
      let curve = VectorCurve(through: places)
      #expect(curve.count == places.count - 2)
      #expect(curve.ends.start == places.first && curve.ends.end == places.last)
      for index in 0..<curve.count {
        #expect(
          distance(middle(curve, index), places[index + 1]) < 0.2, "\(places.count), \(index)")
      }
    }
  }

  @Test("A control point stays within half of the shorter step beside its place")
  func control() {
    for seed in Seeds.range(60) {
      var random = SplitMix64(seed: seed)
      let places = (0..<20).map { _ in
        let reach: Double = [0, 1, 20, 400].randomElement(using: &random) ?? 0
        return VectorPoint(
          x: Double.random(in: -reach...reach, using: &random),
          y: Double.random(in: -reach...reach, using: &random))
      }
      let curve = VectorCurve(through: places)
      for index in 0..<curve.count {
        let place = places[index + 1]
        let step = min(distance(places[index], place), distance(place, places[index + 2]))
        #expect(distance(curve.control(index), place) <= step / 2 + 1e-9, "seed \(seed), \(index)")
      }
    }
  }

  @Test("A line through one place is a dot, and through two it is straight")
  func short() {
    let (a, b) = (VectorPoint(x: 1, y: 2), VectorPoint(x: 3, y: 4))
    #expect(VectorCurve(through: [a]).isDot && VectorCurve(through: [a]).count == 0)
    let line = VectorCurve(through: [a, b])
    #expect(!line.isDot && line.count == 0 && line.ends == (a, b))
  }
}
