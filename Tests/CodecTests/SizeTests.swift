import Drawing
import EaselTesting
import Testing

@testable import Codec

/// The workloads of the benchmarks, smaller: strokes of 40 points.
struct SizeTests {
  private let pointsPerStroke = 40

  private func bytesPerPoint(_ strokes: [[BoardPoint]], stepExponent: UInt8) -> Double {
    let bytes = strokes.reduce(0) { sum, path in
      guard let points = PackedPoints(path, stepExponent: stepExponent) else { return sum }
      let ink = Ink(color: InkColor(rgb: 0xE05561), width: 2)
      let stroke = Stroke(kind: .pen, ink: ink, points: points)
      return sum + Operation(.make(.stroke(stroke))).encoded().count
    }
    return Double(bytes) / Double(strokes.count * pointsPerStroke)
  }

  @Test("ink drawn on a terminal's cells takes at most 2.3 bytes a point", arguments: [7])
  func cells(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let ways: [(Int, Int)] = [
      (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
    ]
    let turns = [0, 0, 0, 0, 0, 1, 7, 1, 7, 2, 6]
    let strokes = (0..<500).map { _ in
      var (x, y) = (Int.random(in: 0..<200, using: &random), Int.random(in: 0..<60, using: &random))
      var heading = Int.random(in: 0..<8, using: &random)
      return (0..<pointsPerStroke).map { _ in
        let point = BoardPoint(x: Int32((x * 2 + 1) * 65_536 / 400), y: Int32(y * 614 + 307))
        heading = (heading + (turns.randomElement(using: &random) ?? 0)) % 8
        while !(0..<200).contains(x + ways[heading].0) || !(0..<60).contains(y + ways[heading].1) {
          heading = (heading + 1) % 8
        }
        (x, y) = (x + ways[heading].0, y + ways[heading].1)
        return point
      }
    }
    let figure = bytesPerPoint(strokes, stepExponent: 5)
    #expect(figure <= 2.3, "seed \(seed)")
  }

  @Test("a walk in full resolution takes at most 4.2 bytes a point", arguments: [7])
  func walk(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    /// Twelve uniform numbers added up: as good as a Gaussian here, of the same width.
    func step() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * 327.68
    }
    func folded(_ value: Double) -> Double {
      value < 0 ? -value : value > 65_535 ? 2 * 65_535 - value : value
    }
    let strokes = (0..<500).map { _ in
      var x = Double.random(in: 0..<65_536, using: &random)
      var y = Double.random(in: 0..<65_536, using: &random)
      return (0..<pointsPerStroke).map { _ in
        let point = BoardPoint(clamping: x, y)
        (x, y) = (folded(x + step()), folded(y + step()))
        return point
      }
    }
    #expect(bytesPerPoint(strokes, stepExponent: 0) <= 4.2, "seed \(seed)")
  }
}
