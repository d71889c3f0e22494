import BoardModel
import CellFrame

/// Draws only a page, for exports.
public enum PageRenderer {
  /// Returns the page fitted to the whole size, or the part that `viewport` shows; text paper
  /// begins at its first cell.
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
