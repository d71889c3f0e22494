/// What a screen shows: a grid of cells, and perhaps a cursor.
public struct Frame: Hashable, Sendable {
  public let columns: Int
  public let rows: Int
  /// Row by row. A wide glyph's second cell holds `Cell.shadow`.
  public private(set) var cells: [Cell]
  /// Where the terminal's own cursor is shown; nil hides it.
  public var cursor: CellPoint?

  /// Blank cells; a negative size counts as none.
  public init(columns: Int, rows: Int, filledWith cell: Cell = .blank) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells = Array(repeating: cell, count: self.columns * self.rows)
  }

  public func contains(_ point: CellPoint) -> Bool {
    (0..<columns).contains(point.column) && (0..<rows).contains(point.row)
  }

  /// Reading beyond the edge gives a blank, writing there does nothing.
  public subscript(point: CellPoint) -> Cell {
    get { contains(point) ? cells[point.row * columns + point.column] : .blank }
    set { if contains(point) { cells[point.row * columns + point.column] = newValue } }
  }

  public subscript(column: Int, row: Int) -> Cell {
    get { self[CellPoint(column: column, row: row)] }
    set { self[CellPoint(column: column, row: row)] = newValue }
  }
}

/// A place on the screen, from 0, 0 at the upper left.
public struct CellPoint: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
