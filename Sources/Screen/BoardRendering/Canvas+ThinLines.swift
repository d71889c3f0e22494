import CellFrame

// The thin lines of mixed ink: signs and dots above the blocks of all other ink. A level thin line
// over letters underlines the row whose lower edge is nearest, and the letters keep their colours.
extension Canvas {
  /// Returns a cell of mixed ink.
  func mixedCell(_ column: Int, _ row: Int) -> Cell {
    var cell = hasBlocks(column, row) ? blockCell(column, row) : under(column, row)
    if let line = layers.thinLines[column, row], !isUnderline(column, row) {
      guard hasText, hasLetter(column: column, row: row) else {
        return shown(line, over: cell, column, row)
      }
      Stain(rgb: line.color, dots: line.dots).tint(&cell, on: theme.ground(of: cell))
    }
    if let color = underline(column, row) {
      cell.style.attributes.insert(.underline)
      if cell.glyph == .space { cell.style.foreground = .rgb(color) }
    }
    return cell
  }

  func hasBlocks(_ column: Int, _ row: Int) -> Bool {
    (0..<grid.unitsPerCell).contains {
      let unit = grid.unit($0, column: column, row: row)
      return layers.ink[unit] & 0xFF != 0 || layers.wash[unit] & 0xFF != 0
    }
  }

  /// Returns a line over the blocks of a cell. Of the other ink and the page, the larger one is the
  /// background. A fill that ends at the line stays inside it: it is no background. But dots and the end of a line
  /// leave other ink whole that fills half of the cell: so a line begins beside a filled shape.
  private func shown(_ line: ThinLines.Ink, over cell: Cell, _ column: Int, _ row: Int) -> Cell {
    if !line.isEnd, endsFill(at: line.glyph, column, row) {
      return Cell(
        line.glyph,
        Style(foreground: .rgb(line.color), background: under(column, row).style.background))
    }
    var style = Style(foreground: .rgb(line.color), background: cell.style.background)
    if let blocks = BlockPattern(cell.glyph) {
      let (count, half) = (2 * blocks.bits.nonzeroBitCount, blocks.columns * blocks.rows)
      if line.isEnd || line.isDotted, half..<2 * half ~= count { return cell }
      if count > half { style.background = cell.style.foreground }
    }
    return Cell(line.glyph, style)
  }

  /// Returns whether a fill ends at a line: the cell has only fills as blocks, and a cell at one side of the
  /// line has a part without a fill.
  private func endsFill(at line: Glyph, _ column: Int, _ row: Int) -> Bool {
    guard isFilled(column, row, whole: false) else { return false }
    let across = [(0, -1), (0, 1)]
    let along = [(-1, 0), (1, 0)]
    let sides = line == Glyph("─") ? across : line == Glyph("│") ? along : across + along
    return sides.contains { right, down in
      let (column, row) = (column + right, row + down)
      return (0..<columns).contains(column) && (0..<rows).contains(row)
        && !isFilled(column, row, whole: true)
    }
  }

  /// - Parameter whole: whether fills must cover all of the cell, and not only all of its ink.
  private func isFilled(_ column: Int, _ row: Int, whole: Bool) -> Bool {
    var hasFill = false
    for number in 0..<grid.unitsPerCell {
      let ink = layers.ink[grid.unit(number, column: column, row: row)]
      if ink & Painter.fillOfBlock != 0 {
        hasFill = true
      } else if whole || ink & 0xFF != 0 {
        return false
      }
    }
    return hasFill
  }

  // MARK: Underlines

  /// Returns the colour of the level line that underlines a cell; nil if none does.
  private func underline(_ column: Int, _ row: Int) -> UInt32? {
    // A line in the upper half of the row below is nearer to the lower edge of this row.
    for line in [row, row + 1] where isUnderline(column, line) {
      if layers.thinLines.underlinedRow(column, line) == row {
        return layers.thinLines[column, line]?.color
      }
    }
    return nil
  }

  /// Returns whether the ink of a cell shows as an underline: a level line over a letter, or over
  /// the blank between two letters.
  private func isUnderline(_ column: Int, _ row: Int) -> Bool {
    guard hasText, layers.thinLines.underlinedRow(column, row) != nil else { return false }
    return hasLetter(column: column, row: row)
      || !hasBlocks(column, row) && hasLetter(column: column - 1, row: row)
        && hasLetter(column: column + 1, row: row)
  }
}
