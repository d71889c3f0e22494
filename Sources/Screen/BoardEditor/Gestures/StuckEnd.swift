import BoardModel
import EaselBase

/// The end of a line that sticks to a thing, and follows it.
struct StuckEnd: Hashable, Sendable {
  let target: EntryID
  /// The place in the box of the thing.
  let position: BoxPoint
  private let outline: AnchorOutline

  /// Finds the thing to which an end sticks: a shape with the middle of a side close to the point, or
  /// the topmost shape or text under the point.
  ///
  /// - Parameters:
  ///   - line: the line to which the end belongs.
  ///   - reach: the distance within which the middle of a side counts as touched, in units.
  init?(
    of line: Item, at point: BoardPoint, within reach: Int32, in picture: Picture,
    excluding excluded: Set<EntryID> = []
  ) {
    let near = picture.things(in: BoardRect(point).grown(by: reach)).reversed()
    for thing in near where !excluded.contains(thing.id) && thing.shape == nil {
      guard let outline = AnchorOutline(of: thing.item, movedBy: thing.offset) else { continue }
      let position = BoxPoint.sideMiddles.first {
        let middle = $0.point(in: outline.rect)
        return abs(Int64(middle.x) - Int64(point.x)) <= Int64(reach)
          && abs(Int64(middle.y) - Int64(point.y)) <= Int64(reach)
      }
      if let position {
        (target, self.position, self.outline) = (thing.id, position, outline)
        return
      }
    }
    // A line to the words in a shape is a line to the shape.
    guard let found = picture.attachments.anchor(for: line, at: point, excluding: excluded),
      let thing = found.shape.map({ picture.thing($0) }) ?? found,
      let outline = AnchorOutline(of: thing.item, movedBy: thing.offset)
    else { return nil }
    (target, position, self.outline) = (thing.id, BoxPoint(of: point, in: outline.rect), outline)
  }

  /// The place on the board to which the end points.
  var anchor: BoardPoint { position.point(in: outline.rect) }
  var lineEnd: LineEnd { LineEnd(anchor: anchor, outline: outline) }

  func attachment(of point: PointAttachment.Point) -> PointAttachment {
    PointAttachment(point, to: .thing(target, position))
  }
}

extension BoxPoint {
  /// The middles of the four sides of a box.
  fileprivate static let sideMiddles = [(0, one / 2), (one, one / 2), (one / 2, 0), (one / 2, one)]
    .compactMap { BoxPoint(u: $0.0, v: $0.1) }
}
