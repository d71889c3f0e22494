/// The content of a screen: a grid of cells, and perhaps a cursor.
///
/// Each row is divided into parts. A copy of a frame shares the parts with the original. A write
/// copies only one part, and a comparison skips all parts that are still shared.
public struct Frame: Hashable, Sendable {
  /// The width in cells, 0 to `sizeMax`.
  public let columns: Int
  /// The height in cells, 0 to `sizeMax`.
  public let rows: Int
  /// The parts of each row, with `partLength` cells each; the last part of a row may have fewer.
  private var lines: [[[Cell]]]
  /// The place of the terminal's own cursor; nil hides it.
  public var cursor: CellPoint?
  /// The tiles of ink over the cells, for a terminal that shows pixels.
  package var tiles: [PlacedTile] = []

  /// Maximum columns or rows. A larger frame fits no screen and would only use memory.
  public static let sizeMax = 4_096

  /// The number of cells in a part. It is large enough that a row has few parts. It is small enough
  /// that it costs little to copy and compare a part after a small change.
  private static let partLength = 16

  /// Creates a frame that is filled with one cell. A negative size counts as 0, and a size above
  /// `sizeMax` counts as `sizeMax`.
  public init(columns: Int, rows: Int, filledWith cell: Cell = .blank) {
    self.columns = min(max(columns, 0), Self.sizeMax)
    self.rows = min(max(rows, 0), Self.sizeMax)
    let line = Self.parts(Array(repeating: cell, count: self.columns))
    lines = Array(repeating: line, count: self.rows)
  }

  /// All cells, row by row. A wide glyph's second cell holds `Cell.shadow`'s glyph.
  public var cells: [Cell] { Array(lines.joined().joined()) }

  /// Returns one row, from column 0; empty beyond the edge.
  public func cells(row: Int) -> [Cell] {
    lines.indices.contains(row) ? Array(lines[row].joined()) : []
  }

  /// Returns some cells of a row. The columns must lie within the frame.
  package func cells(row: Int, columns: Range<Int>) -> [Cell] {
    columns.map { self[raw: $0, row] }
  }

  private static func parts(_ cells: [Cell]) -> [[Cell]] {
    stride(from: 0, to: cells.count, by: partLength).map { start in
      Array(cells[start..<min(start + partLength, cells.count)])
    }
  }

  /// Calls `body` for each part of a row together with the same part of a frame of the same size.
  /// Skips the parts that the two frames share.
  func eachPart(
    beside other: Frame,
    _ body: (
      _ start: CellPoint, _ own: UnsafeBufferPointer<Cell>, _ others: UnsafeBufferPointer<Cell>
    ) -> Void
  ) {
    for row in lines.indices where !Self.areShared(lines[row], other.lines[row]) {
      for part in lines[row].indices {
        lines[row][part].withUnsafeBufferPointer { own in
          other.lines[row][part].withUnsafeBufferPointer { others in
            guard own.baseAddress != others.baseAddress else { return }
            body(CellPoint(column: part * Self.partLength, row: row), own, others)
          }
        }
      }
    }
  }

  private static func areShared(_ a: [[Cell]], _ b: [[Cell]]) -> Bool {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress }
    }
  }

  /// Replaces a whole row. Does nothing if the row lies beyond the edge or if the number of cells
  /// is wrong.
  public mutating func replace(row: Int, by cells: [Cell]) {
    guard lines.indices.contains(row), cells.count == columns else { return }
    for (index, part) in Self.parts(cells).enumerated() where lines[row][index] != part {
      lines[row][index] = part
    }
  }

  /// Returns whether a place lies within the frame.
  public func contains(_ point: CellPoint) -> Bool {
    (0..<columns).contains(point.column) && (0..<rows).contains(point.row)
  }

  /// The cell at a place. Reading beyond the edge gives a blank; writing there does nothing.
  ///
  /// Writing over one half of a wide glyph also blanks the other half. If one half of a wide glyph
  /// has no room in the row, the other half becomes a blank.
  public subscript(point: CellPoint) -> Cell {
    get { contains(point) ? self[raw: point.column, point.row] : .blank }
    set {
      guard contains(point) else { return }
      mend(point, for: newValue)
      var cell = newValue
      let isHalved =
        point.column == 0 && cell.glyph == .shadow
        || point.column + 1 == columns && cell.glyph.isWide
      if isHalved { cell.glyph = .space }
      self[raw: point.column, point.row] = cell
    }
  }

  /// The cell at a column and a row, counted from 0; see the subscript by point.
  public subscript(column: Int, row: Int) -> Cell {
    get { self[CellPoint(column: column, row: row)] }
    set { self[CellPoint(column: column, row: row)] = newValue }
  }

  /// The cell at a place that must lie within the frame, without a check.
  private subscript(raw column: Int, row: Int) -> Cell {
    get { lines[row][column / Self.partLength][column % Self.partLength] }
    set { lines[row][column / Self.partLength][column % Self.partLength] = newValue }
  }

  private mutating func mend(_ point: CellPoint, for cell: Cell) {
    let (column, row) = (point.column, point.row)
    if self[raw: column, row].glyph == .shadow, cell.glyph != .shadow, column > 0 {
      self[raw: column - 1, row].glyph = .space
    }
    if column + 1 < columns, self[raw: column + 1, row].glyph == .shadow, !cell.glyph.isWide {
      self[raw: column + 1, row].glyph = .space
    }
  }
}

/// A place on the screen, from 0, 0 at the upper left.
public struct CellPoint: Hashable, Sendable {
  /// The number of the column, 0 at the left.
  public var column: Int
  /// The number of the row, 0 at the top.
  public var row: Int

  /// Creates a place, which may lie beyond the edges of a frame.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A block of cells; a negative size counts as 0.
public struct CellRect: Hashable, Sendable {
  /// The leftmost column of the block.
  public var column: Int
  /// The uppermost row of the block.
  public var row: Int
  /// The width in cells.
  public var columns: Int
  /// The height in cells.
  public var rows: Int

  /// Creates a block, which may reach beyond the edges of a frame.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
  }

  /// Returns whether a place lies within the block.
  public func contains(_ point: CellPoint) -> Bool {
    point.column >= column && point.column - column < columns
      && point.row >= row && point.row - row < rows
  }

  /// Returns the block without `margin` cells on each side.
  public func shrunk(by margin: Int) -> CellRect {
    CellRect(
      column: column + margin, row: row + margin, columns: columns - 2 * margin,
      rows: rows - 2 * margin)
  }

  /// Returns the part that lies in a frame of this size.
  package func clipped(columns width: Int, rows height: Int) -> (
    columns: Range<Int>, rows: Range<Int>
  ) {
    func cut(_ start: Int, _ count: Int, _ size: Int) -> Range<Int> {
      let low = min(max(start, 0), size)
      let (end, overflow) = start.addingReportingOverflow(count)
      return low..<max(low, overflow ? size : min(end, size))
    }
    return (cut(column, columns, width), cut(row, rows, height))
  }
}
