import BoardModel
import CellFrame

// The cells of a canvas whose ink is shown in pixels.
extension Canvas {
  /// Returns a cell without its ink. A word stays, with the fill under it as its ground.
  package func cellWithoutInk(column: Int, row: Int) -> Cell {
    guard column >= 0, column < columns, row >= 0, row < rows else { return .blank }
    let shown = cell(column: column, row: row)
    if hasLetter(column: column, row: row) {
      guard takesLines(column: column, row: row) else { return shown }
      return hasBlocks(column, row) ? blockCell(column, row) : under(column, row)
    }
    let bare = paper.isEmpty ? blank : paper[row * columns + column]
    guard shown != bare, viewport.paperOrigin != nil, bare.glyph != .space else { return bare }
    // Filled ink hides a letter of text paper.
    return Cell(.space, Style(foreground: theme.foreground, background: bare.style.background))
  }

  /// Returns whether thin lines in pixels may lie over the word of a cell, because no other opaque ink is
  /// in the cell.
  package func takesLines(column: Int, row: Int) -> Bool {
    raster.isMixed
      && (0..<grid.unitsPerCell).allSatisfy {
        layers.ink[grid.unit($0, column: column, row: row)] & 0xFF == 0
      }
  }

  /// Returns whether a thing is drawn as thin lines, which leave a word under them readable.
  package func isThinLine(_ thing: BoardItem) -> Bool {
    guard raster.isMixed, thing.inkColor.alpha == 255 else { return false }
    return thing.item.asStroke?.isThin(on: grid) == true
  }

  /// Returns the cells that ink within a part of the board may touch.
  package func cells(touchedBy area: BoardRect) -> CellRect { grid.cells(touchedBy: area) }
}
