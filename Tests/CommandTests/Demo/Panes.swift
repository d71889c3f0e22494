import CellFrame

/// Divides one screen into panes of equal width, side by side, with a rule between them.
struct Panes: Hashable {
  /// The size of each pane.
  let columns: Int
  let rows: Int
  /// How many panes fit.
  let count: Int
  private let screenColumns: Int

  /// In fewer columns than this, a whiteboard shows nothing.
  static let columnsMin = 20

  init(columns: Int, rows: Int, people: Int) {
    let fitting = (columns + 1) / (Self.columnsMin + 1)
    count = max(min(people, fitting), 1)
    self.columns = max((columns - count + 1) / count, 0)
    self.rows = rows
    screenColumns = columns
  }

  /// Returns the first column of a pane.
  func start(_ index: Int) -> Int { index * (columns + 1) }

  /// Joins the panes' frames into one frame; cells outside the panes stay empty.
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

  /// Returns a mouse event for the first pane: a drag beyond its edge stops at the edge. Returns
  /// nil for an event outside that pane.
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
