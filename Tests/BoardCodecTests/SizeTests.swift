import BoardModel
import GroupTesting
import Testing

@testable import BoardCodec

/// The workloads of the benchmarks, smaller: strokes of 40 points.
struct SizeTests {
  private let pointsPerStroke = 40

  private func payloads(_ strokes: [[BoardPoint]], stepExponent: UInt8) -> [[UInt8]] {
    strokes.compactMap { path in
      guard let points = PackedPoints(path, stepExponent: stepExponent) else { return nil }
      let ink = Ink(color: InkColor(rgb: 0xE05561), width: 2)
      return Operation(.make(.stroke(Stroke(kind: .pen, ink: ink, points: points)))).encoded()
    }
  }

  private func bytesPerPoint(_ parts: [[UInt8]], of strokes: [[BoardPoint]]) -> Double {
    Double(parts.reduce(0) { $0 + $1.count }) / Double(strokes.count * pointsPerStroke)
  }

  /// The bytes of a whole snapshot, with all numbers, times, names, hashes and signatures. By one
  /// person, since each of the eight in the benchmark makes more strokes than all that are here.
  private func snapshot(_ payloads: [[UInt8]]) -> [[UInt8]] {
    EntryRun.encoded(written(payloads, people: 1))
  }

  @Test("ink on a terminal's cells takes 2.3 bytes a point, in a snapshot 2.6", arguments: [7])
  func cells(seed: UInt64) {
    let strokes = cellStrokes(seed)
    let payloads = payloads(strokes, stepExponent: 5)
    #expect(bytesPerPoint(payloads, of: strokes) <= 2.3, "seed \(seed)")
    #expect(bytesPerPoint(snapshot(payloads), of: strokes) <= 2.6, "seed \(seed)")
  }

  @Test("a walk in full resolution takes 4.2 bytes a point, in a snapshot too", arguments: [7])
  func walk(seed: UInt64) {
    let strokes = walkStrokes(seed)
    let payloads = payloads(strokes, stepExponent: 0)
    #expect(bytesPerPoint(payloads, of: strokes) <= 4.2, "seed \(seed)")
    #expect(bytesPerPoint(snapshot(payloads), of: strokes) <= 4.2, "seed \(seed)")
  }

  private func cellStrokes(_ seed: UInt64) -> [[BoardPoint]] {
    var random = SplitMix64(seed: seed)
    let headings: [(Int, Int)] = [
      (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
    ]
    let steps = [0, 0, 0, 0, 0, 1, 7, 1, 7, 2, 6]
    return (0..<500).map { _ in
      var (x, y) = (Int.random(in: 0..<200, using: &random), Int.random(in: 0..<60, using: &random))
      var heading = Int.random(in: 0..<8, using: &random)
      return (0..<pointsPerStroke).map { _ in
        let point = BoardPoint(x: Int32((x * 2 + 1) * 65_536 / 400), y: Int32(y * 614 + 307))
        heading = (heading + (steps.randomElement(using: &random) ?? 0)) % 8
        while !(0..<200).contains(x + headings[heading].0)
          || !(0..<60).contains(y + headings[heading].1)
        {
          heading = (heading + 1) % 8
        }
        (x, y) = (x + headings[heading].0, y + headings[heading].1)
        return point
      }
    }
  }

  private func walkStrokes(_ seed: UInt64) -> [[BoardPoint]] {
    var random = SplitMix64(seed: seed)
    /// Twelve uniform numbers added up: as good as a Gaussian here, of the same width.
    func step() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * 327.68
    }
    func folded(_ value: Double) -> Double {
      value < 0 ? -value : value > 65_535 ? 2 * 65_535 - value : value
    }
    return (0..<500).map { _ in
      var x = Double.random(in: 0..<65_536, using: &random)
      var y = Double.random(in: 0..<65_536, using: &random)
      return (0..<pointsPerStroke).map { _ in
        let point = BoardPoint(clamping: x, y)
        (x, y) = (folded(x + step()), folded(y + step()))
        return point
      }
    }
  }
}
