import BoardModel
import CellFrame

extension Canvas {
  /// Returns one cell of the canvas; beyond the edge, a blank.
  public func cell(column: Int, row: Int) -> Cell {
    guard column >= 0, column < columns, row >= 0, row < rows else { return .blank }
    return raster.hasBlocks ? blockCell(column, row) : dottedCell(column, row)
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
    let washed = wash[unit]
    var cell = under(column, row)
    let (dots, washDots) = (
      UInt8(truncatingIfNeeded: ink[unit]), UInt8(truncatingIfNeeded: washed)
    )
    if washDots != 0 { wash(washed, dots: washDots, in: &cell, isFree: dots == 0) }
    if isLetter(cell, column, row) {
      if let stain = stain(of: cell, column, row) { tint(stain, over: &cell) }
    } else if dots != 0 {
      cell.glyph = glyph(dots)
      cell.style.foreground = .rgb(ink[unit] >> 8)
      cell.style.attributes = []
    }
    return cell
  }

  /// Tints the cell with translucent ink. If the ink has only a few dots in the cell, shows these
  /// dots instead.
  private func wash(_ washed: UInt64, dots: UInt8, in cell: inout Cell, isFree: Bool) {
    let isFree = isFree && cell.glyph == .space
    let blended = blend(washed, over: ground(of: cell))
    let isBroad = washed & Painter.Pigment.broad != 0
    if dots.nonzeroBitCount >= (isFree || isBroad ? 3 : 2) {
      cell.style.background = .rgb(blended)
      if cell.glyph != .space { cell.style.foreground = readable(cell.style, on: blended) }
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

  private func blockCell(_ column: Int, _ row: Int) -> Cell {
    let units = (0..<grid.unitsPerCell).map { grid.unit($0, column: column, row: row) }
    var cell = under(column, row)
    let ground = ground(of: cell)
    if isLetter(cell, column, row) {
      if let washed = units.lazy.map({ wash[$0] }).first(where: { $0 & 0xFF != 0 }) {
        let tint = blend(washed, over: ground)
        cell.style.background = .rgb(tint)
        cell.style.foreground = readable(cell.style, on: tint)
      }
      if let stain = stain(of: cell, column, row) { tint(stain, over: &cell) }
      return cell
    }
    guard units.contains(where: { ink[$0] & 0xFF != 0 || wash[$0] & 0xFF != 0 }) else {
      return cell
    }
    let mosaic = BlockMosaic(
      units.map { block($0, over: ground) }, top: tops[row * columns + column], ground: ground)
    guard let colors = mosaic.colors else { return cell }
    let pattern = BlockPattern(columns: grid.dotsX, rows: grid.dotsY, bits: colors.bits)
    return Cell(
      pattern.glyph,
      Style(
        foreground: .rgb(colors.foreground),
        background: colors.background.map { .rgb($0) } ?? cell.style.background))
  }

  private func block(_ unit: Int, over ground: UInt32) -> BlockMosaic.Block {
    let base = ink[unit] & 0xFF != 0 ? ink[unit] >> 8 : nil
    let shown = wash[unit] & 0xFF != 0 ? blend(wash[unit], over: base ?? ground) : base
    return BlockMosaic.Block(shown: shown, ink: base)
  }

  private func blend(_ word: UInt64, over ground: UInt32) -> UInt32 {
    ColorMath.blend(
      UInt32(truncatingIfNeeded: word >> 16) & 0xFF_FFFF, over: ground,
      alpha: UInt8(truncatingIfNeeded: word >> 8))
  }

  /// Returns a readable colour for letters under ink: its contrast fulfils level AA of WCAG.
  func readable(_ style: Style, on ground: UInt32) -> Tint {
    switch style.foreground.meaning {
    case .terminal: .terminal
    case .rgb(let value): .rgb(ColorMath.visible(value, on: ground, contrast: 4.5))
    case .indexed(let number):
      .rgb(ColorMath.visible(XtermPalette.rgb(number), on: ground, contrast: 4.5))
    }
  }

  /// Returns the cell's background colour, with which translucent ink is blended. For the
  /// terminal's own background it is the theme's backdrop.
  func ground(of cell: Cell) -> UInt32 {
    switch cell.style.background.meaning {
    case .terminal: theme.backdrop
    case .rgb(let value): value
    case .indexed(let number): XtermPalette.rgb(number)
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
