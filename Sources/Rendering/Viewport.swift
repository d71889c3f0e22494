import Drawing

/// How the board lands on a grid of cells.
///
/// Units are square; cells are not. `rowHeight` follows from the shape of the terminal's cells, so
/// that a circle is a circle.
public struct Viewport: Hashable, Sendable {
  /// The board units at the upper left corner of cell 0, 0.
  public var left: Double
  public var top: Double
  /// Units per column and per row; always above 0.
  public private(set) var columnWidth: Double
  public private(set) var rowHeight: Double

  public init(left: Double, top: Double, columnWidth: Double, rowHeight: Double) {
    self.left = left
    self.top = top
    self.columnWidth = max(columnWidth, 0.001)
    self.rowHeight = max(rowHeight, 0.001)
  }

  /// The point under the middle of `pointer`'s place.
  public func boardPoint(_ pointer: Pointer) -> BoardPoint {
    BoardPoint(
      clamping: left + (Double(pointer.cell.column) + Double(pointer.fractionX) / 256)
        * columnWidth,
      top + (Double(pointer.cell.row) + Double(pointer.fractionY) / 256) * rowHeight)
  }
}
