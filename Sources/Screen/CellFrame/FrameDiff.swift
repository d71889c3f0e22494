/// Finds the cells that have to be written when a screen changes from one frame to another.
public enum FrameDiff {
  /// Changed cells of one row that lie side by side. The edges never cut a wide glyph.
  public struct Run: Hashable, Sendable {
    /// The row of the cells, 0 at the top.
    public let row: Int
    /// The columns of the cells.
    public let columns: Range<Int>
  }

  /// Returns the runs in reading order. If the frames differ in size, every cell of the next frame
  /// counts as changed. Parts of rows that the frames share cost nothing.
  public static func runs(from previous: Frame, to next: Frame) -> [Run] {
    let isSameSize = previous.columns == next.columns && previous.rows == next.rows
    guard isSameSize else {
      guard next.columns > 0 else { return [] }
      return (0..<next.rows).map { Run(row: $0, columns: 0..<next.columns) }
    }
    var runs: [Run] = []
    next.eachPart(beside: previous) { start, new, old in append(old, new, at: start, to: &runs) }
    return runs.map { $0.whole(in: next) }
  }

  private static func append(
    _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>, at corner: CellPoint,
    to runs: inout [Run]
  ) {
    var index = 0
    while index < new.count {
      guard old[index] != new[index] else {
        index += 1
        continue
      }
      var start = corner.column + index
      if new[index].glyph == .shadow, start > 0 { start -= 1 }
      while index < new.count, old[index] != new[index] || new[index].glyph == .shadow {
        index += 1
      }
      let end = corner.column + index
      if let last = runs.last, last.row == corner.row, last.columns.upperBound >= start {
        runs[runs.count - 1] = Run(row: corner.row, columns: last.columns.lowerBound..<end)
      } else {
        runs.append(Run(row: corner.row, columns: start..<end))
      }
    }
  }
}

extension FrameDiff.Run {
  /// Returns the run, one cell longer if a wide glyph crosses its end. The right half of the glyph
  /// may lie in another part of the row.
  fileprivate func whole(in frame: Frame) -> Self {
    let end = columns.upperBound
    guard end < frame.columns, frame[end, row].glyph == .shadow else { return self }
    return FrameDiff.Run(row: row, columns: columns.lowerBound..<(end + 1))
  }
}
