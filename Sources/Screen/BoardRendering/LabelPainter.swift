import BoardModel
import CellFrame
import EaselBase

/// Writes the letters of texts into the cells of a canvas.
struct LabelPainter {
  let painter: Painter
  /// Whether letters on a fill stand on its colour, or on the theme's background.
  let hasPaleFills: Bool

  private var grid: DotGrid { painter.grid }
  private var clip: DotRect { painter.clip }
  private var letters: UnsafeMutableBufferPointer<Cell> { painter.letters }

  /// Writes the letters of a text into its cells, over the ink. Blanks between them leave ink visible,
  /// but hide other letters.
  func paint(_ text: TextLayout.Shown, style: Style) {
    var style = style
    if text.isBold { style.attributes.insert(.bold) }
    let (minColumn, maxColumn) = (grid.column(ofDot: clip.minX), grid.column(ofDot: clip.maxX))
    let rows = grid.row(ofDot: clip.minY)...grid.row(ofDot: clip.maxY)
    for run in text.runs where rows.contains(run.row) {
      if text.isOnLine {
        for column in run.columns.lowerBound - 1...run.columns.upperBound
        where column >= minColumn && column <= maxColumn {
          clearLines(column: column, row: run.row)
        }
      }
      for (index, glyph) in run.glyphs.enumerated() {
        let column = run.column + index
        guard column >= minColumn, column <= maxColumn else { continue }
        set(Cell(glyph, style), column: column, row: run.row)
      }
    }
  }

  /// Removes the ink of lines from a cell, but not fills.
  private func clearLines(column: Int, row: Int) {
    let index = row * grid.columns + column
    if painter.isTracking { painter.touch(column: column, row: row) }
    for number in 0..<grid.unitsPerCell {
      painter.ink[grid.unit(number, column: column, row: row)] = 0
    }
    if grid.raster.isMixed {
      painter.thin[index] = 0
      painter.signs[index] = .none
    }
  }

  private func set(_ cell: Cell, column: Int, row: Int) {
    let index = row * grid.columns + column
    if painter.isTracking { painter.touch(column: column, row: row) }
    let old = letters[index]
    let ground = old.glyph == .space ? cell.style.background : old.style.background
    guard cell.glyph != .space else {
      letters[index] = Cell(.gap, Style(background: ground))
      return
    }
    let fill =
      hasPaleFills ? grid.color(ofFill: painter.fills, column: column, row: row) : nil
    letters[index] = cell
    letters[index].style.background = fill.map { .rgb($0) } ?? ground
    for number in 0..<grid.unitsPerCell {
      let unit = grid.unit(number, column: column, row: row)
      painter.ink[unit] = 0
      painter.fills[unit] = 0
    }
    if grid.raster.isMixed {
      painter.thin[index] = 0
      painter.signs[index] = .none
    }
  }
}

extension DotGrid {
  /// Returns the colour of most fills in a cell; nil if they leave out a part of the cell.
  ///
  /// Lines do not count. A line may grow under a letter that is painted already, and then the canvas
  /// does not know the dots that the letter removed.
  func color(
    ofFill fills: some RandomAccessCollection<UInt32>, column: Int, row: Int
  ) -> UInt32? {
    let whole: UInt32 = hasBlocks ? 1 : 0xFF
    var counts: [UInt32: Int] = [:]
    for number in 0..<unitsPerCell {
      let word = fills[
        fills.index(fills.startIndex, offsetBy: unit(number, column: column, row: row))]
      guard word & 0xFF == whole else { return nil }
      counts[word >> 8, default: 0] += 1
    }
    // If two colours have as many blocks, the one with the lower number counts.
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension Theme {
  /// Returns the style in which the letter of a cell can be read on a background.
  func style(of cell: Cell, on ground: Tint) -> Style {
    var plain = cell.style
    plain.background = background
    return plain.over(ground)
  }
}

extension Style {
  /// Returns this style of a label's letter on another background, on which it can be read.
  func over(_ ground: Tint) -> Style {
    guard ground != background, let rgb = ground.rgb else { return self }
    guard let color = foreground.rgb else { return self }
    let colors = LetterColors(color, on: rgb)
    var style = self
    style.background = .rgb(colors.background)
    style.foreground = .rgb(colors.foreground)
    return style
  }
}
