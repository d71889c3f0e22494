import BoardModel
import CellFrame

/// The shape of a terminal's cells.
public struct CellShape: Hashable, Sendable {
  /// The height divided by the width, limited to 1/4 … 8.
  public let ratio: Double

  /// Creates a shape; a ratio that is not a number counts as 2.
  public init(ratio: Double) {
    self.ratio = ratio.isNaN ? 2 : min(max(ratio, 0.25), 8)
  }

  /// Creates a shape from the size of one cell in pixels. If a size is not positive, the shape is
  /// ``usual``.
  public init(pixelWidth: Int, pixelHeight: Int) {
    guard pixelWidth > 0, pixelHeight > 0 else {
      self = .usual
      return
    }
    self.init(ratio: Double(pixelHeight) / Double(pixelWidth))
  }

  /// The shape of a cell that is twice as high as wide.
  public static let usual = CellShape(ratio: 2)
}

extension Viewport {
  /// Returns a view of the whole page, in the middle of the screen.
  public static func fit(columns: Int, rows: Int, shape: CellShape = .usual) -> Viewport {
    centred(on: Page.rect, columns: columns, rows: rows, shape: shape, choose: max)
  }

  /// Returns a view of the page that covers the whole screen.
  public static func fill(columns: Int, rows: Int, shape: CellShape = .usual) -> Viewport {
    centred(on: Page.rect, columns: columns, rows: rows, shape: shape, choose: min)
  }

  /// Returns a view of the whole `area`, in the middle of the screen.
  public static func fit(
    _ area: BoardRect, columns: Int, rows: Int, shape: CellShape = .usual
  ) -> Viewport {
    centred(on: area, columns: columns, rows: rows, shape: shape, choose: max)
  }

  private static func centred(
    on area: BoardRect, columns: Int, rows: Int, shape: CellShape,
    choose: (Double, Double) -> Double
  ) -> Viewport {
    let (columns, rows) = (Double(max(columns, 1)), Double(max(rows, 1)))
    let width = Double(area.maxX) - Double(area.minX) + 1
    let height = Double(area.maxY) - Double(area.minY) + 1
    let columnWidth = choose(width / columns, height / (rows * shape.ratio))
    let held = min(max(columnWidth, columnWidths.lowerBound), columnWidths.upperBound)
    return Viewport(
      left: Double(area.minX) + (width - held * columns) / 2,
      top: Double(area.minY) + (height - held * shape.ratio * rows) / 2,
      columnWidth: held, rowHeight: held * shape.ratio)
  }

  /// Returns a view that shows the board larger (`factor` > 1) or smaller. The place under
  /// `pointer` does not move. If the factor is not a finite number above 0, returns the same view.
  ///
  /// - Parameter shape: the shape of the cells; nil to keep the present proportions.
  public func zoomed(
    by factor: Double, about pointer: Pointer, shape: CellShape? = nil
  ) -> Viewport {
    guard factor.isFinite, factor > 0 else { return self }
    let bounds = Self.columnWidths
    let width = min(max(columnWidth / factor, bounds.lowerBound), bounds.upperBound)
    let height = width * (shape?.ratio ?? rowHeight / columnWidth)
    let column = Double(pointer.cell.column) + Double(pointer.fractionX) / 256
    let row = Double(pointer.cell.row) + Double(pointer.fractionY) / 256
    return Viewport(
      left: left + column * (columnWidth - width), top: top + row * (rowHeight - height),
      columnWidth: width, rowHeight: height)
  }

  /// Returns the view after a move over the board. Positive numbers move it to the right and down.
  public func panned(columns: Double, rows: Double) -> Viewport {
    Viewport(
      left: left + columns * columnWidth, top: top + rows * rowHeight, columnWidth: columnWidth,
      rowHeight: rowHeight)
  }
}

extension Viewport {
  /// Returns a view of text paper with one cell of paper in each cell. It scrolls by whole cells
  /// and does not scale.
  public static func paper(column: Int = 0, row: Int = 0) -> Viewport {
    natural(.natural, at: CellPoint(column: column, row: row))
  }

  /// Returns a view of a board at 100 %: one cell of the board in each cell of the screen.
  ///
  /// - Parameter corner: the board's cell in the upper left corner.
  public static func natural(_ cell: BoardCell, at corner: CellPoint) -> Viewport {
    Viewport(
      left: Double(corner.column) * Double(cell.width),
      top: Double(corner.row) * Double(cell.height),
      columnWidth: Double(cell.width), rowHeight: Double(cell.height))
  }

  /// The cell of text paper at the screen's upper left corner; nil if this view does not show one
  /// cell of paper in each cell.
  public var paperOrigin: CellPoint? {
    guard columnWidth == Double(Page.cellWidth), rowHeight == Double(Page.cellHeight) else {
      return nil
    }
    let (column, row) = (left / columnWidth, top / rowHeight)
    guard column == column.rounded(), row == row.rounded() else { return nil }
    return CellPoint(column: Int(column), row: Int(row))
  }
}
