import CellFrame
import EaselBase

/// The parts above the canvas that are not ink: the selection's frame, a text in progress, the
/// keyboard's pen, an open sheet.
struct Overlay: Hashable, Sendable {
  /// Cells side by side in one row. Later runs lie above earlier runs.
  struct Run: Hashable, Sendable {
    var at: CellPoint
    var cells: [Cell]
  }

  var runs: [Run] = []
  /// The place of the terminal's cursor.
  var cursor: CellPoint?

  mutating func set(_ cell: Cell, column: Int, row: Int) {
    runs.append(Run(at: CellPoint(column: column, row: row), cells: [cell]))
  }

  mutating func write(_ text: String, at point: CellPoint, style: Style) {
    let width = text.displayWidth
    guard width > 0 else { return }
    var line = Frame(columns: width, rows: 1)
    line.write(text, at: CellPoint(column: 0, row: 0), style: style)
    runs.append(Run(at: point, cells: line.cells(row: 0)))
  }

  /// Writes text as letters on the board. Blanks in the text leave the cells below visible.
  mutating func write(letters text: String, at point: CellPoint, style: Style) {
    let width = text.displayWidth
    guard width > 0 else { return }
    var line = Frame(columns: width, rows: 1)
    line.write(text, at: CellPoint(column: 0, row: 0), style: style)
    let cells = line.cells(row: 0)
    for word in cells.indices.split(whereSeparator: { cells[$0].glyph == .space }) {
      let at = CellPoint(column: point.column + word.lowerBound, row: point.row)
      runs.append(Run(at: at, cells: Array(cells[word])))
    }
  }

  mutating func draw(_ frame: Frame, at point: CellPoint) {
    for row in 0..<frame.rows {
      let at = CellPoint(column: point.column, row: point.row + row)
      runs.append(Run(at: at, cells: frame.cells(row: row)))
    }
  }

  /// The cells that the overlay covers.
  var touched: Touched {
    var touched = Touched()
    for run in runs {
      touched.insert(run.at.column..<run.at.column + run.cells.count, row: run.at.row)
    }
    return touched
  }
}
