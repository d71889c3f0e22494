import EaselBase

extension Frame {
  /// Writes one line from `point` on, in at most `maxColumns` columns and never beyond the edge. A
  /// text that needs more columns ends in `…`. A wide glyph is never halved.
  ///
  /// - Returns: the number of columns that were written.
  @discardableResult
  public mutating func write(
    _ text: String, at point: CellPoint, style: Style, maxColumns: Int? = nil
  ) -> Int {
    guard contains(point) else { return 0 }
    let room = min(maxColumns ?? .max, columns - point.column)
    var column = point.column
    for glyph in GlyphLine(text).shortened(to: room).glyphs {
      self[column, point.row] = Cell(glyph, style)
      if glyph.isWide { self[column + 1, point.row] = Cell(.shadow, style) }
      column += glyph.isWide ? 2 : 1
    }
    return column - point.column
  }

  /// Writes one line of safe text, in the same way as the method for a `String`.
  ///
  /// - Returns: the number of columns that were written.
  @discardableResult
  public mutating func write(
    _ text: SafeText, at point: CellPoint, style: Style, maxColumns: Int? = nil
  ) -> Int {
    write(text.string, at: point, style: style, maxColumns: maxColumns)
  }

  /// Fills a block with one cell.
  public mutating func fill(_ rect: CellRect, _ cell: Cell) {
    let part = rect.clipped(columns: columns, rows: rows)
    for row in part.rows {
      for column in part.columns { self[column, row] = cell }
    }
  }

  /// Draws another frame over this frame. Its upper left corner lies at `point`.
  public mutating func draw(_ other: Frame, at point: CellPoint) {
    for row in 0..<other.rows {
      for (index, cell) in other.cells(row: row).enumerated() {
        self[point.column + index, point.row + row] = cell
      }
    }
  }

  /// Draws a border along the edge of a block, inside the block, with a title in the upper line.
  public mutating func box(_ rect: CellRect, style: Style, title: String = "", titleStyle: Style?) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let (right, bottom) = (rect.column + rect.columns - 1, rect.row + rect.rows - 1)
    for column in rect.column...right {
      self[column, rect.row] = Cell(Glyph("─"), style)
      self[column, bottom] = Cell(Glyph("─"), style)
    }
    for row in rect.row...bottom {
      self[rect.column, row] = Cell(Glyph("│"), style)
      self[right, row] = Cell(Glyph("│"), style)
    }
    self[rect.column, rect.row] = Cell(Glyph("╭"), style)
    self[right, rect.row] = Cell(Glyph("╮"), style)
    self[rect.column, bottom] = Cell(Glyph("╰"), style)
    self[right, bottom] = Cell(Glyph("╯"), style)
    guard !title.isEmpty, rect.columns > 6 else { return }
    write(
      " \(title) ", at: CellPoint(column: rect.column + 2, row: rect.row),
      style: titleStyle ?? style, maxColumns: rect.columns - 4)
  }
}
