import BoardModel
import CellFrame
import EaselBase

extension Painter {
  /// Writes a label's letters into the cells of its box, over the ink. A line that is too long for
  /// the box goes on to its right, up to the next label or the edge of the canvas, where it ends with
  /// an ellipsis. Blanks in the label's lines leave ink visible, but hide other letters.
  func paint(_ label: Label, offset: BoardOffset, style: Style) {
    let origin = label.origin.moved(by: offset)
    let lines = label.text.string.split(separator: "\n", omittingEmptySubsequences: false)
      .map { GlyphLine($0) }
    guard let box = box(of: label, at: origin, lines) else { return }
    for (index, line) in lines.prefix(box.rows).enumerated() {
      let isCutShort = index == box.rows - 1 && lines.count > box.rows
      let row = box.row + index
      // A label that begins beyond the left edge does not go on, since a repaint may not find it.
      let goesOn = line.columns > box.columns && box.column >= 0
      let room = goesOn ? room(for: line, at: box, row: row, style: style) : box.columns
      let shown = isCutShort ? line.continued(in: room) : line.shortened(to: room)
      set(shown, at: CellPoint(column: box.column, row: row), style: style)
    }
  }

  /// Returns the label's box, or nil if it lies far from the canvas.
  private func box(of label: Label, at origin: BoardPoint, _ lines: [GlyphLine]) -> CellRect? {
    let corner = grid.dot(SpotOnBoard(origin, .zero))
    let (cellX, cellY) = (Double(grid.dotsX), Double(grid.dotsY))
    let (column, row) = ((corner.x / cellX).rounded(), (corner.y / cellY).rounded())
    guard abs(column) < 0x1p20, abs(row) < 0x1p20 else { return nil }
    func cells(_ count: Int, _ size: Int32, _ scale: Double) -> Int {
      Int(min(max(1, (Double(count) * Double(max(size, 1)) * scale).rounded()), 0x1p20))
    }
    let widest = lines.reduce(1) { max($0, $1.columns) }
    return CellRect(
      column: Int(column), row: Int(row),
      columns: cells(widest, label.columnWidth, grid.scaleX / cellX),
      rows: cells(lines.count, label.rowHeight, grid.scaleY / cellY))
  }

  /// Returns the columns of the box, and those to its right that have no letters of another label.
  private func room(for line: GlyphLine, at box: CellRect, row: Int, style: Style) -> Int {
    guard row >= 0, (row + 1) * grid.columns <= letters.count else { return box.columns }
    let own = line.glyphs.flatMap { $0.isWide ? [$0, .shadow] : [$0] }
    var room = box.columns
    while room < own.count, box.column + room < grid.columns {
      let cell = letters[row * grid.columns + box.column + room]
      // If the label was painted here before, its own letters are no obstacle.
      let isOwn =
        own[room] == .space
        ? cell.glyph == .gap
        : cell.style == style && (cell.glyph == own[room] || cell.glyph == Glyph("…"))
      guard cell.glyph == .space || isOwn else { break }
      room += 1
    }
    return room
  }

  private func set(_ line: GlyphLine, at point: CellPoint, style: Style) {
    let (minColumn, maxColumn) = (grid.column(ofDot: clip.minX), grid.column(ofDot: clip.maxX))
    guard point.row >= grid.row(ofDot: clip.minY), point.row <= grid.row(ofDot: clip.maxY)
    else { return }
    var column = point.column
    for glyph in line.glyphs {
      for cell in [Cell(glyph, style)] + (glyph.isWide ? [Cell(.shadow, style)] : []) {
        if column >= minColumn, column <= maxColumn {
          set(cell, column: column, row: point.row)
        }
        column += 1
      }
    }
  }

  private func set(_ cell: Cell, column: Int, row: Int) {
    let place = row * grid.columns + column
    if isTracking { touch(column: column, row: row) }
    letters[place] = cell.glyph == .space ? Cell(.gap) : cell
    guard cell.glyph != .space else { return }
    for number in 0..<grid.unitsPerCell { ink[grid.unit(number, column: column, row: row)] = 0 }
  }
}
