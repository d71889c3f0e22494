import BoardModel
import BoardRendering
import CellFrame

// The areas of the board that a view shows.
extension View {
  /// Returns the edge beyond which a cell lies, and the cell at this edge that is next to it; nil for a cell
  /// on the canvas.
  package func edge(beyond cell: CellPoint) -> (edge: ViewEdge, at: CellPoint)? {
    guard !hasOnCanvas(cell), canvasColumns > 0, canvasRows > 0 else { return nil }
    let at = CellPoint(
      column: min(
        max(cell.column, canvasColumns - room, boardColumns.lowerBound), canvasColumns - 1),
      row: min(max(cell.row, 0), canvasRows - 1))
    if cell.column != at.column { return (cell.column < at.column ? .left : .right, at) }
    return (cell.row < at.row ? .above : .below, at)
  }

  /// Moves on so far that an area can be seen; of a larger area, its middle.
  package mutating func reveal(_ area: BoardRect) {
    let low = viewport.cell(of: BoardPoint(x: area.minX, y: area.minY))
    let high = viewport.cell(of: BoardPoint(x: area.maxX, y: area.maxY))
    func shift(_ low: Int, _ high: Int, in room: Range<Int>) -> Double {
      if high - low >= room.count - 2 {
        return Double((low + high) / 2 - room.lowerBound - room.count / 2)
      }
      if low <= room.lowerBound { return Double(low - room.lowerBound - 2) }
      return high < room.upperBound - 1 ? 0 : Double(high - room.upperBound + 3)
    }
    let columns = shift(low.column, high.column, in: (canvasColumns - room)..<canvasColumns)
    let rows = shift(low.row, high.row, in: 0..<canvasRows)
    if columns != 0 || rows != 0 { pan(columns: columns, rows: rows) }
  }

  /// Shows all of an area: at 100 % if the area has room there, else smaller. Text paper scrolls to the
  /// first line of the area.
  package mutating func show(_ area: BoardRect) {
    let cells = (isPaper ? .natural : cell).cells(of: area)
    if isPaper {
      show(.paper(CellPoint(column: max(cells.column, 0), row: max(cells.row, 0))))
    } else if cells.columns <= room, cells.rows <= canvasRows {
      func start(_ first: Int, _ count: Int, within room: Int) -> Int {
        first >= 0 && first + count <= room ? 0 : first - (room - count) / 2
      }
      show(
        .natural(
          CellPoint(
            column: start(cells.column, cells.columns, within: room),
            row: start(cells.row, cells.rows, within: canvasRows))))
    } else {
      show(.free(besideMargin(.fit(area, columns: room, rows: canvasRows, shape: shape))))
    }
  }

  /// Shows the middle of an area in a zoom, or moves on so that a pen can be seen.
  package mutating func follow(_ area: BoardRect, columnWidth: Double, pen: BoardPoint?) {
    guard !isPaper else { return show(area) }
    let seen = Viewport(
      left: 0, top: 0, columnWidth: columnWidth, rowHeight: columnWidth * shape.ratio)
    let isNatural = columnWidth == Double(cell.width)
    let before = self
    show(.free(centred(isNatural ? .natural(cell, at: .zero) : seen, on: area.middle)))
    if let pen, !visible.contains(pen) {
      // A view that shows the pen already stays, so that it does not move with each step of the pen.
      if before.viewport.columnWidth == columnWidth, before.visible.contains(pen) {
        self = before
        return
      }
      show(.free(centred(viewport, on: pen)))
    }
    if isNatural { showNatural(about: middle) }
  }

  /// Shows the part of the page that fills the screen.
  package mutating func fill() {
    show(.free(besideMargin(.fill(columns: room, rows: canvasRows, shape: shape))))
  }

  /// Shows all that is drawn; if nothing is drawn, the page.
  package mutating func showAll(of picture: Picture) {
    if let ink = picture.inkBox { show(ink) } else { show(.page) }
  }

  /// Goes from 100 % to all that is drawn, or from any other view to 100 %.
  package mutating func toggleAll(of picture: Picture, about pointer: Pointer) {
    if isNatural { showAll(of: picture) } else { showNatural(about: pointer) }
  }

  /// Shows the beginning of text paper, or all of a board. If words had no room there, shows the board at
  /// 100 %, at the last ink. A new board begins at the corner of its page.
  package mutating func showStart(of picture: Picture) {
    guard picture.paper.isEmpty else { return show(.paper(.zero)) }
    guard let last = picture.things.last?.bounds.middle, let ink = picture.inkBox else {
      return show(.natural(.zero))
    }
    // The board before this one may have had text paper, on which areas are shown otherwise.
    show(.natural(.zero))
    show(ink)
    guard !isNatural, picture.hidesWords(in: viewport, columns: canvasColumns, rows: canvasRows)
    else { return }
    let (cells, middle) = (cell.cells(of: ink), cell.point(last))
    func start(_ middle: Int, _ first: Int, _ count: Int, within room: Int) -> Int {
      count <= room
        ? first - (room - count) / 2 : min(max(middle - room / 2, first), first + count - room)
    }
    show(
      .natural(
        CellPoint(
          column: start(middle.column, cells.column, cells.columns, within: room),
          row: start(middle.row, cells.row, cells.rows, within: canvasRows))))
  }
}

extension CellPoint {
  static let zero = CellPoint(column: 0, row: 0)
}

extension BoardCell {
  /// Returns the cell of the board in which a point lies.
  func point(_ point: BoardPoint) -> CellPoint {
    CellPoint(
      column: Int((Double(point.x) / Double(width)).rounded(.down)),
      row: Int((Double(point.y) / Double(height)).rounded(.down)))
  }

  /// Returns the cells of the board that an area covers. It may reach into others by a quarter of a cell.
  fileprivate func cells(of area: BoardRect) -> CellRect {
    func offset(_ sign: Int32) -> BoardOffset {
      BoardOffset(dx: sign * (width / 4), dy: sign * (height / 4))
    }
    let first = point(BoardPoint(x: area.minX, y: area.minY).moved(by: offset(1)))
    let last = point(BoardPoint(x: area.maxX, y: area.maxY).moved(by: offset(-1)))
    return CellRect(
      column: first.column, row: first.row, columns: max(last.column - first.column + 1, 1),
      rows: max(last.row - first.row + 1, 1))
  }
}
