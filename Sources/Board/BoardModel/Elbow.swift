/// One end of a line: its anchor, and the outline of the thing to which it is attached.
package struct LineEnd: Hashable, Sendable {
  let anchor: BoardPoint
  /// Nil for an end that is attached to nothing.
  let outline: AnchorOutline?

  package init(anchor: BoardPoint, outline: AnchorOutline? = nil) {
    (self.anchor, self.outline) = (anchor, outline)
  }

  /// The box round the thing; only the anchor for a free end.
  var rect: BoardRect { outline?.rect ?? BoardRect(anchor) }

  /// Returns the place of the end of a line that leads to another anchor or corner.
  func point(towards other: BoardPoint) -> BoardPoint {
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
    let corners = corners(from: start, to: end)
    return [start.point(towards: corners.first ?? end.anchor)] + corners
      + [end.point(towards: corners.last ?? start.anchor)]
  }

  /// Returns the corners of the path: one beside the one thing and above or below the other; two in the
  /// gap between things that face each other; none for things that overlap.
  private static func corners(from start: LineEnd, to end: LineEnd) -> [BoardPoint] {
    let (from, to) = (start.anchor, end.anchor)
    if from.x == to.x || from.y == to.y { return [] }
    let x = gap(start.rect, end.rect, \.minX, \.maxX)
    let y = gap(start.rect, end.rect, \.minY, \.maxY)
    switch (x, y) {
    case (_?, _?): return [BoardPoint(x: to.x, y: from.y)]
    case (let x?, nil): return [BoardPoint(x: x, y: from.y), BoardPoint(x: x, y: to.y)]
    case (nil, let y?): return [BoardPoint(x: from.x, y: y), BoardPoint(x: to.x, y: y)]
    case (nil, nil): return []
    }
  }

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
