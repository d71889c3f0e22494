/// One end of a line: its anchor, and the outline of the thing to which it is attached.
package struct LineEnd: Hashable, Sendable {
  package let anchor: BoardPoint
  /// Nil for an end that is attached to nothing.
  let outline: AnchorOutline?

  package init(anchor: BoardPoint, outline: AnchorOutline? = nil) {
    (self.anchor, self.outline) = (anchor, outline)
  }

  /// The box round the thing; only the anchor for a free end.
  var rect: BoardRect { outline?.rect ?? BoardRect(anchor) }

  /// Returns the place of the end of a line that leads to another anchor or corner.
  package func point(towards other: BoardPoint) -> BoardPoint {
    outline?.end(from: anchor, towards: other) ?? anchor
  }
}

/// The path of a line that consists of level and upright parts.
enum Elbow {
  /// Returns whether a line between two ends bends if no look was chosen for it: both ends are attached,
  /// and the things stand neither above nor beside each other.
  static func isDefault(from start: LineEnd, to end: LineEnd) -> Bool {
    guard start.outline != nil, end.outline != nil else { return false }
    return !overlap(start.rect, end.rect, \.minX, \.maxX)
      && !overlap(start.rect, end.rect, \.minY, \.maxY)
  }

  /// Returns the path from one end to the other: at least two points, both ends included.
  static func path(from start: LineEnd, to end: LineEnd) -> [BoardPoint] {
    path(through: corners(from: start, to: end), from: start, to: end)
  }

  /// Returns the path from one end by way of corners to the other.
  static func path(
    through corners: [BoardPoint], from start: LineEnd, to end: LineEnd
  ) -> [BoardPoint] {
    [start.point(towards: corners.first ?? end.anchor)] + corners
      + [end.point(towards: corners.last ?? start.anchor)]
  }

  /// Returns the corners of the path: one beside the one thing and above or below the other; two in the
  /// gap between things that face each other, or if both anchors lie at sides, which the line must not
  /// run along; none for things that overlap.
  private static func corners(from start: LineEnd, to end: LineEnd) -> [BoardPoint] {
    let (from, to) = (start.anchor, end.anchor)
    if from.x == to.x || from.y == to.y { return [] }
    let x = gap(start.rect, end.rect, \.minX, \.maxX)
    let y = gap(start.rect, end.rect, \.minY, \.maxY)
    let levelFirst = x.map { [BoardPoint(x: $0, y: from.y), BoardPoint(x: $0, y: to.y)] }
    let uprightFirst = y.map { [BoardPoint(x: from.x, y: $0), BoardPoint(x: to.x, y: $0)] }
    guard let levelFirst, let uprightFirst else { return levelFirst ?? uprightFirst ?? [] }
    switch (Side(of: start), Side(of: end)) {
    case (.beside, .beside): return levelFirst
    case (.above, .above): return uprightFirst
    case (.above, _), (_, .beside): return [BoardPoint(x: from.x, y: to.y)]
    case (.beside, _), (.inside, _): return [BoardPoint(x: to.x, y: from.y)]
    }
  }

  /// The side of a thing at which an anchor lies: within an eighth of the box.
  private enum Side {
    /// At the left or right side.
    case beside
    /// At the upper or lower side.
    case above
    /// At no side, or at a corner.
    case inside

    init(of end: LineEnd) {
      let (rect, anchor) = (end.rect, end.anchor)
      func isNear(_ value: Int32, _ low: Int32, _ high: Int32) -> Bool {
        let (value, low, high) = (Int64(value), Int64(low), Int64(high))
        return 8 * min(value - low, high - value) <= high - low
      }
      switch (
        isNear(anchor.x, rect.minX, rect.maxX), isNear(anchor.y, rect.minY, rect.maxY)
      ) {
      case (true, false): self = .beside
      case (false, true): self = .above
      default: self = .inside
      }
    }
  }

  /// Returns the middle between two things along an axis, or between the anchors if the things overlap
  /// there.
  static func middle(from start: LineEnd, to end: LineEnd, _ axis: Axis) -> Int32 {
    switch axis {
    case .horizontal:
      gap(start.rect, end.rect, \.minX, \.maxX) ?? BoardRect(start.anchor, end.anchor).middle.x
    case .vertical:
      gap(start.rect, end.rect, \.minY, \.maxY) ?? BoardRect(start.anchor, end.anchor).middle.y
    }
  }

  enum Axis { case horizontal, vertical }

  private static func overlap(
    _ a: BoardRect, _ b: BoardRect, _ low: KeyPath<BoardRect, Int32>,
    _ high: KeyPath<BoardRect, Int32>
  ) -> Bool { a[keyPath: low] <= b[keyPath: high] && b[keyPath: low] <= a[keyPath: high] }

  /// Returns the middle between two boxes along one axis; nil if they overlap there.
  private static func gap(
    _ a: BoardRect, _ b: BoardRect, _ low: KeyPath<BoardRect, Int32>,
    _ high: KeyPath<BoardRect, Int32>
  ) -> Int32? {
    guard !overlap(a, b, low, high) else { return nil }
    let (near, far) = (
      min(a[keyPath: high], b[keyPath: high]), max(a[keyPath: low], b[keyPath: low])
    )
    return near + (far - near) / 2
  }
}
