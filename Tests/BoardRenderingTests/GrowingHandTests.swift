import BoardModel
import EaselBase
import GroupTesting
import Testing

@testable import BoardRendering

@Suite struct GrowingHandTests {
  @Test(
    "4 · a hand's line painted as it grows is the same as painted whole",
    arguments: Raster.allCases)
  func growing(_ raster: Raster) throws {
    for seed in Seeds.range(60) {
      var random = SplitMix64(seed: seed)
      let viewport = Viewport(left: -300, top: 100, columnWidth: 500, rowHeight: 1_040)
      let blank = Canvas(
        columns: 48, rows: 13, viewport: viewport, raster: raster, theme: .terminal)
      let ink = Ink(
        color: InkColor(rgb: 0x12_34_56, alpha: Bool.random(using: &random) ? 255 : 90),
        width: UInt8.random(in: 1...6, using: &random))
      var (points, grown) = ([BoardPoint(x: 12_000, y: 6_000)], blank)
      var hand: GrowingHand?
      for step in 0..<30 {
        let packed = try #require(PackedPoints(points, stepExponent: UInt8(seed % 5)))
        let stroke = Stroke(kind: .pen, ink: ink, points: packed)
        grown.paint(stroke, after: &hand)
        var (ended, whole) = (grown, blank)
        if let hand { ended.paintTail(of: stroke, at: hand) }
        whole.paint(.stroke(stroke))
        guard (ended.layers.ink, ended.layers.wash) == (whole.layers.ink, whole.layers.wash) else {
          Issue.record("seed \(seed), \(raster), step \(step): dots differ")
          return
        }
        points += (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Self.next(points, &random)
        }
      }
      #expect(grown.frame != blank.frame)
    }
  }

  /// Within the last one's dot, near, or so far that the step is curved; beyond the edges too.
  private static func next(_ points: [BoardPoint], _ random: inout SplitMix64) -> BoardPoint {
    let reach = [20, 300, 3_000, 30_000].randomElement(using: &random) ?? 20 as Int32
    let last = points[points.count - 1]
    return BoardPoint(
      x: last.x + Int32.random(in: -reach...reach, using: &random),
      y: last.y + Int32.random(in: -reach...reach, using: &random))
  }

  @Test("Cells taken over from another canvas look the same", arguments: Raster.allCases)
  func taking(_ raster: Raster) throws {
    var from = Canvas(
      columns: 20, rows: 6, viewport: .paper(column: 0, row: 0), raster: raster, theme: .terminal)
    var to = from
    let cell = (Int32(Page.cellWidth), Int32(Page.cellHeight))
    let corners = [BoardPoint(x: 0, y: 0), BoardPoint(x: 19 * cell.0, y: 5 * cell.1)]
    for (kind, alpha) in [(Stroke.Kind.line, 255 as UInt8), (.rectangle, 90)] {
      from.paint(
        .stroke(
          Stroke(
            kind: kind, ink: Ink(color: InkColor(rgb: 0x12_34_56, alpha: alpha), width: 2),
            filled: true, points: try #require(PackedPoints(corners, stepExponent: 0)))))
    }
    from.paint(
      .label(
        Label(
          origin: BoardPoint(x: 2 * cell.0, y: cell.1), columnWidth: cell.0, rowHeight: cell.1,
          color: InkColor(rgb: 0xFF_FF_FF), text: SafeText("a", limit: .label))))
    to.copy([(1, 1..<9), (2, -3..<70), (9, 0..<3)], from: from)
    for row in 0..<6 {
      for column in 0..<20 {
        let isTaken = row == 1 && (1..<9).contains(column) || row == 2
        #expect(
          (to.cell(column: column, row: row) == from.cell(column: column, row: row)) == isTaken
            || from.cell(column: column, row: row) == .blank)
      }
    }
    #expect(to.takeTouched().isEmpty)
  }
}
