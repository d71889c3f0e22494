import CellFrame
import GroupTesting
import Testing

@testable import PictureFormats

@Suite struct LineBudgetTests {
  /// Returns a line that goes down and up again over the whole picture.
  private func zigzag(_ count: Int, width: Double, height: Double) -> [VectorPoint] {
    (0..<count).map {
      VectorPoint(x: width * Double($0) / Double(count - 1), y: $0 % 2 == 0 ? 0 : height)
    }
  }

  @Test("An ordinary line keeps its points; repeated points at one place are charged once")
  func ordinaryLine() {
    var budget = LineBudget(width: 1_000, height: 1_000)
    let line = (0..<200).map { VectorPoint(x: Double($0 * 4), y: Double($0 % 9) * 20) }
    #expect(budget.points(of: line, reach: 3) == line)
    let left = budget.left
    #expect(left < LineBudget.total)
    let still = (0..<4_000).map { VectorPoint(x: 10 + 0.01 * Double($0 % 20), y: 10) }
    #expect(budget.points(of: still, reach: 3) == [still[0], still[3_999]])
    #expect(left - budget.left < 100)
    #expect(budget.points(of: [line[0]], reach: 3) == [line[0]])
  }

  @Test("Parts of a line that lie beyond the picture cost next to nothing")
  func clipping() {
    var budget = LineBudget(width: 100, height: 100)
    let line = zigzag(1_000, width: 1e9, height: 1e9).map {
      VectorPoint(x: $0.x + 1e6, y: $0.y + 1e6)
    }
    #expect(budget.points(of: line, reach: 3) == line)
    #expect(LineBudget.total - budget.left < 2_100)
  }

  @Test("No line uses more than its share of the work, and it keeps its ends")
  func share() {
    for seed in Seeds.range(20) {
      var random = SplitMix64(seed: seed)
      var budget = LineBudget(width: 300, height: 400, left: 1e6)
      for _ in 0..<30 {
        let line = (0..<Int.random(in: 2...2_000, using: &random)).map { _ in
          VectorPoint(
            x: Double.random(in: -500...800, using: &random),
            y: Double.random(in: -500...800, using: &random))
        }
        let (before, most) = (budget.left, budget.lineMax)
        let points = budget.points(of: line, reach: 10)
        #expect(points.first == line.first && points.last == line.last, "seed \(seed)")
        #expect(before - budget.left <= most && budget.left >= 0, "seed \(seed)")
      }
    }
  }

  @Test("A line with too many parts still covers the place where it was drawn")
  func manyParts() {
    var raster = ShapeRaster(width: 320, height: 400)
    raster.lineBudget = LineBudget(width: 320, height: 400, left: 0)
    let line = zigzag(4_001, width: 400, height: 500)
    raster.add(
      VectorShape(.path(VectorPath(through: line)), color: 0, lineWidth: 6))
    for part in 0..<2 {
      for row in [20, 200, 380] {
        let columns = row * 320 + part * 160..<row * 320 + (part + 1) * 160
        #expect(raster.cover[columns].contains { $0 > 0 }, "part \(part), row \(row)")
      }
    }
  }
}
