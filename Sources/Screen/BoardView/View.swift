import BoardModel
import BoardRendering
import CellFrame

/// How the board is shown: the screen's size and the visible part of the board.
///
/// The top line and the control bar need one row each. The canvas has all other rows. Without bars, the
/// canvas fills the screen.
package struct View: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    /// A board at 100 %: one cell of the board in each cell of the canvas. The value is the board's cell
    /// at the upper left corner, beside the tool palette.
    case natural(CellPoint)
    /// The whole page, in any size of the screen.
    case page
    /// The part that the user zoomed and panned to, or that another participant showed.
    case free(Viewport)
    /// Text paper, which is at 100 % and has no cells before its first one.
    case paper(CellPoint)
  }

  /// The lines above and below the canvas.
  package enum Bars: Hashable, Sendable {
    /// The top line and the control bar.
    case all
    /// The small picture for a pane of a terminal, or a screen on a wall.
    case none
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package let bars: Bars
  package private(set) var shape = CellShape.usual
  /// The cell of the board, which is a cell of the canvas at 100 %.
  package private(set) var cell = BoardCell.natural
  package private(set) var mode: Mode
  package private(set) var viewport: Viewport
  /// The columns at the left that this viewer's tool palette and line numbers cover. They show no text
  /// paper, and the page stands beside them.
  package private(set) var margin = 0
  /// The board point that was in the middle before the screen changed its size during a gesture;
  /// nil at other times. Until the gesture ends, no place of the board moves on the screen.
  private var heldMiddle: BoardPoint?

  /// The smallest screen that shows the board. A smaller screen only says that it is too small.
  package var least: (columns: Int, rows: Int) { bars == .all ? (20, 6) : (12, 3) }
  /// The row of the screen where the canvas begins.
  package var top: Int { bars == .all ? 1 : 0 }
  /// The number of rows that the bars need.
  package var barRows: Int { bars == .all ? 2 : 0 }

  init(columns: Int, rows: Int, bars: Bars, hasPaper: Bool) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    self.bars = bars
    mode = hasPaper ? .paper(.zero) : .natural(.zero)
    viewport = .paper()
    updateViewport()
  }

  package var isTooSmall: Bool { columns < least.columns || rows < least.rows }
  package var canvasColumns: Int { columns }
  package var canvasRows: Int { max(rows - barRows, 0) }
  /// The place of the canvas on the screen.
  package var canvas: CellRect {
    CellRect(column: 0, row: top, columns: canvasColumns, rows: canvasRows)
  }
  package var isPaper: Bool { if case .paper = mode { true } else { false } }
  /// Whether one cell of the board is in each cell of the canvas, and the view moves by whole cells.
  package var isNatural: Bool {
    switch mode {
    case .natural, .paper: true
    case .page, .free: false
    }
  }

  /// The columns of the canvas that show the board. Only beside text paper, a margin has none.
  package var boardColumns: Range<Int> {
    isPaper ? min(margin, canvasColumns)..<canvasColumns : 0..<canvasColumns
  }

  /// Whether the screen shows where the page ends. At 100 %, the page is no part of the drawing.
  var showsPageEdge: Bool { !isNatural }

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
    moved.cell.row -= top
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
  var room: Int { max(canvasColumns - margin, 0) }

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

  package mutating func setCell(_ cell: BoardCell) {
    self.cell = cell
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

  /// Zooms; the place under the pointer does not move. A zoom stops at 100 % on its way. Text paper does
  /// not zoom.
  package mutating func zoom(by factor: Double, about pointer: Pointer) {
    guard !isPaper, factor.isFinite, factor > 0 else { return }
    let natural = Double(cell.width)
    let (before, after) = (viewport.columnWidth / natural, viewport.columnWidth / factor / natural)
    // A last step of less than half a step does not stand alone.
    let isNear = max(after, 1 / after) < max(factor, 1 / factor).squareRoot()
    if !isNatural, isNear || (before - 1) * (after - 1) <= 0 {
      showNatural(about: pointer)
    } else {
      show(.free(viewport.zoomed(by: factor, about: pointer, shape: shape)))
    }
  }

  /// Goes to 100 %. The place under the pointer moves by less than a cell.
  package mutating func showNatural(about pointer: Pointer) {
    guard !isNatural else { return }
    let cell = cell.point(viewport.boardPoint(pointer))
    show(
      .natural(
        CellPoint(
          column: cell.column - pointer.cell.column + canvasColumns - room,
          row: cell.row - pointer.cell.row)))
  }

  package mutating func pan(columns: Double, rows: Double) {
    let (right, down) = (Self.whole(columns), Self.whole(rows))
    switch mode {
    case .natural(let corner):
      show(.natural(CellPoint(column: corner.column + right, row: corner.row + down)))
    case .paper(let corner):
      show(.paper(CellPoint(column: max(corner.column + right, 0), row: max(corner.row + down, 0))))
    case .page, .free: show(.free(viewport.panned(columns: columns, rows: rows)))
    }
  }

  /// Moves to the nearest thing that lies beyond an edge, or reaches beyond it.
  package mutating func goBeyond(_ edge: ViewEdge, in picture: Picture) {
    let area = visible
    func distance(_ low: Int32, _ high: Int32, _ first: Int32, _ last: Int32) -> Double? {
      guard high > last else { return nil }
      // A thing that is larger than the view is shown from its beginning, and then on and on.
      let (toEnd, toStart) = (Double(high) - Double(last), Double(low) - Double(first))
      return toStart > 0 ? min(toEnd, toStart) : min(toEnd, (Double(last) - Double(first)) / 2)
    }
    let distances = picture.boxes(notIn: area).compactMap { box in
      switch edge {
      case .right: distance(box.minX, box.maxX, area.minX, area.maxX)
      case .left: distance(-box.maxX, -box.minX, -area.maxX, -area.minX)
      case .below: distance(box.minY, box.maxY, area.minY, area.maxY)
      case .above: distance(-box.maxY, -box.minY, -area.maxY, -area.minY)
      }
    }
    guard let nearest = distances.min() else { return }
    let columns = (nearest / viewport.columnWidth).rounded(.up) + 2
    let rows = (nearest / viewport.rowHeight).rounded(.up) + 1
    switch edge {
    case .right: pan(columns: columns, rows: 0)
    case .left: pan(columns: -columns, rows: 0)
    case .below: pan(columns: 0, rows: rows)
    case .above: pan(columns: 0, rows: -rows)
    }
  }

  /// Moves to the corner of the page at 100 %. On text paper, moves to the first line.
  package mutating func goHome() { show(isPaper ? .paper(.zero) : .natural(.zero)) }

  /// Shows all that is drawn. On text paper, shows the last lines.
  package mutating func goToEnd(of picture: Picture) {
    if isPaper {
      show(.paper(CellPoint(column: 0, row: max(picture.paper.count - canvasRows, 0))))
    } else {
      showAll(of: picture)
    }
  }

  /// Scrolls text paper so far that these cells of it can be seen.
  package mutating func reveal(_ columns: Range<Int>, ofRow row: Int) {
    var corner = CellPoint.zero
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

  /// 1 for a board at 100 %.
  package var zoom: Double { Double(cell.width) / viewport.columnWidth }

  /// The zoom in percent, where 100 % is one cell of the board in each cell; on text paper, the first
  /// line.
  package var placeLabel: String {
    switch mode {
    case .paper(let corner): return "line \(corner.row + 1)"
    case .natural, .page, .free: return "\(Int(min(max((zoom * 100).rounded(), 1), 999_999)))%"
    }
  }

  private mutating func updateViewport() {
    switch mode {
    case .natural(let corner):
      viewport = .natural(
        cell, at: CellPoint(column: corner.column - (canvasColumns - room), row: corner.row))
    case .page: viewport = besideMargin(.fit(columns: room, rows: canvasRows, shape: shape))
    case .free(let viewport): self.viewport = viewport
    case .paper(let corner):
      viewport = .paper(column: corner.column - boardColumns.lowerBound, row: corner.row)
    }
  }

  /// Returns the view whose room beside the tool palette shows what `viewport` shows from its left edge.
  func besideMargin(_ viewport: Viewport) -> Viewport {
    viewport.panned(columns: -Double(canvasColumns - room), rows: 0)
  }

  func centred(_ viewport: Viewport, on point: BoardPoint) -> Viewport {
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
