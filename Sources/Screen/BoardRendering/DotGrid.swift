import BoardModel
import CellFrame

/// Converts cells and board units into dots of a raster.
///
/// Dots are stored in units of at most eight dots. A braille or ASCII cell is one unit of 2 × 4
/// dots. In a cell of blocks, each dot is a unit, because each dot has its own colour. Mixed ink has
/// a grid of blocks, and a grid of the dots of thin lines, with one unit for each cell.
struct DotGrid: Hashable, Sendable {
  let columns: Int
  let rows: Int
  let raster: Raster
  /// The number of dots of a cell, across and down.
  let dotsX: Int
  let dotsY: Int
  /// Whether each dot is a unit of its own.
  let hasBlocks: Bool
  /// Dots per board unit, and the place of the board's origin, in dots.
  let scaleX: Double
  let scaleY: Double
  let originX: Double
  let originY: Double
  /// The length in board units above which a hand's step is curved. Within this length, about six
  /// dots, a curve and a straight line differ by hardly a dot.
  let curveTolerance: Int

  init(columns: Int, rows: Int, viewport: Viewport, raster: Raster) {
    self.columns = Self.held(columns)
    self.rows = Self.held(rows)
    self.raster = raster
    (dotsX, dotsY, hasBlocks) = (raster.dotsX, raster.dotsY, raster.hasBlocks)
    scaleX = Double(dotsX) / viewport.columnWidth
    scaleY = Double(dotsY) / viewport.rowHeight
    originX = -viewport.left * scaleX
    originY = -viewport.top * scaleY
    let finest = max(scaleX, raster.isMixed ? Double(raster.dotsInBlock) * scaleY : scaleY)
    curveTolerance = max(Int(Smoothing.finest), Int(6 / finest))
  }

  /// The dots of thin lines in mixed ink.
  var ofThinLines: DotGrid { DotGrid(thinLinesOf: self) }

  private init(thinLinesOf grid: DotGrid) {
    (columns, rows, raster) = (grid.columns, grid.rows, grid.raster)
    let dots = raster.dotsInBlock
    (dotsX, dotsY, hasBlocks) = (grid.dotsX, dots * grid.dotsY, false)
    (scaleX, scaleY) = (grid.scaleX, Double(dots) * grid.scaleY)
    (originX, originY) = (grid.originX, Double(dots) * grid.originY)
    curveTolerance = grid.curveTolerance
  }

  /// Whether the dots are those of thin lines in mixed ink.
  var isOfThinLines: Bool { raster.isMixed && !hasBlocks }

  /// Returns whether a hand's step is curved.
  func isLong(_ from: BoardPoint, _ to: BoardPoint) -> Bool {
    max(abs(Int(to.x) - Int(from.x)), abs(Int(to.y) - Int(from.y))) > curveTolerance
  }

  private static func held(_ count: Int) -> Int { min(max(count, 0), Frame.sizeMax) }

  /// The number of bits by which a dot's place is shifted to give the place of its unit.
  @inline(__always)
  var unitShiftX: Int { hasBlocks ? 0 : 1 }
  @inline(__always)
  var unitShiftY: Int { hasBlocks ? 0 : 2 }
  /// The number of units in a row of units.
  @inline(__always)
  var unitColumns: Int { hasBlocks ? columns &* dotsX : columns }
  var unitsPerCell: Int { hasBlocks ? dotsX * dotsY : 1 }
  var unitCount: Int { columns * rows * unitsPerCell }

  /// Returns the place of a cell's unit, counted row by row from above.
  @inline(__always)
  func unit(_ number: Int, column: Int, row: Int) -> Int {
    guard hasBlocks else { return row * columns + column }
    return (row * dotsY + number / dotsX) * unitColumns + column * dotsX + number % dotsX
  }

  /// Returns the column of the cell that contains a dot.
  @inline(__always)
  func column(ofDot x: Int) -> Int { x >> (dotsX - 1) }

  /// Returns the row of the cell that contains a dot.
  @inline(__always)
  func row(ofDot y: Int) -> Int {
    dotsY == 3 ? Self.third(y) : y >> (dotsY >> 1)
  }

  private static func third(_ y: Int) -> Int { (y >= 0 ? y : y - 2) / 3 }

  var all: DotRect { dots(of: CellRect(column: 0, row: 0, columns: columns, rows: rows)) }

  /// Returns the dots of the cells in `rect` that are on the canvas.
  func dots(of rect: CellRect) -> DotRect {
    let part = rect.clipped(columns: columns, rows: rows)
    return DotRect(
      minX: part.columns.lowerBound * dotsX, minY: part.rows.lowerBound * dotsY,
      maxX: part.columns.upperBound * dotsX - 1, maxY: part.rows.upperBound * dotsY - 1)
  }

  @inline(__always)
  func dot(_ spot: SpotOnBoard) -> DotPoint {
    DotPoint(x: spot.x * scaleX + originX, y: spot.y * scaleY + originY)
  }

  /// Returns the cells that ink within `area` can touch, with one more cell on every side, because
  /// dots are whole and labels snap to cells.
  func cells(touchedBy area: BoardRect) -> CellRect {
    let low = dot(SpotOnBoard(x: Double(area.minX), y: Double(area.minY)))
    let high = dot(SpotOnBoard(x: Double(area.maxX), y: Double(area.maxY)))
    func whole(_ value: Double) -> Int { Int(min(max(value, -0x1p40), 0x1p40).rounded(.down)) }
    let (left, top) = (column(ofDot: whole(low.x)) - 1, row(ofDot: whole(low.y)) - 1)
    return CellRect(
      column: left, row: top, columns: column(ofDot: whole(high.x)) + 2 - left,
      rows: row(ofDot: whole(high.y)) + 2 - top)
  }

  /// Returns the part of the board that these cells show, with a margin. Ink in the margin can
  /// still reach the cells.
  func area(of cells: CellRect) -> BoardRect {
    let part = cells.clipped(columns: columns, rows: rows)
    func unit(_ cell: Int, _ dots: Int, _ origin: Double, _ scale: Double) -> Double {
      (Double(cell * dots) - origin) / scale
    }
    return BoardRect(
      BoardPoint(
        clamping: unit(part.columns.lowerBound - 1, dotsX, originX, scaleX),
        unit(part.rows.lowerBound - 1, dotsY, originY, scaleY)),
      BoardPoint(
        clamping: unit(part.columns.upperBound + 1, dotsX, originX, scaleX),
        unit(part.rows.upperBound + 1, dotsY, originY, scaleY)))
  }
}

/// A place among the dots, with fractions; dot 0 reaches from 0 to 1.
struct DotPoint: Hashable, Sendable {
  var x: Double
  var y: Double

  static func - (left: Self, right: Self) -> Self {
    DotPoint(x: left.x - right.x, y: left.y - right.y)
  }
}

/// A block of dots, both corners included. The block is empty if a maximum is below its minimum.
struct DotRect: Hashable, Sendable {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  var isEmpty: Bool { maxX < minX || maxY < minY }

  @inline(__always)
  func contains(_ x: Int, _ y: Int) -> Bool { x >= minX && x <= maxX && y >= minY && y <= maxY }

  /// Returns the rows that are also in another block.
  func rows(in other: DotRect) -> Range<Int> {
    let first = max(minY, other.minY)
    return first..<max(min(maxY, other.maxY) + 1, first)
  }
}

/// A place on the board between whole units.
struct SpotOnBoard: Hashable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ point: BoardPoint, _ offset: BoardOffset) {
    let moved = point.moved(by: offset)
    self.init(x: Double(moved.x), y: Double(moved.y))
  }
}
