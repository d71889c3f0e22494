import BoardModel
import CellFrame

// Letters and the ink over them. A letter that a line crosses stays readable: it gets the ink's
// colour, and its background is tinted. More ink in the cell gives a stronger tint. A fill over a letter
// of the board becomes its background. Filled ink hides letters of text paper.
extension Canvas {
  /// Returns a cell as it is under the ink: a letter, the page's outline or a blank.
  func under(_ column: Int, _ row: Int) -> Cell {
    let cell = letter(column, row)
    guard cell.glyph != .space, isPaintedOver(column, row) || isHalved(cell, column, row) else {
      return cell
    }
    // A hidden letter leaves its background. The page's outline needs no case of its own, because
    // ink replaces it anyway.
    return Cell(.space, Style(foreground: cell.style.foreground, background: cell.style.background))
  }

  /// Returns whether a cell shows a letter of a label or of text paper; false beyond the edge.
  public func hasLetter(column: Int, row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    return isLetter(under(column, row), column, row)
  }

  /// Returns whether ink or a word of the board shows in a cell. Text paper and the page's outline
  /// lie below the ink and do not count.
  package func showsInk(column: Int, row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    return cell(column: column, row: row) != (paper.isEmpty ? blank : paper[row * columns + column])
  }

  /// Returns whether a cell's glyph is a letter of a label or of text paper. The page's outline is
  /// none.
  func isLetter(_ cell: Cell, _ column: Int, _ row: Int) -> Bool {
    cell.glyph != .space
      && (viewport.paperOrigin != nil || layers.letters[row * columns + column].glyph != .space)
  }

  /// Returns the ink over a letter. Ink over one half of a wide letter counts for both halves.
  func stain(of cell: Cell, _ column: Int, _ row: Int) -> Stain? {
    if cell.glyph == .shadow { return stain(column - 1, row) ?? stain(column, row) }
    return stain(column, row) ?? (cell.glyph.isWide ? stain(column + 1, row) : nil)
  }

  /// Returns the style of a letter on the fill that covers its cell and is newer than the letter; nil if
  /// there is none. Older fills ended at the letter.
  func styleOverNewerFill(_ cell: Cell, _ column: Int, _ row: Int) -> Style? {
    let letter = layers.letters[row * columns + column]
    guard letter.glyph != .space else { return nil }
    let left = cell.glyph == .shadow ? column - 1 : column
    return grid.color(ofFill: layers.fills, column: max(left, 0), row: row).map {
      theme.style(of: letter, on: theme.hasPaleFills ? .rgb($0) : theme.background)
    }
  }

  /// Returns whether a blank cell lies between letters that translucent ink covers. The ink fills
  /// such a cell like the letters beside it, so that a marker over several words is one band.
  ///
  /// A change of one cell may change all cells of such a band. `takeTouched` adds them.
  func isGapInMarkedText(_ cell: Cell, _ column: Int, _ row: Int) -> Bool {
    guard hasText, cell.glyph == .space else { return false }
    func endsInLetter(_ step: Int) -> Bool {
      var column = column + step
      while isMarked(column, row) {
        if isLetter(under(column, row), column, row) { return true }
        column += step
      }
      return false
    }
    return endsInLetter(-1) && endsInLetter(1)
  }

  /// Returns whether translucent ink lies in a cell; false beyond the edge.
  func isMarked(_ column: Int, _ row: Int) -> Bool {
    guard column >= 0, column < columns else { return false }
    return (0..<grid.unitsPerCell).contains {
      layers.wash[grid.unit($0, column: column, row: row)] & 0xFF != 0
    }
  }

  /// Returns the opaque ink in a cell of braille or ASCII as dots, numbered as in Unicode. Returns
  /// no dots for blocks or beyond the canvas.
  public func dots(column: Int, row: Int) -> UInt8 {
    guard !raster.hasBlocks, column >= 0, column < columns, row >= 0, row < rows else { return 0 }
    return dottedInk(row * columns + column).dots
  }

  /// Returns the colour, `0xRRGGBB`, of most of the dots that ``dots(column:row:)`` returns; nil if
  /// there are none.
  public func inkColor(column: Int, row: Int) -> UInt32? {
    guard dots(column: column, row: row) != 0 else { return nil }
    return dottedInk(row * columns + column).color
  }

  private func letter(_ column: Int, _ row: Int) -> Cell {
    let index = row * columns + column
    let cell = layers.letters[index]
    let image = images.ground(index)
    if cell.glyph == .gap {
      let ground = image.map { self.ground(of: cell, over: $0) } ?? cell.style.background
      return Cell(.space, Style(foreground: theme.foreground, background: ground))
    }
    guard cell.glyph == .space else {
      let ground = image.map { self.ground(of: cell, over: $0) } ?? cell.style.background
      return Cell(cell.glyph, theme.style(of: cell, on: ground))
    }
    let under = paper.isEmpty ? blank : paper[index]
    return image.map { theme.readable(under, on: $0) } ?? under
  }

  /// Returns the ground of a letter over an image: the fill under the letter, or else the image.
  private func ground(of letter: Cell, over image: Tint) -> Tint {
    letter.style.background == theme.background ? image : letter.style.background
  }

  /// Returns whether one half of a wide letter is hidden or overwritten. If so, neither half is
  /// shown.
  private func isHalved(_ cell: Cell, _ column: Int, _ row: Int) -> Bool {
    if cell.glyph == .shadow {
      return column == 0 || !letter(column - 1, row).glyph.isWide || isPaintedOver(column - 1, row)
    }
    guard cell.glyph.isWide else { return false }
    return column + 1 == columns || letter(column + 1, row).glyph != .shadow
      || isPaintedOver(column + 1, row)
  }

  private func stain(_ column: Int, _ row: Int) -> Stain? {
    guard column >= 0, column < columns else { return nil }
    guard raster.hasBlocks else {
      let ink = dottedInk(row * columns + column)
      let count = ink.dots.nonzeroBitCount
      return count > 0 ? Stain(rgb: ink.color, dots: count) : nil
    }
    let inked = inkWords(column, row).filter { $0 & 0xFF != 0 }
    return inked.first.map { Stain(rgb: $0 >> 8, dots: 8 * inked.count / grid.unitsPerCell) }
  }

  private func inkWords(_ column: Int, _ row: Int) -> [UInt32] {
    (0..<grid.unitsPerCell).map { layers.ink[grid.unit($0, column: column, row: row)] }
  }

  /// Returns whether ink hides a letter of text paper: whether it fills a square of cells that includes
  /// this cell. A line is no such area,
  /// even if it is as broad as a cell. So the square has two by two cells, or three by three if a
  /// cell has only two rows of dots, which is coarser.
  private func isPaintedOver(_ column: Int, _ row: Int) -> Bool {
    guard isFull(column, row), layers.letters[row * columns + column].glyph == .space else {
      return false
    }
    if grid.dotsY == 2 {
      return (row - 1...row + 1).allSatisfy { row in
        (column - 1...column + 1).allSatisfy { isFull($0, row) }
      }
    }
    let (left, right) = (isFull(column - 1, row), isFull(column + 1, row))
    guard left || right else { return false }
    return [row - 1, row + 1].contains { other in
      isFull(column, other)
        && (left && isFull(column - 1, other) || right && isFull(column + 1, other))
    }
  }

  private func isFull(_ column: Int, _ row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    guard raster.hasBlocks else { return dottedInk(row * columns + column).dots == 0xFF }
    return inkWords(column, row).allSatisfy { $0 & 0xFF != 0 }
  }
}

/// Ink over one letter: its colour and how many dots of eight it covers.
struct Stain {
  var rgb: UInt32
  var dots: Int

  /// Tints a letter whose background is shown as `ground`.
  func tint(_ cell: inout Cell, on ground: UInt32) {
    let alpha = UInt8(clamping: 40 + 16 * dots)
    let tint = ColorMath.blend(rgb, over: ground, alpha: alpha)
    cell.style.background = .rgb(tint)
    cell.style.foreground = Tint.rgb(rgb).readable(on: tint)
    cell.style.attributes.subtract([.reverse, .dim])
  }
}

extension Glyph {
  /// A blank of a label. It hides other letters, but not ink.
  static let gap = Glyph("\u{A0}")
}
