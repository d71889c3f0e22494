import CellFrame

/// Tells the second press of a double click: it comes soon after the first, at the same place.
struct DoubleClick: Sendable {
  private var last: (cell: CellPoint, uptime: Int64)?

  /// The greatest time between both presses.
  package static let milliseconds: Int64 = 500

  /// Notes a press.
  ///
  /// - Returns: whether it is the second press of a double click.
  package mutating func press(at cell: CellPoint, _ uptime: Int64) -> Bool {
    let isSecond =
      last.map {
        $0.cell.row == cell.row && abs($0.cell.column - cell.column) <= 1
          && uptime &- $0.uptime <= Self.milliseconds
      } ?? false
    last = isSecond ? nil : (cell, uptime)
    return isSecond
  }
}
