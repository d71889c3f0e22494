import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The end of a line that sticks to a thing, and follows it.
struct StuckEnd: Hashable, Sendable {
  let target: EntryID
  /// The place in the box of the thing.
  private(set) var position: BoxPoint
  private let outline: AnchorOutline

  /// Whether the end lies in the border of the thing, or in a cell beside it.
  let isAtBorder: Bool

  /// Finds the thing to which an end sticks: a shape with the middle of a side close to the point, or
  /// the topmost shape or text under the point, or else the topmost one whose border lies in a cell beside
  /// the point.
  ///
  /// - Parameters:
  ///   - line: the line to which the end belongs.
  ///   - reach: how near the point must be.
  init?(
    of line: Item, at point: BoardPoint, within reach: StickingReach, in picture: Picture,
    excluding excluded: Set<EntryID> = []
  ) {
    let near = picture.things(in: BoardRect(point).grown(by: reach.beside)).reversed()
      .filter { !excluded.contains($0.id) && $0.shape == nil && line.attaches(to: $0.item) }
    func stuck(to thing: BoardItem, at position: BoxPoint? = nil) -> StuckEnd? {
      AnchorOutline(of: thing.item, movedBy: thing.offset).map {
        StuckEnd(
          target: thing.id, position: position ?? BoxPoint(of: point, in: $0.rect), outline: $0,
          isAtBorder: position != nil || reach.isAtBorder(point, of: $0))
      }
    }
    for thing in near {
      guard let outline = AnchorOutline(of: thing.item, movedBy: thing.offset),
        let position = reach.sideMiddle(at: point, of: outline),
        let stuck = stuck(to: thing, at: position)
      else { continue }
      self = stuck
      return
    }
    // A line to the words in a shape is a line to the shape.
    let under = picture.attachments.anchor(for: line, at: point, excluding: excluded).flatMap {
      $0.shape.map { picture.thing($0) } ?? $0
    }
    let beside = near.first { thing in
      AnchorOutline(of: thing.item, movedBy: thing.offset).map { reach.isBeside(point, $0) }
        ?? false
    }
    guard let thing = under ?? beside, let stuck = stuck(to: thing) else { return nil }
    self = stuck
  }

  private init(target: EntryID, position: BoxPoint, outline: AnchorOutline, isAtBorder: Bool) {
    (self.target, self.position, self.outline) = (target, position, outline)
    self.isAtBorder = isAtBorder
  }

  /// The place on the board to which the end points.
  var anchor: BoardPoint { position.point(in: outline.rect) }
  var lineEnd: LineEnd { LineEnd(anchor: anchor, outline: outline) }

  func attachment(of point: PointAttachment.Point) -> PointAttachment {
    PointAttachment(point, to: .thing(target, position))
  }

  /// Whether the end sticks to the middle of a side.
  var isAtSideMiddle: Bool { BoxPoint.sideMiddles.contains(position) }

  /// Returns the end with its anchor moved along an axis, as near as possible to a value. Nil if the value
  /// lies outside of the thing.
  func moved(_ axis: WritableKeyPath<BoardPoint, Int32>, to value: Int32) -> StuckEnd? {
    var point = anchor
    point[keyPath: axis] = value
    guard outline.rect.contains(point) else { return nil }
    var moved = self
    moved.position = BoxPoint(of: point, in: outline.rect)
    // Beside an oval or a diamond, the line begins on it if its anchor lies inside.
    if outline.form != .box {
      moved.position =
        (axis == \.y
          ? BoxPoint(u: BoxPoint.one / 2, v: moved.position.v)
          : BoxPoint(u: moved.position.u, v: BoxPoint.one / 2)) ?? moved.position
    }
    return moved
  }
}

/// How near an end must be to a thing to stick to it. It follows from the cells of the screen, so that it
/// is the same in every raster and zoom.
package struct StickingReach: Hashable, Sendable {
  let viewport: Viewport
  /// The distance within which the middle of a side counts as touched, in units.
  let middle: Int32

  /// The distance within which things are searched, in units: two cells.
  var beside: Int32 {
    Int32(
      min(2 * max(viewport.columnWidth, viewport.rowHeight) + 1, Double(BoardPoint.limit / 4)))
  }

  /// Returns the side's middle that the point touches; nil if the point touches none.
  func sideMiddle(at point: BoardPoint, of outline: AnchorOutline) -> BoxPoint? {
    BoxPoint.sideMiddles.first {
      let middle = $0.point(in: outline.rect)
      return abs(Int64(middle.x) - Int64(point.x)) <= Int64(self.middle)
        && abs(Int64(middle.y) - Int64(point.y)) <= Int64(self.middle)
    }
  }

  /// Returns whether a point lies in the outline, or in a cell beside its border.
  func isBeside(_ point: BoardPoint, _ outline: AnchorOutline) -> Bool {
    let (cell, low, high) = cells(point, outline)
    guard (low.column - 1...high.column + 1).contains(cell.column),
      (low.row - 1...high.row + 1).contains(cell.row)
    else { return false }
    return outline.form != .box ? around(point).contains(where: outline.contains) : true
  }

  /// Returns whether a point lies in the border of an outline, or in a cell beside the border.
  func isAtBorder(_ point: BoardPoint, of outline: AnchorOutline) -> Bool {
    guard isBeside(point, outline) else { return false }
    if outline.form != .box { return !around(point).allSatisfy(outline.contains) }
    let (cell, low, high) = cells(point, outline)
    return cell.column <= low.column + 1 || cell.column >= high.column - 1
      || cell.row <= low.row + 1 || cell.row >= high.row - 1
  }

  /// The cells of a point, and of the corners of an outline.
  private func cells(
    _ point: BoardPoint, _ outline: AnchorOutline
  ) -> (cell: CellPoint, low: CellPoint, high: CellPoint) {
    let rect = outline.rect
    return (
      viewport.cell(of: point), viewport.cell(of: BoardPoint(x: rect.minX, y: rect.minY)),
      viewport.cell(of: BoardPoint(x: rect.maxX, y: rect.maxY))
    )
  }

  /// A point, and the places one and a half cells around it.
  private func around(_ point: BoardPoint) -> [BoardPoint] {
    let steps = [-1.5, 0, 1.5]
    return steps.flatMap { row in
      steps.map { column in
        BoardPoint(
          clamping: Double(point.x) + column * viewport.columnWidth,
          Double(point.y) + row * viewport.rowHeight)
      }
    }
  }
}

extension BoxPoint {
  /// The middles of the four sides of a box.
  static let sideMiddles = [(0, one / 2), (one, one / 2), (one / 2, 0), (one / 2, one)]
    .compactMap { BoxPoint(u: $0.0, v: $0.1) }
}
