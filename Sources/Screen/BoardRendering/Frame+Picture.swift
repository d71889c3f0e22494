import BoardModel
import CellFrame

extension Frame {
  /// Makes a frame of a picture's page, fitted to a screen of this size, without bars.
  public init(
    _ picture: Picture, columns: Int, rows: Int, raster: Raster = .braille,
    theme: Theme = .terminal
  ) {
    var canvas = Canvas(
      columns: columns, rows: rows, viewport: .fit(columns: columns, rows: rows), raster: raster,
      theme: theme)
    canvas.repaint(picture)
    self = canvas.frame
  }
}
