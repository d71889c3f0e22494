import BoardModel
import CellFrame
import EaselBase

extension Painter {
  /// Writes a label's letters into the cells of its box, over the ink. A line that is too long for
  /// the box ends with an ellipsis. Blanks in the label's lines leave ink visible, but hide other
  /// letters.
  func paint(_ label: Label, offset: BoardOffset, style: Style) {
    let origin = label.origin.moved(by: offset)
    let lines = label.text.string.split(separator: "\n", omittingEmptySubsequences: false)
      .map { GlyphLine($0) }
    guard let box = box(of: label, at: origin, lines) else { return }
    for (index, line) in lines.prefix(box.rows).enumerated() {
      let isCutShort = index == box.rows - 1 && lines.count > box.rows
      let shown = isCutShort ? line.continued(in: box.columns) : line.shortened(to: box.columns)
      set(shown, at: CellPoint(column: box.column, row: box.row + index), style: style)
    }
  }

  /// Returns the label's box, or nil if it lies far from the canvas.
  private func box(of label: Label, at origin: BoardPoint, _ lines: [GlyphLine]) -> CellRect? {
    let corner = grid.dot(SpotOnBoard(origin, .zero))
    let (cellX, cellY) = (Double(1 << grid.cellShiftX), Double(1 << grid.cellShiftY))
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

  private func set(_ line: GlyphLine, at point: CellPoint, style: Style) {
    let (minColumn, maxColumn) = (clip.minX >> grid.cellShiftX, clip.maxX >> grid.cellShiftX)
    guard point.row >= clip.minY >> grid.cellShiftY, point.row <= clip.maxY >> grid.cellShiftY
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
    let halves = grid.isHalf ? 2 : 1
    for half in 0..<halves { ink[(row * halves + half) * grid.columns + column] = 0 }
  }
}
