import BoardModel
import CellFrame

/// Draws a page without anything round it, for exports.
public enum PageRenderer {
  /// The page fitted over the whole size, or what `viewport` shows; text paper from its first cell.
  public static func render(
    _ picture: Picture, columns: Int, rows: Int, raster: Raster, theme: Theme,
    viewport: Viewport? = nil
  ) -> Frame {
    let usual: Viewport =
      picture.paper.isEmpty ? .fit(columns: columns, rows: rows) : .paper()
    var canvas = Canvas(
      columns: columns, rows: rows, viewport: viewport ?? usual, raster: raster, theme: theme,
      showsPage: false)
    canvas.repaint(picture)
    return canvas.frame
  }
}
