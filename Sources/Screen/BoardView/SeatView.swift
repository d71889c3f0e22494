import BoardModel
import BoardRendering
import CellFrame

/// The place of a view on the board, as it moves to another terminal. The screen there may have
/// another size and cells of another shape.
package enum SeatView: Codable, Hashable, Sendable {
  /// A board at 100 %, with the board's cell at the upper left corner.
  case natural(column: Int, row: Int)
  case page
  /// A zoomed board, with the board's point in the middle and the width of a column.
  case free(x: Int32, y: Int32, columnWidth: Double)
  /// Text paper, with the paper's cell at the upper left corner.
  case paper(column: Int, row: Int)
}

extension View {
  /// The place that moves with the user's seat.
  package var seat: SeatView {
    switch mode {
    case .natural(let corner): return .natural(column: corner.column, row: corner.row)
    case .page: return .page
    case .free(let viewport):
      let point = viewport.boardPoint(middle)
      return .free(x: point.x, y: point.y, columnWidth: viewport.columnWidth)
    case .paper(let corner): return .paper(column: corner.column, row: corner.row)
    }
  }

  /// Shows the place of another terminal. A board without text paper has no place on paper, and
  /// text paper has no other place.
  package mutating func move(to seat: SeatView) {
    switch seat {
    case .natural(let column, let row) where !isPaper:
      show(.natural(CellPoint(column: column, row: row)))
    case .page where !isPaper: show(.page)
    case .free(let x, let y, let columnWidth) where !isPaper:
      let zoomed = Viewport(
        left: 0, top: 0, columnWidth: columnWidth, rowHeight: columnWidth * shape.ratio)
      show(.free(centred(zoomed, on: BoardPoint(x: x, y: y))))
    case .paper(let column, let row) where isPaper:
      show(.paper(CellPoint(column: max(column, 0), row: max(row, 0))))
    case .natural, .page, .free, .paper: break
    }
  }
}
