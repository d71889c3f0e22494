import GroupTesting

/// A pointer's path over the cells of a screen, in strokes from neighbour to neighbour. It visits
/// each cell only once, since the benchmark measures the first ink in a cell.
struct Walk {
  typealias Cell = (column: Int, row: Int)

  private var free: [[Bool]]
  private let (columns, rows): (Range<Int>, Range<Int>)
  private var chance: SplitMix64
  private var stroke: [Cell] = []

  /// The most cells of one stroke.
  static let strokeMax = 40

  init(columns: Range<Int>, rows: Range<Int>, seed: UInt64) {
    (self.columns, self.rows) = (columns, rows)
    free = Array(repeating: Array(repeating: true, count: columns.count), count: rows.count)
    chance = SplitMix64(seed: seed)
  }

  /// Returns the next cell, and whether a stroke begins there. Returns nil when it finds no free
  /// cell soon.
  mutating func next() -> (cell: Cell, isFirst: Bool)? {
    if let last = stroke.last, stroke.count < Self.strokeMax,
      let cell = neighbours(of: last).randomElement(using: &chance)
    {
      return (visit(cell), false)
    }
    stroke = []
    for _ in 0..<100 {
      let cell = (
        Int.random(in: columns, using: &chance), Int.random(in: rows, using: &chance)
      )
      if isFree(cell) { return (visit(cell), true) }
    }
    return nil
  }

  private mutating func visit(_ cell: Cell) -> Cell {
    stroke.append(cell)
    free[cell.row - rows.lowerBound][cell.column - columns.lowerBound] = false
    return cell
  }

  private func neighbours(of cell: Cell) -> [Cell] {
    (-1...1).flatMap { down in
      (-1...1).map { (column: cell.column + $0, row: cell.row + down) }
    }.filter(isFree)
  }

  private func isFree(_ cell: Cell) -> Bool {
    columns.contains(cell.column) && rows.contains(cell.row)
      && free[cell.row - rows.lowerBound][cell.column - columns.lowerBound]
  }
}
