import BoardModel
import CellFrame
import EaselBase

/// Writes the letters of labels into the cells of a canvas.
struct LabelPainter {
  let painter: Painter
  /// Whether letters on a fill stand on its colour, or on the theme's background.
  let hasPaleFills: Bool

  private var grid: DotGrid { painter.grid }
  private var clip: DotRect { painter.clip }
  private var letters: UnsafeMutableBufferPointer<Cell> { painter.letters }

  /// Writes a label's letters into the cells of its box, over the ink. A line that is too long for
  /// the box goes on to its right. It ends with an ellipsis at the next label or at the edge of the
  /// canvas. Blanks in the label's lines leave ink visible, but hide other letters.
  ///
  /// In a smaller view, large letters do not fit into their box. Then the text is normal and bold.
  func paint(_ label: Label, offset: BoardOffset, style: Style) {
    let origin = label.origin.moved(by: offset)
    let lines = label.lines.map { line in
      let indent = label.indent(ofLineWith: line.displayWidth)
      return GlyphLine(String(repeating: " ", count: indent) + line)
    }
    guard let box = box(of: label, at: origin, lines) else { return }
    guard label.letterSize == .large else { return paint(lines, in: box, style: style) }
    guard box.rows >= lines.count * label.letterSize.rows else {
      var bold = style
      bold.attributes.insert(.bold)
      return paint(lines, in: box, style: bold)
    }
    for (index, line) in lines.enumerated() {
      paintLarge(line, in: box, row: box.row + index * label.letterSize.rows, style: style)
    }
  }

  /// Writes lines whose letters are one cell high.
  private func paint(_ lines: [GlyphLine], in box: CellRect, style: Style) {
    for (index, line) in lines.prefix(box.rows).enumerated() {
      let isCutShort = index == box.rows - 1 && lines.count > box.rows
      let row = box.row + index
      let room = room(for: line, in: box, row: row, style: style)
      let shown = isCutShort ? line.continued(in: room) : line.shortened(to: room)
      set(shown, at: CellPoint(column: box.column, row: row), style: style)
    }
  }

  /// Writes one line in large letters, as many as have room.
  private func paintLarge(_ line: GlyphLine, in box: CellRect, row: Int, style: Style) {
    func rows(_ line: GlyphLine) -> [GlyphLine] {
      LargeLetters.rows(of: line, size: .large, isASCII: grid.raster == .ascii)
    }
    let rooms = rows(line).enumerated().map {
      self.room(for: $0.element, in: box, row: row + $0.offset, style: style)
    }
    let letters = (rooms.min() ?? 0) / LetterSize.large.columns
    for (index, shown) in rows(line.shortened(to: letters)).enumerated() {
      set(shown, at: CellPoint(column: box.column, row: row + index), style: style)
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
      columns: cells(widest * label.letterSize.columns, label.columnWidth, grid.scaleX / cellX),
      rows: cells(lines.count * label.letterSize.rows, label.rowHeight, grid.scaleY / cellY))
  }

  /// Returns the columns of the box, and, for a line that is longer, those to its right that have no
  /// letters of another label.
  private func room(for line: GlyphLine, in box: CellRect, row: Int, style: Style) -> Int {
    // A label that begins beyond the left edge does not go on, since a repaint may not find it.
    guard line.columns > box.columns, box.column >= 0, row >= 0,
      (row + 1) * grid.columns <= letters.count
    else { return box.columns }
    let own = line.glyphs.flatMap { $0.isWide ? [$0, .shadow] : [$0] }
    var room = box.columns
    while room < own.count, box.column + room < grid.columns {
      let cell = letters[row * grid.columns + box.column + room]
      // If the label was painted here before, its own letters are no obstacle.
      let isOwn =
        own[room] == .space
        ? cell.glyph == .gap
        : cell.style == style.over(cell.style.background)
          && (cell.glyph == own[room] || cell.glyph == Glyph("…"))
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
    let index = row * grid.columns + column
    if painter.isTracking { painter.touch(column: column, row: row) }
    let old = letters[index]
    let ground = old.glyph == .space ? cell.style.background : old.style.background
    guard cell.glyph != .space else {
      letters[index] = Cell(.gap, Style(background: ground))
      return
    }
    let below =
      hasPaleFills
      ? fillColor(column: column, row: row).map { Tint.rgb($0) } ?? ground : ground
    letters[index] = Cell(cell.glyph, cell.style.over(below))
    for number in 0..<grid.unitsPerCell {
      let unit = grid.unit(number, column: column, row: row)
      painter.ink[unit] = 0
      painter.fills[unit] = 0
    }
    if grid.raster == .mixed {
      painter.thin[index] = 0
      painter.signs[index] = .none
    }
  }

  /// Returns the colour of most fills in a cell; nil if they leave out a part of the cell.
  ///
  /// Lines do not count. A line may grow under a letter that is painted already, and then the canvas
  /// does not know the dots that the letter removed.
  private func fillColor(column: Int, row: Int) -> UInt32? {
    let whole: UInt32 = grid.hasBlocks ? 1 : 0xFF
    var counts: [UInt32: Int] = [:]
    for number in 0..<grid.unitsPerCell {
      let word = painter.fills[grid.unit(number, column: column, row: row)]
      guard word & 0xFF == whole else { return nil }
      counts[word >> 8, default: 0] += 1
    }
    // If two colours have as many blocks, the one with the lower number counts.
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension Style {
  /// Returns this style of a label's letter on another background, on which it can be read.
  fileprivate func over(_ ground: Tint) -> Style {
    guard ground != background, let rgb = ground.rgb else { return self }
    guard let color = foreground.rgb else { return self }
    let colors = LetterColors(color, on: rgb)
    var style = self
    style.background = .rgb(colors.ground)
    style.foreground = .rgb(colors.letter)
    return style
  }
}
