import BoardModel
import CellFrame

/// The placement of the board on a grid of cells.
///
/// Units are square; cells are not. `rowHeight` follows from the shape of the terminal's cells, so
/// that a circle looks like a circle.
public struct Viewport: Hashable, Sendable {
  /// The board's x at the left edge of column 0, in units; not-a-number counts as 0.
  public var left: Double { didSet { left = Self.heldEdge(left) } }
  /// The board's y at the upper edge of row 0, in units; not-a-number counts as 0.
  public var top: Double { didSet { top = Self.heldEdge(top) } }
  /// The board units per column, within ``columnWidths``.
  public private(set) var columnWidth: Double
  /// The board units per row, from 1 to 2²⁷.
  public private(set) var rowHeight: Double

  /// Creates a view; limits the width to ``columnWidths`` and the height to 1 … 2²⁷.
  public init(left: Double, top: Double, columnWidth: Double, rowHeight: Double) {
    let (low, high) = (Self.columnWidths.lowerBound, Self.columnWidths.upperBound)
    self.left = Self.heldEdge(left)
    self.top = Self.heldEdge(top)
    self.columnWidth = columnWidth.isNaN ? low : min(max(columnWidth, low), high)
    self.rowHeight = rowHeight.isNaN ? low : min(max(rowHeight, low / 8), high * 8)
  }

  private static func heldEdge(_ value: Double) -> Double {
    let edge = 0x1p40
    return value.isNaN ? 0 : min(max(value, -edge), edge)
  }

  /// The range of ``columnWidth``, from 8 units for each column to the whole board on one screen.
  public static let columnWidths: ClosedRange<Double> = 8...0x1p24

  /// Returns the board point at the middle of `pointer`'s place.
  public func boardPoint(_ pointer: Pointer) -> BoardPoint {
    BoardPoint(
      clamping: left + (Double(pointer.cell.column) + Double(pointer.fractionX) / 256)
        * columnWidth,
      top + (Double(pointer.cell.row) + Double(pointer.fractionY) / 256) * rowHeight)
  }

  /// Returns the place of a point on the screen, as columns and rows from the upper left corner,
  /// with fractions.
  public func position(of point: BoardPoint) -> (column: Double, row: Double) {
    ((Double(point.x) - left) / columnWidth, (Double(point.y) - top) / rowHeight)
  }

  /// Returns the cell of a point, on the screen or beyond it.
  public func cell(of point: BoardPoint) -> CellPoint {
    let position = position(of: point)
    return CellPoint(
      column: Int(position.column.rounded(.down)), row: Int(position.row.rounded(.down)))
  }

  /// Returns the part of the board that a screen of this size shows.
  public func visible(columns: Int, rows: Int) -> BoardRect {
    BoardRect(
      BoardPoint(clamping: left, top),
      BoardPoint(
        clamping: left + Double(max(columns, 0)) * columnWidth,
        top + Double(max(rows, 0)) * rowHeight))
  }

  /// The step to which points of strokes on this screen are rounded, as an exponent of two. The
  /// step is at most a quarter of a dot of the finest raster.
  public var stepExponent: UInt8 {
    let quarter = min(columnWidth / 2, rowHeight / 4) / 4
    var exponent: UInt8 = 0
    while exponent < 12, Double(UInt32(2) << UInt32(exponent)) <= quarter { exponent += 1 }
    return exponent
  }
}
