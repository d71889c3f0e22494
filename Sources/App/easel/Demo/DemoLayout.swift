import CellFrame

/// Divides the screen of the demo into panes of one size, in a grid. Above each pane is a line with
/// the name of its person, and the last line of the screen has the caption.
struct DemoLayout: Hashable {
  /// The size of each pane.
  let columns: Int
  let rows: Int
  /// How many panes there are.
  let count: Int
  private let columnCount: Int
  private let screen: Size

  private struct Size: Hashable {
    let columns: Int
    let rows: Int
  }

  /// The least width of the page in a pane, in columns. If it is smaller, there are fewer panes.
  static let pageColumnsMin = 34

  /// - Parameter wanted: how many panes there should be, at least 1.
  init(columns: Int, rows: Int, wanted: Int) {
    screen = Size(columns: max(columns, 0), rows: max(rows, 0))
    let counts = (1...max(wanted, 1)).reversed()
    let grids = counts.lazy.map { [screen] in Self.bestGrid(of: $0, on: screen) }
    let best =
      grids.first { $0.pageColumns >= Self.pageColumnsMin } ?? Self.Grid(1, 1, of: 1, on: screen)
    (self.columns, self.rows) = (max(best.columns, 0), max(best.rows, 0))
    (count, columnCount) = (best.count, best.across)
  }

  /// Panes in equal columns and rows.
  private struct Grid {
    let count: Int
    let across: Int
    let columns: Int
    let rows: Int

    init(_ across: Int, _ down: Int, of count: Int, on screen: Size) {
      (self.count, self.across) = (count, across)
      columns = (screen.columns - (across - 1)) / across
      rows = (screen.rows - 1 - down) / down
    }

    /// The width of the page: its height is 9/32 of its width, in cells of the usual shape.
    var pageColumns: Int { min(columns, (rows - 2) * 32 / 9) }
  }

  private static func bestGrid(of count: Int, on screen: Size) -> Grid {
    let grids = (1...count).map { across in
      Grid(across, (count + across - 1) / across, of: count, on: screen)
    }
    return grids.reduce(grids[0]) { $1.pageColumns > $0.pageColumns ? $1 : $0 }
  }

  /// The place of a pane on the screen, without its name.
  func pane(_ index: Int) -> CellRect {
    CellRect(
      column: index % columnCount * (columns + 1), row: index / columnCount * (rows + 1) + 1,
      columns: columns, rows: rows)
  }

  /// Returns a mouse event for a pane: a drag beyond its edge stops at the edge. Returns nil for any
  /// other event outside of that pane.
  func mouse(_ mouse: MouseEvent, in index: Int) -> MouseEvent? {
    let pane = pane(index)
    var mouse = mouse
    switch mouse.action {
    case .drag, .release:
      mouse.at.cell.column = min(max(mouse.at.cell.column, pane.column), pane.column + columns - 1)
      mouse.at.cell.row = min(max(mouse.at.cell.row, pane.row), pane.row + rows - 1)
    case .press, .move, .wheelUp, .wheelDown, .wheelLeft, .wheelRight:
      guard pane.contains(mouse.at.cell) else { return nil }
    }
    mouse.at.cell.column -= pane.column
    mouse.at.cell.row -= pane.row
    return mouse
  }
}
