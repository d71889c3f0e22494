/// What has to be written so that a screen that shows one frame shows another.
public enum FrameDiff {
  /// Changed cells of one row that lie side by side. A wide glyph is never cut by its edges.
  public struct Run: Hashable, Sendable {
    public let row: Int
    public let columns: Range<Int>
  }

  /// Runs in reading order; frames of different sizes differ in every cell of the next one. Rows
  /// that the frames share cost nothing.
  public static func runs(from previous: Frame, to next: Frame) -> [Run] {
    let isSameSize = previous.columns == next.columns && previous.rows == next.rows
    guard isSameSize else {
      guard next.columns > 0 else { return [] }
      return (0..<next.rows).map { Run(row: $0, columns: 0..<next.columns) }
    }
    var runs: [Run] = []
    next.eachRow(beside: previous) { row, new, old in append(old, new, row: row, to: &runs) }
    return runs
  }

  private static func append(
    _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>, row: Int,
    to runs: inout [Run]
  ) {
    var column = 0
    while column < new.count {
      guard old[column] != new[column] else {
        column += 1
        continue
      }
      var start = column
      if new[start].glyph == .shadow, start > 0 { start -= 1 }
      while column < new.count, old[column] != new[column] || new[column].glyph == .shadow {
        column += 1
      }
      if let last = runs.last, last.row == row, last.columns.upperBound >= start {
        runs[runs.count - 1] = Run(row: row, columns: last.columns.lowerBound..<column)
      } else {
        runs.append(Run(row: row, columns: start..<column))
      }
    }
  }
}
