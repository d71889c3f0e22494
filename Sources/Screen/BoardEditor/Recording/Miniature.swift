import BoardContract
import BoardModel
import BoardRendering
import CellFrame

extension Miniature {
  /// Makes a small picture of the page. Its colours are those of the palette, for which every theme
  /// has its own shades. It leaves out words, which would be holes in the ink.
  package init(of picture: Picture) {
    var theme = Theme.terminal
    theme.palette = PaletteColor.allCases.map(\.rgb)
    theme.hasPaleFills = false
    let (columns, rows) = (Self.columns, Self.rows)
    var canvas = Canvas(
      columns: columns, rows: rows, viewport: .fit(columns: columns, rows: rows), raster: .braille,
      theme: theme, showsPage: false)
    for thing in picture.things where !thing.item.isText { canvas.paint(thing) }
    let cells = (0..<columns * rows).map { ($0 % columns, $0 / columns) }
    self.init(
      dots: cells.map { canvas.dots(column: $0.0, row: $0.1) },
      colors: cells.map { canvas.inkColor(column: $0.0, row: $0.1) ?? 0 })
  }
}
