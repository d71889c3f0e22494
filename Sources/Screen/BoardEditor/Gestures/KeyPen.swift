import BoardView
import CellFrame

/// The pen that the user moves by key: a place on the canvas, in 1/256 of a cell.
package struct KeyPen: Hashable, Sendable {
  private(set) var x: Int
  private(set) var y: Int

  /// Puts the pen in the middle of the canvas.
  package init(_ view: View) {
    x = view.canvasColumns * 128
    y = view.canvasRows * 128
    stay(in: view)
  }

  package var pointer: Pointer {
    Pointer(
      cell, fractionX: UInt8(truncatingIfNeeded: x), fractionY: UInt8(truncatingIfNeeded: y),
      isFine: true)
  }

  package func cellOnScreen(in view: View) -> CellPoint {
    CellPoint(column: cell.column, row: cell.row + view.top)
  }
  package var cell: CellPoint { CellPoint(column: x >> 8, row: y >> 8) }

  /// Moves by dots of half a column, and stays on the canvas. A dot is the same distance on the
  /// screen down as across.
  ///
  /// - Returns: how many cells the pen would have gone beyond the edge.
  mutating func move(right: Int, down: Int, dots: Int, in view: View) -> (columns: Int, rows: Int) {
    let ratio = view.viewport.rowHeight / view.viewport.columnWidth
    x += right * dots * 128
    y += down * max(Int((Double(dots) * 128 / max(ratio, 0.1)).rounded()), 1)
    let (wantedX, wantedY) = (x, y)
    stay(in: view)
    return (Self.cells(wantedX - x), Self.cells(wantedY - y))
  }

  mutating func stay(in view: View) {
    let columns = view.boardColumns
    x = min(max(x, columns.lowerBound * 256), max(columns.upperBound * 256 - 1, 0))
    y = min(max(y, 0), max(view.canvasRows * 256 - 1, 0))
  }

  /// Converts 1/256 of a cell to whole cells. Rounds away from zero, so that even the smallest step
  /// at the edge moves the view.
  private static func cells(_ distance: Int) -> Int {
    distance >= 0 ? (distance + 255) / 256 : (distance - 255) / 256
  }
}
