import CellFrame

/// Vector pictures of frames and drawings. The same input gives the same bytes.
public struct SVGExporter {
  /// Returns a frame as the text of an SVG file, shown at 10 × 20 pixels per cell: dots as round
  /// points, text as text.
  public static func svg(_ frame: Frame, theme: Theme) -> String {
    let shades = Shades(theme)
    let cells = SVGCells(frame, shades, hasFittedWords: true)
    return document(
      columns: frame.columns, rows: frame.rows, shades,
      """
      \(cells.grounds)\(cells.dots)\
      <g font-family="\(SVGText.fonts)" font-size="\(SVGText.size)">
      \(cells.texts)</g>

      """)
  }

  /// Returns a drawing as the text of an SVG file, shown at 10 × 20 pixels per cell: shapes as
  /// shapes, text as text that is placed letter by letter. Words from right to left are one element.
  public static func svg(_ drawing: VectorDrawing, theme: Theme) -> String {
    let shades = Shades(theme)
    let paper = SVGCells(drawing.paper, shades, hasFittedWords: false)
    let shapes = SVGShapes(background: shades.background)
    return document(
      columns: drawing.columns, rows: drawing.rows, shades,
      """
      <g fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round" \
      font-family="\(SVGText.fonts)" font-size="\(SVGText.size)">
      \(paper.grounds)\(drawing.washes.map(shapes.element).joined())\
      \(paper.dots)\(paper.texts)\(drawing.marks.map { shapes.element($0) }.joined())</g>

      """)
  }

  static func document(
    columns: Int, rows: Int, _ shades: Shades, _ content: String
  ) -> String {
    let (width, height) = (columns * SVGCells.width, rows * SVGCells.height)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width / 2)" height="\(height / 2)" \
      viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="\(ColorMath.text(shades.background))"/>
      \(content)</svg>

      """
  }
}
