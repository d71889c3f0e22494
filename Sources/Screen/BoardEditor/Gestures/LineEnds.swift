import BoardModel

/// Both ends of a line that a user draws.
struct LineEnds: Hashable, Sendable {
  /// One end of the line.
  struct End: Hashable, Sendable {
    /// The place of the pointer.
    var point: BoardPoint
    /// The thing to which the end sticks; nil for a free end.
    var stuck: StuckEnd?

    var lineEnd: LineEnd { stuck?.lineEnd ?? LineEnd(anchor: point) }

    /// How gladly the end stays at its place: an end at the middle of a side most of all.
    fileprivate var firmness: Int { stuck.map { $0.isAtSideMiddle ? 2 : 0 } ?? 1 }

    /// Returns the end moved along an axis, as near as possible to a value; nil if it cannot lie there.
    fileprivate func moved(
      _ axis: WritableKeyPath<BoardPoint, Int32>, to value: Int32
    ) -> End? {
      var moved = self
      if let stuck {
        guard let new = stuck.moved(axis, to: value) else { return nil }
        moved.stuck = new
      } else {
        moved.point[keyPath: axis] = value
      }
      return moved
    }
  }

  private(set) var start: End
  private(set) var end: End

  init(start: End, end: End) { (self.start, self.end) = (start, end) }

  /// The number of units by which an anchor in a large box may move, so that both ends have one value.
  private static let searched: Int32 = 16

  /// Returns the ends of an attached line that is exactly level or upright, if the line is off by at most
  /// half of a natural cell. The end that holds its place less firmly moves.
  func straightened() -> LineEnds {
    guard start.stuck != nil || end.stuck != nil, start.stuck?.target != end.stuck?.target else {
      return self
    }
    let (from, to) = (
      start.lineEnd.point(towards: end.lineEnd.anchor),
      end.lineEnd.point(towards: start.lineEnd.anchor)
    )
    let (dx, dy) = (abs(Int64(to.x) - Int64(from.x)), abs(Int64(to.y) - Int64(from.y)))
    let axis: WritableKeyPath<BoardPoint, Int32>
    if dx >= dy, dy <= Int64(Page.cellHeight / 2) {
      axis = \.y
    } else if dx < dy, dx <= Int64(Page.cellWidth / 2) {
      axis = \.x
    } else {
      return self
    }
    return end.firmness <= start.firmness
      ? aligned(start, end, axis).map { LineEnds(start: $0.firm, end: $0.moved) } ?? self
      : aligned(end, start, axis).map { LineEnds(start: $0.moved, end: $0.firm) } ?? self
  }

  /// Returns both ends with one value along an axis. The anchors in a large box have steps of several units,
  /// so that the firm end may move by a few units, too.
  private func aligned(
    _ firm: End, _ other: End, _ axis: WritableKeyPath<BoardPoint, Int32>
  ) -> (firm: End, moved: End)? {
    let value = firm.lineEnd.anchor[keyPath: axis]
    guard value != other.lineEnd.anchor[keyPath: axis] else { return nil }
    for distance in (0...Self.searched).flatMap({ [$0, -$0] }) {
      guard let moved = other.moved(axis, to: value + distance) else { continue }
      let reached = moved.lineEnd.anchor[keyPath: axis]
      if reached == value { return (firm, moved) }
      if let firm = firm.moved(axis, to: reached), firm.lineEnd.anchor[keyPath: axis] == reached {
        return (firm, moved)
      }
    }
    return nil
  }
}
