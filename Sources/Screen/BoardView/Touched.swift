import BoardRendering
import CellFrame

/// The cells of a screen that have to be composed again: at most one range of columns per row.
package struct Touched: Sendable {
  /// The rows from the top down. There are few rows, so a search in this array is faster than a
  /// hash table.
  package private(set) var rows: [(row: Int, columns: Range<Int>)] = []

  package init(rows: [(row: Int, columns: Range<Int>)] = []) { self.rows = rows }

  /// The cells that a canvas touched since they were last taken.
  init(takenFrom canvas: inout Canvas) { rows = canvas.takeTouched() }

  package var isEmpty: Bool { rows.isEmpty }

  /// The touched columns of a row; nil if there are none.
  package subscript(row: Int) -> Range<Int>? {
    let index = index(of: row)
    return index < rows.count && rows[index].row == row ? rows[index].columns : nil
  }

  package mutating func insert(_ columns: Range<Int>, row: Int) {
    guard !columns.isEmpty else { return }
    let index = index(of: row)
    guard index < rows.count else { return rows.append((row, columns)) }
    guard rows[index].row == row else { return rows.insert((row, columns), at: index) }
    let old = rows[index].columns
    rows[index].columns =
      min(old.lowerBound, columns.lowerBound)..<max(old.upperBound, columns.upperBound)
  }

  package mutating func insert(_ ranges: [(row: Int, columns: Range<Int>)]) {
    for range in ranges { insert(range.columns, row: range.row) }
  }

  package mutating func formUnion(_ other: Touched) {
    if rows.isEmpty { rows = other.rows } else { insert(other.rows) }
  }

  /// The touched cells and the cells beside them. Some lie outside of the screen.
  package var withNeighbours: Touched {
    var near = Touched()
    for (row, columns) in rows {
      let wide = columns.lowerBound - 1..<columns.upperBound + 1
      near.insert((row - 1...row + 1).map { ($0, wide) })
    }
    return near
  }

  /// Whether both values contain the same cell.
  func meets(_ other: Touched) -> Bool {
    rows.contains { row, columns in other[row]?.overlaps(columns) ?? false }
  }

  package static func all(columns: Int, rows: Int) -> Touched {
    var touched = Touched()
    for row in 0..<max(rows, 0) { touched.insert(0..<max(columns, 0), row: row) }
    return touched
  }

  /// Returns the index of a row, or the index where it would be inserted.
  private func index(of row: Int) -> Int {
    guard let last = rows.last, last.row >= row else { return rows.count }
    var (low, high) = (0, rows.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].row < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
