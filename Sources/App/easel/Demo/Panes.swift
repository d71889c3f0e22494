import CellFrame

/// How one screen is shared among several: panes of one width, side by side, with a rule between.
struct Panes: Hashable {
  /// Of each pane.
  let columns: Int
  let rows: Int
  /// How many fit.
  let count: Int
  private let screenColumns: Int

  /// Below this a whiteboard shows nothing.
  static let columnsMin = 20

  init(columns: Int, rows: Int, people: Int) {
    let fitting = (columns + 1) / (Self.columnsMin + 1)
    count = max(min(people, fitting), 1)
    self.columns = max((columns - count + 1) / count, 0)
    self.rows = rows
    screenColumns = columns
  }

  /// The first column of a pane.
  func start(_ index: Int) -> Int { index * (columns + 1) }

  /// The panes' frames as one; what no pane covers is ground.
  func frame(_ frames: [Frame], rule: Glyph, _ style: Style) -> Frame {
    var screen = Frame(
      columns: screenColumns, rows: rows, filledWith: Cell(.space, style))
    for (index, frame) in frames.prefix(count).enumerated() {
      let start = start(index)
      for row in 0..<min(frame.rows, rows) {
        for (column, cell) in frame.cells(row: row).prefix(columns).enumerated() {
          screen[start + column, row] = cell
        }
        if index > 0 { screen[start - 1, row] = Cell(rule, style) }
      }
      if index == 0 { screen.cursor = frame.cursor }
    }
    return screen
  }

  /// What a report of the mouse means to the first pane, at whose edge a drag beyond it stops. Nil
  /// for what is none of its business.
  func first(_ mouse: MouseEvent) -> MouseEvent? {
    var mouse = mouse
    switch mouse.action {
    case .drag, .release: mouse.at.cell.column = min(mouse.at.cell.column, max(columns - 1, 0))
    case .press, .move, .wheelUp, .wheelDown, .wheelLeft, .wheelRight:
      guard mouse.at.cell.column < columns else { return nil }
    }
    return mouse
  }
}
