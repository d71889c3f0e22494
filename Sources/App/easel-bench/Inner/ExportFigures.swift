import BoardModel
import BoardRendering
import CellFrame
import PictureFormats

/// D11: the cost of exporting a big board, compared with painting it on a screen in the same run.
enum ExportFigures {
  private static let strokes = 100_000
  private static let points = strokes * 40

  static func all() throws -> [Figure] {
    let picture = BenchmarkBoards.picture(of: .walk, strokes: strokes)
    let area = ExportArea(of: picture, .all(), cell: .natural, hasMargin: true)
    var canvas = Canvas(
      columns: area.columns, rows: area.rows, viewport: area.viewport, raster: .braille,
      theme: .terminal)
    let repaint = Measure.seconds(passes: 3) { canvas.repaint(picture) }
    let (drawing, memory) = Measure.memory { Self.drawing(of: picture, area) }
    let draw = Measure.seconds(passes: 3) { use(Self.drawing(of: picture, area).marks.count) }
    var bytes = 0
    let svg = Measure.seconds(passes: 3) {
      bytes = 0
      SVGExporter.write(drawing, theme: .terminal) { bytes += $0.utf8.count }
    }
    let png = try Measure.seconds(passes: 3) {
      use(try PNGExporter.png(drawing, theme: .terminal).count)
    }
    return [
      figure("SVG of 100,000 strokes", (draw + svg) / repaint, "× repaint"),
      figure("PNG of 100,000 strokes", (draw + png) / repaint, "× repaint"),
      figure("SVG of 100,000 strokes", Double(bytes) / Double(points), "B/point", "at most 7.5"),
      figure("memory of their drawing", Double(memory) / Double(points), "B/point"),
    ]
  }

  private static func drawing(of picture: Picture, _ area: ExportArea) -> VectorDrawing {
    PageRenderer.vectorDrawing(
      picture, columns: area.columns, rows: area.rows, theme: .terminal, viewport: area.viewport)
  }

  private static func figure(
    _ what: String, _ value: Double, _ unit: String, _ peers: String = ""
  ) -> Figure {
    Figure(row: "D11", what: what, value: value, unit: unit, peers: peers)
  }
}
