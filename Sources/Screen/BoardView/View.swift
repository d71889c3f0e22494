import BoardModel
import BoardRendering
import CellFrame

/// How the board is shown: the screen's size and the visible part of the board.
///
/// The top line and the control bar need one row each. The canvas has all other rows.
package struct View: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    /// The whole page.
    case fit
    /// The part of the page that fills the screen.
    case fill
    /// The part that the user zoomed and panned to, or that another participant showed.
    case free(Viewport)
    /// Text paper, with one cell of paper in each cell of the canvas. The value is the paper's cell
    /// at the upper left corner.
    case paper(CellPoint)
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var shape = CellShape.usual
  package private(set) var mode: Mode
  package private(set) var viewport: Viewport
  /// The columns at the left that this viewer's tool palette and line numbers cover. They show no text
  /// paper, and the page stands beside them.
  package private(set) var margin = 0
  /// The board point that was in the middle before the screen changed its size during a gesture;
  /// nil at other times. Until the gesture ends, no place of the board moves on the screen.
  private var heldMiddle: BoardPoint?

  /// The smallest screen that shows the board. A smaller screen only says that it is too small.
  package static let least = (columns: 20, rows: 6)
  /// The row of the screen where the canvas begins.
  package static let top = 1
  /// The number of rows that the bars need.
  package static let bars = 2

  init(columns: Int, rows: Int, hasPaper: Bool) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    mode = hasPaper ? .paper(CellPoint(column: 0, row: 0)) : .fit
    viewport = .fit(columns: columns, rows: rows)
    updateViewport()
  }

  package var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }
  package var canvasColumns: Int { columns }
  package var canvasRows: Int { max(rows - Self.bars, 0) }
  /// The place of the canvas on the screen.
  package var canvas: CellRect {
    CellRect(column: 0, row: Self.top, columns: canvasColumns, rows: canvasRows)
  }
  package var isPaper: Bool { if case .paper = mode { true } else { false } }

  /// The columns of the canvas that show the board. Only beside text paper, a margin has none.
  package var boardColumns: Range<Int> {
    isPaper ? min(margin, canvasColumns)..<canvasColumns : 0..<canvasColumns
  }

  /// Whether the screen shows where the page ends. A page beside the tool palette ends there.
  var showsPageEdge: Bool { if case .free = mode { true } else { margin == 0 } }

  /// The part of the board that can be seen.
  package var visible: BoardRect {
    let shown = viewport.panned(columns: Double(boardColumns.lowerBound), rows: 0)
    return shown.visible(columns: boardColumns.count, rows: canvasRows)
  }

  package func hasOnCanvas(_ cell: CellPoint) -> Bool {
    boardColumns.contains(cell.column) && (0..<canvasRows).contains(cell.row)
  }

  /// Returns the place on the canvas of a place on the screen, or the nearest one that is not in the
  /// margin beside text paper.
  package func onCanvas(_ pointer: Pointer) -> Pointer {
    var moved = pointer
    moved.cell.row -= Self.top
    if moved.cell.column < boardColumns.lowerBound {
      (moved.cell.column, moved.fractionX) = (boardColumns.lowerBound, 0)
    }
    return moved
  }

  /// The middle of the room beside the tool palette.
  package var middle: Pointer {
    Pointer(
      CellPoint(column: canvasColumns - room / 2, row: canvasRows / 2), fractionX: 0, fractionY: 0)
  }

  /// The columns beside the tool palette.
  private var room: Int { max(canvasColumns - margin, 0) }

  package mutating func resize(columns: Int, rows: Int, isHeld: Bool = false) {
    let middle = heldMiddle ?? viewport.boardPoint(middle)
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    heldMiddle = middle
    if !isHeld { letGo() }
  }

  /// At the end of a gesture, adapts the view to a size that the screen got during the gesture.
  mutating func letGo() {
    guard let middle = heldMiddle else { return }
    heldMiddle = nil
    if case .free(let old) = mode { mode = .free(centred(old, on: middle)) }
    updateViewport()
  }

  package mutating func setShape(_ shape: CellShape) {
    let middle = viewport.boardPoint(middle)
    self.shape = shape
    if case .free(let old) = mode {
      let reshaped = Viewport(
        left: old.left, top: old.top, columnWidth: old.columnWidth,
        rowHeight: old.columnWidth * shape.ratio)
      mode = .free(centred(reshaped, on: middle))
    }
    updateViewport()
  }

  /// Keeps this number of columns at the left free. The paper's cell in the corner stays the same, and so
  /// does the place of the board if the user chose it.
  package mutating func setMargin(_ columns: Int) {
    margin = max(columns, 0)
    updateViewport()
  }

  package mutating func show(_ mode: Mode) {
    heldMiddle = nil
    self.mode = mode
    updateViewport()
  }

  /// Zooms; the place under the pointer does not move. Text paper does not zoom.
  package mutating func zoom(by factor: Double, about pointer: Pointer) {
    if !isPaper { show(.free(viewport.zoomed(by: factor, about: pointer))) }
  }

  package mutating func pan(columns: Double, rows: Double) {
    if case .paper(let corner) = mode {
      show(
        .paper(
          CellPoint(
            column: max(corner.column + Self.whole(columns), 0),
            row: max(corner.row + Self.whole(rows), 0))))
    } else {
      show(.free(viewport.panned(columns: columns, rows: rows)))
    }
  }

  /// Moves to the middle of the page without a change of zoom. On text paper, moves to the first
  /// line.
  package mutating func goHome() {
    switch mode {
    case .fit, .fill: break
    case .paper: show(.paper(CellPoint(column: 0, row: 0)))
    case .free(let viewport):
      show(.free(centred(viewport, on: BoardPoint(x: Page.width / 2, y: Page.height / 2))))
    }
  }

  /// Shows everything that is drawn, inside or outside of the page. On text paper, shows the last
  /// lines.
  package mutating func goToEnd(of picture: Picture) {
    if isPaper {
      show(.paper(CellPoint(column: 0, row: max(picture.paper.count - canvasRows, 0))))
    } else if let box = picture.bounds {
      show(box.grown(by: Page.cellHeight))
    }
  }

  /// Scrolls text paper so far that these cells of it can be seen.
  package mutating func reveal(_ columns: Range<Int>, ofRow row: Int) {
    var corner = CellPoint(column: 0, row: 0)
    if case .paper(let present) = mode { corner = present }
    if !(corner.row..<corner.row + max(canvasRows, 1)).contains(row) {
      corner.row = max(row - canvasRows / 3, 0)
    }
    // The last column has the sign of a line that continues.
    let room = max(boardColumns.count - 1, 1)
    if columns.lowerBound < corner.column || columns.upperBound > corner.column + room {
      let isAtStart = columns.upperBound <= room
      corner.column = isAtStart ? 0 : min(columns.lowerBound, columns.upperBound - room * 2 / 3)
    }
    show(.paper(corner))
  }

  /// The zoom in words or percent, where 100 % is the whole page; on text paper, the first line.
  package var placeLabel: String {
    switch mode {
    case .paper(let corner): return "line \(corner.row + 1)"
    case .fit, .fill, .free:
      let zoom = viewport.zoom(columns: room, rows: canvasRows, shape: shape)
      return "\(Int(min(max((zoom * 100).rounded(), 1), 999_999)))%"
    }
  }

  private mutating func updateViewport() {
    switch mode {
    case .fit: viewport = besideMargin(.fit(columns: room, rows: canvasRows, shape: shape))
    case .fill: viewport = besideMargin(.fill(columns: room, rows: canvasRows, shape: shape))
    case .free(let viewport): self.viewport = viewport
    case .paper(let corner):
      viewport = .paper(column: corner.column - boardColumns.lowerBound, row: corner.row)
    }
  }

  /// Returns the view whose room beside the tool palette shows what `viewport` shows from its left edge.
  private func besideMargin(_ viewport: Viewport) -> Viewport {
    viewport.panned(columns: -Double(canvasColumns - room), rows: 0)
  }

  private func centred(_ viewport: Viewport, on point: BoardPoint) -> Viewport {
    Viewport(
      left: Double(point.x) - Double(middle.cell.column) * viewport.columnWidth,
      top: Double(point.y) - Double(middle.cell.row) * viewport.rowHeight,
      columnWidth: viewport.columnWidth, rowHeight: viewport.rowHeight)
  }

  /// Returns a whole number of cells, small enough that adding it cannot overflow.
  private static func whole(_ value: Double) -> Int {
    value.isFinite ? Int(min(max(value.rounded(), -1_000_000), 1_000_000)) : 0
  }
}

extension View {
  /// Shows all of an area; text paper scrolls to the first line of the area.
  package mutating func show(_ area: BoardRect) {
    if isPaper {
      show(
        .paper(
          CellPoint(
            column: max(Int(area.minX / Page.cellWidth), 0),
            row: max(Int(area.minY / Page.cellHeight), 0))))
    } else {
      show(.free(besideMargin(.fit(area, columns: room, rows: canvasRows, shape: shape))))
    }
  }

  /// Shows the page whole. If this would hide words, shows them in the size in which most of them were
  /// written, at the last ink. Text paper begins at its first line.
  package mutating func showStart(of picture: Picture) {
    guard picture.paper.isEmpty else { return show(.paper(CellPoint(column: 0, row: 0))) }
    show(.fit)
    let start = StartView(columns: room, rows: canvasRows, shape: shape)
    if let legible = start.legible(picture) { show(.free(besideMargin(legible))) }
  }
}
