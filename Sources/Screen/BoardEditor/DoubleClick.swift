import CellFrame

/// Tells the second press of a double click: it comes soon after the first, in the same cell.
struct DoubleClick: Sendable {
  private var last: (cell: CellPoint, uptime: Int64)?

  /// The greatest time between both presses.
  package static let milliseconds: Int64 = 400

  /// Notes a press.
  ///
  /// - Parameter cell: nil for a press that belongs to no double click.
  /// - Returns: whether it is the second press of a double click.
  package mutating func press(at cell: CellPoint?, _ uptime: Int64) -> Bool {
    let isSecond =
      last.map {
        $0.cell == cell && uptime &- $0.uptime <= Self.milliseconds
      } ?? false
    last = isSecond ? nil : cell.map { ($0, uptime) }
    return isSecond
  }
}
