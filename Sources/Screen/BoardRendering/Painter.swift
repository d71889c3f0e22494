import CellFrame

/// Writes dots into the buffers of a canvas. Each dot reads and writes one word.
///
/// A painter is valid only during one call of `Canvas.withPainter`.
struct Painter {
  /// For each unit: `0xRRGGBB` of the topmost line, then eight bits of dots. In a cell of blocks also
  /// the fills.
  private(set) var ink: UnsafeMutableBufferPointer<UInt32>
  /// For each unit: `0xRRGGBB` of the topmost fill, then eight bits of dots. They lie under those of
  /// the lines. For blocks, only letters look at them.
  let fills: UnsafeMutableBufferPointer<UInt32>
  /// For each unit: `0xRRGGBBAA` of the topmost translucent ink, then eight bits of dots. Bit 40 is
  /// the flag `Pigment.broad`.
  let wash: UnsafeMutableBufferPointer<UInt64>
  /// For each cell: letters of labels; a blank shows the layers below.
  let letters: UnsafeMutableBufferPointer<Cell>
  /// For each cell of blocks: `0xRRGGBB` of the opaque ink that was painted last; otherwise empty.
  let tops: UnsafeMutableBufferPointer<UInt32>
  /// In mixed ink, for each cell: the dots of thin lines, as in `ink` of braille; otherwise empty. Cells
  /// of sextants and of half blocks use only a part of these dots.
  let thin: UnsafeMutableBufferPointer<UInt32>
  /// In mixed ink, for each cell: the sign of thin lines, in whose place there are no dots; otherwise
  /// empty.
  let signs: UnsafeMutableBufferPointer<LineSign>
  /// For each row: the first and last touched column.
  let touched: UnsafeMutableBufferPointer<TouchedRow>
  private(set) var grid: DotGrid
  /// The only dots that the painter may change; always within the canvas.
  private(set) var clip: DotRect
  /// Whether the painter records touched cells. False if everything counts as touched anyway.
  let isTracking: Bool

  /// The pigment of the next dots.
  private(set) var pigment = Pigment(rgb: 0, alpha: 255, inside: 0)
  /// The signs that a slanted line leaves as they are.
  var spared: SparedSigns?

  init(
    ink: UnsafeMutableBufferPointer<UInt32>, fills: UnsafeMutableBufferPointer<UInt32>,
    wash: UnsafeMutableBufferPointer<UInt64>,
    letters: UnsafeMutableBufferPointer<Cell>, tops: UnsafeMutableBufferPointer<UInt32>,
    thin: UnsafeMutableBufferPointer<UInt32>, signs: UnsafeMutableBufferPointer<LineSign>,
    touched: UnsafeMutableBufferPointer<TouchedRow>, grid: DotGrid, clip: DotRect,
    isTracking: Bool
  ) {
    self.ink = ink
    self.fills = fills
    self.wash = wash
    self.letters = letters
    self.tops = tops
    self.thin = thin
    self.signs = signs
    self.touched = touched
    self.grid = grid
    self.clip = clip
    self.isTracking = isTracking
  }

  /// Whether a dot needs only a bit and a colour: an opaque line on 2 × 4 dots, without tracking.
  @inline(__always)
  var isPlain: Bool {
    pigment.layer == .line && !grid.hasBlocks && grid.dotsY == 4 && !isTracking && spared == nil
  }

  /// - Parameter inside: the colour inside a filled box or oval.
  mutating func dip(rgb: UInt32, alpha: UInt8, inside: UInt32) {
    pigment = Pigment(rgb: rgb, alpha: alpha, inside: inside)
  }

  /// Sets the pen that applies the pigment.
  mutating func use(_ pen: Pen) { pigment = pigment.laid(byPenOf: 2 * pen.radius) }

  /// Changes to the dots of thin lines.
  mutating func useThinInk() {
    ink = thin
    let dots = grid.raster.dotsInBlock
    clip = DotRect(
      minX: clip.minX, minY: dots * clip.minY, maxX: clip.maxX,
      maxY: dots * clip.maxY + dots - 1)
    grid = grid.ofThinLines
  }

  /// Returns a painter that fills areas in the same colour.
  func filling(_ layer: InkLayer) -> Painter {
    var painter = self
    painter.pigment = pigment.filling(layer)
    return painter
  }

  /// A painter of the inside of a filled box or oval.
  var ofInside: Painter {
    var painter = self
    painter.pigment = pigment.ofInside
    return painter
  }

  /// Returns the bit of a dot within its unit, numbered as braille dots in Unicode. The constant
  /// holds one byte for each dot, row by row.
  @inline(__always)
  static func bit(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(
      truncatingIfNeeded: 0x8040_2004_1002_0801 as UInt64 >> UInt64((y & 3) << 4 | (x & 1) << 3))
      & 0xFF
  }

  /// Paints one dot, which must lie within `clip`.
  @inline(__always)
  func dot(_ x: Int, _ y: Int) {
    if grid.hasBlocks {
      block(x, y)
    } else {
      let (unit, x, y) = unit(x, y)
      cover(unit, bits: Self.bit(x, y))
    }
    if isTracking { touch(column: grid.column(ofDot: x), row: grid.row(ofDot: y)) }
  }

  /// Returns the unit of a dot in a cell without blocks, and the place of the dot within the unit.
  @inline(__always)
  private func unit(_ x: Int, _ y: Int) -> (unit: Int, x: Int, y: Int) {
    if grid.dotsY == 4 { return ((y >> 2) &* grid.columns &+ (x >> 1), x & 1, y & 3) }
    let (column, row) = (grid.column(ofDot: x), grid.row(ofDot: y))
    return (row * grid.columns + column, x - column * grid.dotsX, y - row * grid.dotsY)
  }

  /// Paints one dot of a cell of blocks.
  private func block(_ x: Int, _ y: Int) {
    let unit = y * grid.unitColumns + x
    guard pigment.layer != .wash else { return cover(unit, bits: 1) }
    let color = UInt32(truncatingIfNeeded: pigment.word)
    // A block has one colour, so a fill under lines leaves a line as it is.
    if pigment.layer == .fillUnderLines, ink[unit] & 0xFF == 1 { return }
    ink[unit] = color | 1
    if pigment.layer != .line {
      ink[unit] |= Self.fillOfBlock
      fills[unit] = color | 1
    }
    // A block mixes its colour from ink and wash, so new opaque ink has to remove the wash below it.
    wash[unit] = 0
    let cell = grid.row(ofDot: y) * grid.columns + grid.column(ofDot: x)
    tops[cell] = color >> 8
    if grid.raster.isMixed, pigment.layer != .fillUnderLines {
      hideThinLines(cell, x % grid.dotsX, y % grid.dotsY)
    }
  }

  /// Removes the thin lines that one of the blocks of a cell covers.
  private func hideThinLines(_ cell: Int, _ x: Int, _ y: Int) {
    let dots = grid.raster.dotsInBlock
    for line in dots * y..<dots * (y + 1) { thin[cell] &= ~Self.bit(x, line) }
    if !signs[cell].isEmpty { signs[cell].hide(blockAt: x, y, of: (grid.dotsX, grid.dotsY)) }
  }

  /// A flag beside the dot of a block whose ink is not a line.
  static let fillOfBlock: UInt32 = 2

  @inline(__always)
  private func cover(_ unit: Int, bits: UInt32) {
    if grid.raster.isMixed, !grid.hasBlocks, !signs[unit].isEmpty {
      let (row, column) = unit.quotientAndRemainder(dividingBy: grid.columns)
      // The dots of a line that spares the sign lie below it.
      if spared?.contains(column: column, row: row) != true { signs[unit] = .none }
    }
    switch pigment.layer {
    case .line: ink[unit] = ink[unit] & 0xFF | bits | UInt32(truncatingIfNeeded: pigment.word)
    case .fill, .fillUnderLines:
      fills[unit] = fills[unit] & 0xFF | bits | UInt32(truncatingIfNeeded: pigment.word)
      if pigment.layer == .fill { ink[unit] &= ~bits }
    case .wash: wash[unit] = wash[unit] & 0xFF | UInt64(bits) | pigment.word
    }
  }

  @inline(__always)
  func touch(column: Int, row: Int) {
    guard grid.hasBlocks, grid.raster.isMixed else { return touched[row].add(column) }
    // The background of a thin line depends on the blocks in the cells beside it.
    for row in max(row - 1, 0)...min(row + 1, grid.rows - 1) {
      touched[row].add(max(column - 1, 0))
      touched[row].add(min(column + 1, grid.columns - 1))
    }
  }

  /// Paints the dots of one row whose middles lie in `from ..< to`, within `clip`.
  func span(_ y: Int, from: Double, to: Double) {
    guard y >= clip.minY, y <= clip.maxY, from < to else { return }
    guard to - 0.5 > Double(clip.minX), from - 0.5 <= Double(clip.maxX) else { return }
    let first = max(clip.minX, Int(max(from - 0.5, -1).rounded(.up)))
    let last = min(clip.maxX, Int(min(to - 0.5, Double(clip.maxX) + 1).rounded(.up)) - 1)
    guard first <= last else { return }
    if isTracking {
      touch(column: grid.column(ofDot: first), row: grid.row(ofDot: y))
      touch(column: grid.column(ofDot: last), row: grid.row(ofDot: y))
    }
    guard !grid.hasBlocks else {
      for x in first...last { block(x, y) }
      return
    }
    guard grid.dotsX == 2 else {
      for x in first...last { cover(unit(x, y).unit, bits: Self.bit(0, unit(x, y).y)) }
      return
    }
    let (row, _, line) = unit(0, y)
    let (left, right) = (Self.bit(0, line), Self.bit(1, line))
    for column in first >> 1...last >> 1 {
      var bits = left | right
      if column == first >> 1, first & 1 == 1 { bits &= ~left }
      if column == last >> 1, last & 1 == 0 { bits &= ~right }
      cover(row + column, bits: bits)
    }
  }
}

/// The columns of one row that changed.
struct TouchedRow: Hashable, Sendable {
  private(set) var first: Int32 = .max
  private(set) var last: Int32 = -1

  @inline(__always)
  mutating func add(_ column: Int) {
    let column = Int32(truncatingIfNeeded: column)
    if column < first { first = column }
    if column > last { last = column }
  }

  func joined(_ other: TouchedRow) -> TouchedRow {
    TouchedRow(first: min(first, other.first), last: max(last, other.last))
  }

  var range: Range<Int>? { first <= last ? Int(first)..<Int(last) + 1 : nil }

  /// Returns the range within `count` columns, `margin` columns larger on either side. The canvas
  /// uses a margin of two: ink in a cell may hide or uncover one half of a wide letter beside the
  /// cell, and then the other half changes too.
  func range(of count: Int, margin: Int) -> Range<Int>? {
    range.map { max($0.lowerBound - margin, 0)..<min($0.upperBound + margin, count) }
  }
}
