import BoardModel
import CellFrame

extension Canvas {
  /// Returns one cell of the canvas; beyond the edge, a blank.
  public func cell(column: Int, row: Int) -> Cell {
    guard column >= 0, column < columns, row >= 0, row < rows else { return .blank }
    let cell =
      raster.isMixed
      ? mixedCell(column, row)
      : raster.hasBlocks ? blockCell(column, row) : dottedCell(column, row)
    return images.isEmpty ? cell : cellOverImage(cell, column, row)
  }

  /// Returns an image instead of its mean where there is nothing over it.
  private func cellOverImage(_ cell: Cell, _ column: Int, _ row: Int) -> Cell {
    let index = row * columns + column
    guard cell.glyph == .space, !cell.style.attributes.contains(.underline),
      let shown = images.cell(index)
    else { return cell }
    let bare = images.ground(index) ?? theme.background
    return cell.style.background == bare ? shown : cell
  }

  /// A frame of the canvas alone.
  public var frame: Frame {
    var frame = Frame(columns: columns, rows: rows)
    for row in 0..<rows { copy(row: row, columns: 0..<columns, to: &frame) }
    return frame
  }

  /// Copies cells of one row into a frame in which the canvas's corner lies at `corner`.
  public func copy(
    row: Int, columns: Range<Int>, to frame: inout Frame,
    corner: CellPoint = CellPoint(column: 0, row: 0)
  ) {
    for column in columns {
      frame[corner.column + column, corner.row + row] = cell(column: column, row: row)
    }
  }

  var blank: Cell {
    Cell(.space, Style(foreground: theme.foreground, background: theme.background))
  }

  private func dottedCell(_ column: Int, _ row: Int) -> Cell {
    let unit = row * columns + column
    let washed = layers.wash[unit]
    let ink = dottedInk(unit)
    var cell = ground(column, row, isFull: ink.dots == 0xFF)
    let washDots = UInt8(truncatingIfNeeded: washed)
    // A full cell of ink hides translucent ink, so a letter over such a cell does too.
    if washDots != 0, !isOverFill(cell, unit) {
      let isFree = ink.dots == 0 && !isGapInMarkedText(cell, column, row)
      wash(washed, dots: washDots, in: &cell, isFree: isFree)
    }
    if isLetter(cell, column, row) {
      if let style = styleOverNewerFill(cell, column, row) {
        cell.style = style
      } else if let stain = stain(of: cell, column, row) {
        stain.tint(&cell, on: theme.ground(of: cell))
      }
    } else if ink.dots != 0 {
      let shown = ink.shown(in: theme)
      cell.glyph = glyph(shown.dots)
      cell.style.foreground = .rgb(shown.foreground)
      if let background = shown.background { cell.style.background = .rgb(background) }
      cell.style.attributes = []
    }
    return cell
  }

  func dottedInk(_ unit: Int) -> DottedInk {
    DottedInk(line: layers.ink[unit], fill: layers.fills[unit])
  }

  /// Returns a cell as it is under the ink. If the ink fills the cell, it hides the fill on which a
  /// label's letter was written.
  private func ground(_ column: Int, _ row: Int, isFull: Bool) -> Cell {
    var cell = under(column, row)
    if isFull, layers.letters[row * columns + column].glyph != .space {
      cell.style.background = theme.background
    }
    return cell
  }

  /// Returns whether the cell has a label's letter over a fill, with the fill's colour as background.
  private func isOverFill(_ cell: Cell, _ index: Int) -> Bool {
    layers.letters[index].glyph != .space && cell.style.background != theme.background
  }

  /// Tints the cell with translucent ink. If the ink has only a few dots in the cell, shows these
  /// dots instead.
  private func wash(_ washed: UInt64, dots: UInt8, in cell: inout Cell, isFree: Bool) {
    let isFree = isFree && cell.glyph == .space
    let blended = blend(washed, over: theme.ground(of: cell))
    let isBroad = washed & Pigment.broad != 0
    if dots.nonzeroBitCount >= (isFree || isBroad ? 3 : 2) {
      cell.style.background = .rgb(blended)
      if cell.glyph != .space {
        cell.style.foreground = cell.style.foreground.readable(on: blended)
      }
    } else if isFree, !isBroad {
      cell.glyph = glyph(dots)
      cell.style.foreground = .rgb(blended)
    }
  }

  /// A cell full of dots is solid: eight dots side by side look like a sieve, and darker than their
  /// colour.
  private func glyph(_ dots: UInt8) -> Glyph {
    if raster == .ascii { return AsciiDots.glyph(dots) }
    return dots == 0xFF ? Glyph("█") : Glyph.braille(dots)
  }

  func blockCell(_ column: Int, _ row: Int) -> Cell {
    let units = (0..<grid.unitsPerCell).map { grid.unit($0, column: column, row: row) }
    var cell = ground(column, row, isFull: units.allSatisfy { layers.ink[$0] & 0xFF != 0 })
    let styleOverFill = styleOverNewerFill(cell, column, row)
    if let styleOverFill { cell.style = styleOverFill }
    let ground = theme.ground(of: cell)
    if isLetter(cell, column, row) {
      if let washed = units.lazy.map({ layers.wash[$0] }).first(where: { $0 & 0xFF != 0 }) {
        let tint = blend(washed, over: ground)
        cell.style.background = .rgb(tint)
        cell.style.foreground = cell.style.foreground.readable(on: tint)
      }
      if styleOverFill == nil, let stain = stain(of: cell, column, row) {
        stain.tint(&cell, on: theme.ground(of: cell))
      }
      return cell
    }
    guard
      let first = units.first(where: { layers.ink[$0] & 0xFF != 0 || layers.wash[$0] & 0xFF != 0 })
    else {
      return cell
    }
    if units.allSatisfy({ layers.ink[$0] & 0xFF == 0 }), isGapInMarkedText(cell, column, row) {
      cell.style.background = .rgb(blend(layers.wash[first], over: ground))
      return cell
    }
    if raster.isMixed, let marked = marked(units) {
      // As in braille, a broad marker tints whole cells, without a ragged edge.
      if 2 * marked.count >= units.count {
        cell.style.background = .rgb(blend(layers.wash[marked[0]], over: ground))
      }
      return cell
    }
    let mosaic = BlockMosaic(
      units.map { block($0, over: ground) }, top: layers.tops[row * columns + column],
      ground: ground)
    guard let colors = mosaic.colors else { return cell }
    let pattern = BlockPattern(columns: grid.dotsX, rows: grid.dotsY, bits: colors.bits)
    return Cell(
      pattern.glyph,
      Style(
        foreground: .rgb(colors.foreground),
        background: colors.background.map { .rgb($0) } ?? cell.style.background))
  }

  /// Returns the units of a cell that a broad marker covers; nil if there are none, or other ink too.
  private func marked(_ units: [Int]) -> [Int]? {
    let marked = units.filter { layers.wash[$0] & 0xFF != 0 }
    guard !marked.isEmpty, units.allSatisfy({ layers.ink[$0] & 0xFF == 0 }),
      marked.allSatisfy({ layers.wash[$0] & Pigment.broad != 0 })
    else { return nil }
    return marked
  }

  private func block(_ unit: Int, over ground: UInt32) -> BlockMosaic.Block {
    let base = layers.ink[unit] & 0xFF != 0 ? layers.ink[unit] >> 8 : nil
    let shown =
      layers.wash[unit] & 0xFF != 0 ? blend(layers.wash[unit], over: base ?? ground) : base
    return BlockMosaic.Block(
      shown: shown, ink: base, isFill: layers.ink[unit] & Painter.fillOfBlock != 0)
  }

  private func blend(_ word: UInt64, over ground: UInt32) -> UInt32 {
    ColorMath.blend(
      UInt32(truncatingIfNeeded: word >> 16) & 0xFF_FFFF, over: ground,
      alpha: UInt8(truncatingIfNeeded: word >> 8))
  }
}

extension Theme {
  /// Returns a cell's background colour, with which translucent ink is blended. For the terminal's own
  /// background it is the theme's backdrop.
  func ground(of cell: Cell) -> UInt32 {
    switch cell.style.background.meaning {
    case .terminal: backdrop
    case .rgb(let value): value
    case .indexed(let number): XtermPalette.rgb(number)
    }
  }
}

extension Tint {
  /// Returns this colour, or a similar one, for letters on a coloured ground: its contrast fulfils
  /// level AA of WCAG.
  func readable(on ground: UInt32) -> Tint {
    switch meaning {
    case .terminal: .terminal
    case .rgb(let value): .rgb(ColorMath.visible(value, on: ground, contrast: 4.5))
    case .indexed(let number):
      .rgb(ColorMath.visible(XtermPalette.rgb(number), on: ground, contrast: 4.5))
    }
  }
}

extension Glyph {
  /// Returns the ASCII character that looks most like these eight dots.
  public static func ascii(_ dots: UInt8) -> Glyph { AsciiDots.glyph(dots) }

  /// Returns the braille pattern of eight dots, numbered as in Unicode; a space for no dots.
  public static func braille(_ dots: UInt8) -> Glyph {
    guard dots != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(dots)) else { return .space }
    return Glyph(scalar)
  }
}
