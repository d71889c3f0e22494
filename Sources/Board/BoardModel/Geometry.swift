/// A place on the board, in units. The page is 65,536 units wide and 36,864 units high (16:9), and
/// y grows downwards. Ink may lie beyond the page on all sides.
public struct BoardPoint: Hashable, Sendable {
  /// The distance to the right of the page's left edge, in units.
  public var x: Int32
  /// The distance below the page's upper edge, in units.
  public var y: Int32

  /// Creates a point from units, without a check of the limit.
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The greatest distance from the origin along either axis, in units. Within this limit, sums of
  /// two coordinates and sums of two differences always fit 32 bits.
  public static let limit: Int32 = 1 << 28

  /// Creates the nearest point within the limit; an infinite coordinate and not-a-number become 0.
  public init(clamping x: Double, _ y: Double) {
    func clamp(_ value: Double) -> Int32 {
      guard value.isFinite else { return 0 }
      let bound = Double(Self.limit)
      return Int32(min(max(value.rounded(), -bound), bound))
    }
    self.init(x: clamp(x), y: clamp(y))
  }

  /// Returns the point moved by `offset`, each coordinate held within the limit.
  public func moved(by offset: BoardOffset) -> BoardPoint {
    BoardPoint(x: offset.dx.clampedSum(x), y: offset.dy.clampedSum(y))
  }
}

extension Int32 {
  fileprivate func clampedSum(_ other: Int32) -> Int32 {
    let sum = Int64(self) + Int64(other)
    return Int32(Swift.min(Swift.max(sum, Int64(-BoardPoint.limit)), Int64(BoardPoint.limit)))
  }
}

/// The distance of a move, in units.
public struct BoardOffset: Hashable, Sendable {
  /// The distance to the right, in units; negative to the left.
  public var dx: Int32
  /// The distance downwards, in units; negative upwards.
  public var dy: Int32

  /// Creates an offset from units, without a check of the limit.
  public init(dx: Int32, dy: Int32) {
    self.dx = dx
    self.dy = dy
  }

  /// The offset between a point and itself.
  public static let zero = BoardOffset(dx: 0, dy: 0)

  /// Makes the nearest offset that leads from one point of the board to another.
  init(clamping dx: Int64, _ dy: Int64) {
    let bound = Int64(BoardPoint.limit) * 2
    self.init(
      dx: Int32(min(max(dx, -bound), bound)), dy: Int32(min(max(dy, -bound), bound)))
  }

  /// Returns the sum, held within twice the board's limit so that no series of moves overflows.
  public static func + (left: Self, right: Self) -> Self {
    BoardOffset(clamping: Int64(left.dx) + Int64(right.dx), Int64(left.dy) + Int64(right.dy))
  }
}

/// A rectangle of board units, both corners included.
public struct BoardRect: Hashable, Sendable {
  /// The left edge, in units; it belongs to the rectangle.
  public var minX: Int32
  /// The upper edge, in units; it belongs to the rectangle.
  public var minY: Int32
  /// The right edge, in units; it belongs to the rectangle.
  public var maxX: Int32
  /// The lower edge, in units; it belongs to the rectangle.
  public var maxY: Int32

  /// Creates a rectangle from its edges, in units, without a check of their order.
  public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The empty rectangle: it contains no point, intersects no rectangle and changes no union.
  static let nowhere = BoardRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
  var isNowhere: Bool { minX > maxX }

  /// Creates the rectangle that contains only `point`.
  public init(_ point: BoardPoint) {
    self.init(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
  }

  /// Creates the rectangle with these two opposite corners, in any order.
  public init(_ a: BoardPoint, _ b: BoardPoint) {
    self.init(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
  }

  /// Creates the smallest rectangle round all the points; nil if there are no points.
  public init?(around points: some Swift.Sequence<BoardPoint>) {
    var box: BoardRect?
    for point in points { box = box?.union(BoardRect(point)) ?? BoardRect(point) }
    guard let box else { return nil }
    self = box
  }

  /// Returns the smallest rectangle that contains both rectangles.
  public func union(_ other: BoardRect) -> BoardRect {
    BoardRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Grows the rectangle just enough to contain `point`.
  public mutating func include(_ point: BoardPoint) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }

  /// Returns whether the two rectangles have a point in common.
  public func intersects(_ other: BoardRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Returns whether `point` lies inside the rectangle or on its edge.
  public func contains(_ point: BoardPoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }

  /// Returns whether `other` lies inside the rectangle.
  func contains(_ other: BoardRect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// The area in square units; 0 for a line.
  package var area: Int64 { Int64(maxX - minX) * Int64(maxY - minY) }

  /// The point in the middle.
  package var middle: BoardPoint {
    BoardPoint(
      clamping: (Double(minX) + Double(maxX)) / 2, (Double(minY) + Double(maxY)) / 2)
  }

  /// Returns the rectangle grown by `margin` units on every side.
  public func grown(by margin: Int32) -> BoardRect {
    let low = BoardPoint(x: minX, y: minY).moved(by: BoardOffset(dx: -margin, dy: -margin))
    let high = BoardPoint(x: maxX, y: maxY).moved(by: BoardOffset(dx: margin, dy: margin))
    return BoardRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// Returns the rectangle moved by `offset`, both corners held within the board's limit.
  public func moved(by offset: BoardOffset) -> BoardRect {
    BoardRect(
      BoardPoint(x: minX, y: minY).moved(by: offset), BoardPoint(x: maxX, y: maxY).moved(by: offset)
    )
  }
}

/// The page: a board's default view, not its edge.
public enum Page {
  /// The width of the page, in units.
  public static let width: Int32 = 65_536
  /// The height of the page, in units.
  public static let height: Int32 = 36_864
  /// The page as a rectangle, from 0, 0 to the last unit on either axis.
  public static let rect = BoardRect(minX: 0, minY: 0, maxX: width - 1, maxY: height - 1)
  /// The width of a cell of text paper, in units.
  public static let cellWidth: Int32 = 512
  /// The height of a cell of text paper, in units.
  public static let cellHeight: Int32 = 1_024
}

/// The cell of a board in which its words are written. At 100 %, it is one cell of the screen.
public struct BoardCell: Hashable, Sendable {
  /// The width, in units: 256 … 2,048.
  public let width: Int32
  /// The height, in units: 512 … 4,096.
  public let height: Int32

  /// Creates a cell; limits its sizes.
  public init(width: Int32, height: Int32) {
    self.width = min(max(width, Page.cellWidth / 2), Page.cellWidth * 4)
    self.height = min(max(height, Page.cellHeight / 2), Page.cellHeight * 4)
  }

  /// The cell of every new board and of text paper.
  public static let natural = BoardCell(width: Page.cellWidth, height: Page.cellHeight)
}
