import BoardModel
import CellFrame

/// Draws only a page, for exports: the page fitted to the whole size, or the part that a viewport
/// shows. Text paper begins at its first cell.
public enum PageRenderer {
  /// Returns the page as cells.
  ///
  /// - Parameter viewport: the part to show; nil shows the page, or the beginning of the text.
  public static func render(
    _ picture: Picture, columns: Int, rows: Int, raster: Raster, theme: Theme,
    viewport: Viewport? = nil
  ) -> Frame {
    cells(
      picture, columns: columns, rows: rows, raster: raster, theme: theme, viewport: viewport
    ).frame
  }

  /// Returns the page as cells, and whether a larger page would show more words.
  package static func cells(
    _ picture: Picture, columns: Int, rows: Int, raster: Raster, theme: Theme,
    viewport: Viewport? = nil
  ) -> (frame: Frame, hidesWords: Bool) {
    var canvas = Canvas(
      columns: columns, rows: rows,
      viewport: viewport ?? usualViewport(picture, columns: columns, rows: rows), raster: raster,
      theme: theme, showsPage: false)
    canvas.repaint(picture)
    return (canvas.frame, canvas.hidesWords)
  }

  /// Returns the page as shapes and texts. Things that lie beyond the edges are left out.
  ///
  /// - Parameter viewport: the part to show; nil shows the page, or the beginning of the text.
  public static func vectorDrawing(
    _ picture: Picture, columns: Int, rows: Int, theme: Theme, viewport: Viewport? = nil
  ) -> VectorDrawing {
    var drawing = VectorDrawing(columns: columns, rows: rows)
    let (columns, rows) = (drawing.columns, drawing.rows)
    let viewport = viewport ?? usualViewport(picture, columns: columns, rows: rows)
    var painter = VectorPainter(viewport: viewport, theme: theme)
    let visible = visibleArea(columns, rows, viewport)
    paintInk(of: picture.things(in: visible), with: &painter, on: &drawing)
    for text in picture.things(in: visible).texts { painter.paint(text, on: &drawing) }
    drawing.paper = paper(
      picture, columns: columns, rows: rows, theme: theme, viewport: viewport)
    return drawing
  }

  /// Returns things as shapes and images, without texts.
  package static func inkDrawing(
    _ things: [BoardItem], columns: Int, rows: Int, theme: Theme, viewport: Viewport
  ) -> VectorDrawing {
    var drawing = VectorDrawing(columns: columns, rows: rows)
    var painter = VectorPainter(viewport: viewport, theme: theme)
    paintInk(of: things, with: &painter, on: &drawing)
    return drawing
  }

  private static func paintInk(
    of things: some Swift.Sequence<BoardItem>, with painter: inout VectorPainter,
    on drawing: inout VectorDrawing
  ) {
    var images: [BoardItem] = []
    for thing in things where !thing.item.isText && !images.takes(thing) {
      painter.paint(thing, on: &drawing)
    }
    for image in images.paperFirst { painter.paint(image, on: &drawing) }
    painter.finish(&drawing)
  }

  /// Returns the text paper as cells; an empty frame if there is none. Letters on translucent ink have a
  /// colour in which they are readable on it.
  package static func paper(
    _ picture: Picture, columns: Int, rows: Int, theme: Theme, viewport: Viewport
  ) -> Frame {
    guard !picture.paper.isEmpty else { return Frame(columns: 0, rows: 0) }
    var paper = Canvas(
      columns: columns, rows: rows, viewport: viewport, raster: .braille, theme: theme,
      showsPage: false)
    paper.paper = PaperCells(picture.paper, diff: picture.diff, theme: theme).cells(
      columns, rows, viewport)
    let visible = visibleArea(columns, rows, viewport)
    for thing in picture.things(in: visible)
    where !thing.item.isText && thing.inkColor.alpha < 255 {
      paper.paint(thing)
    }
    return paper.paper.isEmpty ? Frame(columns: 0, rows: 0) : paperFrame(of: paper)
  }

  /// Returns the part of the board whose things a drawing shows. The thinnest line is broader than the
  /// box of its points, so the part has a margin.
  package static func visibleArea(_ columns: Int, _ rows: Int, _ viewport: Viewport) -> BoardRect {
    let margin = Int32(clamping: Int(viewport.rowHeight.rounded(.up)))
    return viewport.visible(columns: columns, rows: rows).grown(by: margin)
  }

  private static func usualViewport(_ picture: Picture, columns: Int, rows: Int) -> Viewport {
    picture.paper.isEmpty ? .fit(columns: columns, rows: rows) : .paper()
  }

  /// From this number of dots on (of the eight in a braille cell), translucent ink is the ground of
  /// the cell's letter. Fewer dots leave much of the letter beside it.
  private static let dotsOfGround = 6

  /// Returns the paper of a canvas of braille, alone. Letters on translucent ink have a colour in which
  /// they are readable on it.
  private static func paperFrame(of canvas: Canvas) -> Frame {
    var frame = Frame(columns: canvas.columns, rows: canvas.rows)
    for row in 0..<canvas.rows {
      let cells = (0..<canvas.columns).map { column in
        let index = row * canvas.columns + column
        var under = canvas.paper[index]
        if (canvas.layers.wash[index] & 0xFF).nonzeroBitCount >= dotsOfGround {
          under.style.foreground = canvas.cell(column: column, row: row).style.foreground
        }
        return under
      }
      frame.replace(row: row, by: cells)
    }
    return frame
  }
}
