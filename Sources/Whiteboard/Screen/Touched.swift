import Rendering

/// Which cells of a screen have to be composed anew: at most one range of columns a row.
struct Touched: Hashable, Sendable {
  private(set) var rows: [Int: Range<Int>] = [:]

  var isEmpty: Bool { rows.isEmpty }

  mutating func insert(_ columns: Range<Int>, row: Int) {
    guard !columns.isEmpty else { return }
    guard let old = rows[row] else {
      rows[row] = columns
      return
    }
    rows[row] =
      min(old.lowerBound, columns.lowerBound)..<max(old.upperBound, columns.upperBound)
  }

  mutating func insert(_ ranges: [(row: Int, columns: Range<Int>)]) {
    for range in ranges { insert(range.columns, row: range.row) }
  }

  mutating func formUnion(_ other: Touched) {
    for (row, columns) in other.rows { insert(columns, row: row) }
  }

  static func all(columns: Int, rows: Int) -> Touched {
    var touched = Touched()
    for row in 0..<max(rows, 0) { touched.insert(0..<max(columns, 0), row: row) }
    return touched
  }
}
