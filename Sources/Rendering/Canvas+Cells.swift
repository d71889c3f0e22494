import Drawing

extension Canvas {
  /// What one cell of the canvas shows; a blank beyond its edge.
  public func cell(column: Int, row: Int) -> Cell {
    guard column >= 0, column < columns, row >= 0, row < rows else { return .blank }
    return raster == .half ? halfCell(column, row) : dottedCell(column, row)
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

  private func hasInk(_ column: Int, _ row: Int) -> Bool {
    guard column >= 0, column < columns else { return false }
    if raster == .half {
      return (ink[2 * row * columns + column] | ink[(2 * row + 1) * columns + column]) & 0xFF != 0
    }
    return ink[row * columns + column] & 0xFF != 0
  }

  /// The letter that stands in a cell where no ink covers it: of a label, else of the paper. Of a
  /// wide one, neither half may be covered.
  private func under(_ column: Int, _ row: Int) -> Cell {
    let place = row * columns + column
    var cell = letters[place]
    if cell.glyph == .space { cell = paper.isEmpty ? blank : paper[place] }
    let isCut =
      cell.glyph == .shadow ? hasInk(column - 1, row) : cell.glyph.isWide && hasInk(column + 1, row)
    return isCut ? Cell(.space, cell.style) : cell
  }

  var blank: Cell {
    Cell(.space, Style(foreground: theme.foreground, background: theme.background))
  }

  private func dottedCell(_ column: Int, _ row: Int) -> Cell {
    let unit = row * columns + column
    let (dots, washed) = (UInt8(truncatingIfNeeded: ink[unit]), wash[unit])
    var cell = under(column, row)
    let washDots = UInt8(truncatingIfNeeded: washed)
    guard dots | washDots != 0 else { return cell }
    let isFree = dots == 0 && cell.glyph == .space
    let blended = blend(washed, over: ground(of: cell))
    let isBroad = washed & Painter.Pigment.broad != 0
    if washDots.nonzeroBitCount >= (isFree || isBroad ? 3 : 2) {
      cell.style.background = .rgb(blended)
      if cell.glyph != .space { cell.style.foreground = readable(cell.style, on: blended) }
    } else if isFree, !isBroad {
      cell.glyph = glyph(washDots)
      cell.style.foreground = .rgb(blended)
    }
    if dots != 0 {
      cell.glyph = glyph(dots)
      cell.style.foreground = .rgb(ink[unit] >> 8)
      cell.style.attributes = []
    }
    return cell
  }

  private func glyph(_ dots: UInt8) -> Glyph {
    raster == .ascii ? AsciiDots.glyph(dots) : Glyph.braille(dots)
  }

  private func halfCell(_ column: Int, _ row: Int) -> Cell {
    var cell = under(column, row)
    let upper = 2 * row * columns + column
    let ground = ground(of: cell)
    let pixels = [upper, upper + columns].map { pixel($0, over: ground) }
    let isInk = [upper, upper + columns].contains { ink[$0] & 0xFF != 0 }
    if !isInk, cell.glyph != .space {
      if let tint = pixels[0] ?? pixels[1] {
        cell.style.background = .rgb(tint)
        cell.style.foreground = readable(cell.style, on: tint)
      }
      return cell
    }
    switch (pixels[0], pixels[1]) {
    case (nil, nil): return cell
    case (let one?, let other?) where one == other:
      cell = Cell(Glyph("█"), Style(foreground: .rgb(one), background: cell.style.background))
    case (let one?, let other?):
      cell = Cell(Glyph("▀"), Style(foreground: .rgb(one), background: .rgb(other)))
    case (let one?, nil):
      cell = Cell(Glyph("▀"), Style(foreground: .rgb(one), background: cell.style.background))
    case (nil, let other?):
      cell = Cell(Glyph("▄"), Style(foreground: .rgb(other), background: cell.style.background))
    }
    return cell
  }

  private func pixel(_ unit: Int, over ground: UInt32) -> UInt32? {
    let base = ink[unit] & 0xFF != 0 ? ink[unit] >> 8 : nil
    guard wash[unit] & 0xFF != 0 else { return base }
    return blend(wash[unit], over: base ?? ground)
  }

  private func blend(_ word: UInt64, over ground: UInt32) -> UInt32 {
    RGB.blend(
      UInt32(truncatingIfNeeded: word >> 16) & 0xFF_FFFF, over: ground,
      alpha: UInt8(truncatingIfNeeded: word >> 8))
  }

  /// The colour of letters that a marker went over, which must still be read: WCAG's level AA.
  private func readable(_ style: Style, on ground: UInt32) -> Tint {
    switch style.foreground.meaning {
    case .terminal: .terminal
    case .rgb(let value): .rgb(RGB.visible(value, on: ground, contrast: 4.5))
    case .indexed(let number): .rgb(RGB.visible(Xterm.rgb(number), on: ground, contrast: 4.5))
    }
  }

  /// What ink with alpha is blended into: the cell's background, as far as it is known.
  private func ground(of cell: Cell) -> UInt32 {
    switch cell.style.background.meaning {
    case .terminal: theme.backdrop
    case .rgb(let value): value
    case .indexed(let number): Xterm.rgb(number)
    }
  }
}

extension Glyph {
  /// The braille pattern of eight dots, numbered as Unicode does; of none, a space.
  public static func braille(_ dots: UInt8) -> Glyph {
    guard dots != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(dots)) else { return .space }
    return Glyph(scalar)
  }
}
