import CellFrame
import EaselBase

/// The parts above the canvas that are not ink: the selection's frame, a text in progress, the
/// keyboard's pen, an open sheet.
package struct Overlay: Hashable, Sendable {
  /// Cells side by side in one row. Later runs lie above earlier runs.
  package struct Run: Hashable, Sendable {
    package var at: CellPoint
    package var cells: [Cell]
    /// Whether the cells are words of the board, which no ink may hide.
    package var areWords = false

    package init(at point: CellPoint, cells: [Cell]) { (at, self.cells) = (point, cells) }

    package var columns: Range<Int> { at.column..<at.column + cells.count }
  }

  /// A frame at a corner of the screen. It is kept whole, so that a part of the screen that did not change
  /// costs nothing.
  package struct Layer: Hashable, Sendable {
    package let at: CellPoint
    package let frame: Frame

    package var columns: Range<Int> { at.column..<at.column + frame.columns }
    package var rows: Range<Int> { at.row..<at.row + frame.rows }
  }

  package var runs: [Run] = []
  /// The frames above all runs. Later frames lie above earlier frames.
  package private(set) var layers: [Layer] = []
  /// The place of the terminal's cursor.
  package var cursor: CellPoint?

  package init(runs: [Run] = [], cursor: CellPoint? = nil) {
    (self.runs, self.cursor) = (runs, cursor)
  }

  package mutating func set(_ cell: Cell, column: Int, row: Int) {
    runs.append(Run(at: CellPoint(column: column, row: row), cells: [cell]))
  }

  package mutating func write(_ text: String, at point: CellPoint, style: Style) {
    let width = text.displayWidth
    guard width > 0 else { return }
    var line = Frame(columns: width, rows: 1)
    line.write(text, at: CellPoint(column: 0, row: 0), style: style)
    runs.append(Run(at: point, cells: line.cells(row: 0)))
  }

  /// Writes text as letters on the board. Blanks in the text leave ink below visible, but hide other
  /// letters, as the finished text does.
  ///
  /// - Parameter hasLetter: returns whether there is another letter below, in this column.
  package mutating func write(
    letters text: String, at point: CellPoint, style: Style, over hasLetter: (Int) -> Bool
  ) {
    let width = text.displayWidth
    guard width > 0 else { return }
    var line = Frame(columns: width, rows: 1)
    line.write(text, at: CellPoint(column: 0, row: 0), style: style)
    let cells = line.cells(row: 0)
    let words = cells.indices.split {
      cells[$0].glyph == .space && !hasLetter(point.column + $0)
    }
    for word in words {
      let at = CellPoint(column: point.column + word.lowerBound, row: point.row)
      var run = Run(at: at, cells: Array(cells[word]))
      run.areWords = true
      runs.append(run)
    }
  }

  package mutating func draw(_ frame: Frame, at point: CellPoint) {
    layers.append(Layer(at: point, frame: frame))
  }

  /// The cells that this overlay and an older one cover differently, in rows of the screen. In such a
  /// row they include each run that does not belong to both, and they may include others.
  package func differences(from old: Overlay) -> Touched {
    // The decoration of text paper comes first and rarely changes, so it is not compared row by row.
    let shared = zip(runs, old.runs).prefix { $0 == $1 }.count
    let new = Dictionary(grouping: runs.dropFirst(shared)) { $0.at.row }
    let gone = Dictionary(grouping: old.runs.dropFirst(shared)) { $0.at.row }
    var touched = Touched()
    for row in Set(new.keys).union(gone.keys) where new[row] != gone[row] {
      for run in (new[row] ?? []) + (gone[row] ?? []) { touched.insert(run.columns, row: row) }
    }
    let sharedLayers = zip(layers, old.layers).prefix { $0 == $1 }.count
    for layer in layers.dropFirst(sharedLayers) + old.layers.dropFirst(sharedLayers) {
      for row in layer.rows { touched.insert(layer.columns, row: row) }
    }
    return touched
  }

  /// Returns the columns of a row, extended until they neither divide nor adjoin a run. So a wide
  /// letter of a run never lies across their ends.
  package func wholeRuns(around columns: Range<Int>, row: Int) -> Range<Int> {
    var whole = columns
    var before: Range<Int>
    func extend(to other: Range<Int>) {
      guard other.lowerBound <= whole.upperBound, other.upperBound >= whole.lowerBound else {
        return
      }
      whole =
        min(whole.lowerBound, other.lowerBound)..<max(whole.upperBound, other.upperBound)
    }
    repeat {
      before = whole
      for run in runs where run.at.row == row { extend(to: run.columns) }
      for layer in layers where layer.rows.contains(row) { extend(to: layer.columns) }
    } while whole != before
    return whole
  }
}
