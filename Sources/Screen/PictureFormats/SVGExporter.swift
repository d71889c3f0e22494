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
    var text = ""
    write(drawing, theme: theme) { text += $0 }
    return text
  }

  /// Passes the text of an SVG file to `output` in parts, so that no program has to hold the whole text.
  package static func write<Failure: Error>(
    _ drawing: VectorDrawing, theme: Theme, to output: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let shades = Shades(theme)
    let paper = SVGCells(drawing.paper, shades, hasFittedWords: false)
    let shapes = SVGShapes(background: shades.background)
    try output(
      head(columns: drawing.columns, rows: drawing.rows, shades) + """
        <g fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round" \
        font-family="\(SVGText.fonts)" font-size="\(SVGText.size)">

        """)
    try output(paper.grounds)
    if !drawing.images.isEmpty {
      try output(SVGShapes.groupStart)
      for image in drawing.images { try output(SVGImages.element(image)) }
      try output(SVGShapes.groupEnd)
    }
    if !drawing.washes.isEmpty {
      try output(SVGShapes.groupStart)
      for wash in drawing.washes { try output(shapes.element(wash)) }
      try output(SVGShapes.groupEnd)
    }
    try output(paper.dots + paper.texts)
    if !drawing.marks.isEmpty {
      try output(SVGShapes.groupStart)
      try shapes.write(drawing.marks, to: output)
      try output(SVGShapes.groupEnd)
    }
    try output("</g>\n" + tail)
  }

  static func document(
    columns: Int, rows: Int, _ shades: Shades, _ content: String
  ) -> String { head(columns: columns, rows: rows, shades) + content + tail }

  private static func head(columns: Int, rows: Int, _ shades: Shades) -> String {
    let (width, height) = (columns * SVGCells.width, rows * SVGCells.height)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width / 2)" height="\(height / 2)" \
      viewBox="0 0 \(width) \(height)">
      <rect width="\(width)" height="\(height)" fill="\(ColorMath.text(shades.background))"/>

      """
  }

  private static let tail = "</svg>\n"
}
