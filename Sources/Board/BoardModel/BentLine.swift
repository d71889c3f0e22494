/// A line with bends between two ends, of which at least one is attached.
struct BentLine {
  /// At least two points, both ends included.
  let path: [BoardPoint]

  /// The distance of a line from the things that it goes round, in units: two rows of natural cells.
  static let clearance = 2 * Int64(Page.cellHeight)

  /// Nil for a line that is straight.
  init?(_ stroke: Stroke, from start: LineEnd, to end: LineEnd) {
    let look = stroke.look
    guard look.contains(.elbow) || !look.contains(.straight) else { return nil }
    if stroke.kind == .arrow, let outline = start.outline, outline == end.outline {
      path = Self.loop(around: outline, from: start.anchor, to: end.anchor)
    } else if look.route != .automatic, start.outline != nil || end.outline != nil {
      path =
        look.route == .curve
        ? Self.curve(from: start, to: end)
        : Elbow.path(
          through: Self.corners(of: look.route, from: start, to: end), from: start, to: end)
    } else if look.contains(.elbow) || Elbow.isDefault(from: start, to: end) {
      path = Elbow.path(from: start, to: end)
    } else {
      return nil
    }
  }

  /// Whether the path is a curve: no other path has so many points.
  static func isCurve(_ path: [BoardPoint]) -> Bool { path.count > loopPointsMax }
  private static let loopPointsMax = 6

  private static func corners(
    of route: LineRoute, from start: LineEnd, to end: LineEnd
  ) -> [BoardPoint] {
    let (from, to, both) = (start.anchor, end.anchor, start.rect.union(end.rect))
    func column(_ x: Int64) -> [BoardPoint] {
      [BoardPoint(within: x, Int64(from.y)), BoardPoint(within: x, Int64(to.y))]
    }
    func row(_ y: Int64) -> [BoardPoint] {
      [BoardPoint(within: Int64(from.x), y), BoardPoint(within: Int64(to.x), y)]
    }
    switch route {
    case .automatic, .curve: return []
    case .levelFirst: return [BoardPoint(x: to.x, y: from.y)]
    case .uprightFirst: return [BoardPoint(x: from.x, y: to.y)]
    case .middleColumn: return column(Int64(Elbow.middle(from: start, to: end, .horizontal)))
    case .middleRow: return row(Int64(Elbow.middle(from: start, to: end, .vertical)))
    case .aroundRight: return column(Int64(both.maxX) + clearance)
    case .aroundBelow: return row(Int64(both.maxY) + clearance)
    }
  }

  // MARK: Curves

  /// The number of straight parts of a curve. It is odd, so that a text stands on the middle one.
  private static let curveParts: Int64 = 15

  /// Returns a quadratic curve, whose middle is a quarter of its length away from the straight line.
  private static func curve(from start: LineEnd, to end: LineEnd) -> [BoardPoint] {
    let (from, to) = (start.anchor, end.anchor)
    let (dx, dy) = (Int64(to.x) - Int64(from.x), Int64(to.y) - Int64(from.y))
    // A right angle to the line, upwards or to the left.
    let side: Int64 = dx < 0 || dx == 0 && dy > 0 ? -1 : 1
    let control = BoardPoint(
      within: (Int64(from.x) + Int64(to.x) + side * dy) / 2,
      (Int64(from.y) + Int64(to.y) - side * dx) / 2)
    let (first, last) = (start.point(towards: control), end.point(towards: control))
    return (0...curveParts).map { part in
      let rest = curveParts - part
      func value(_ axis: KeyPath<BoardPoint, Int32>) -> Int64 {
        let (a, b, c) = (
          Int64(first[keyPath: axis]), Int64(control[keyPath: axis]), Int64(last[keyPath: axis])
        )
        return (rest * rest * a + 2 * rest * part * b + part * part * c) / (curveParts * curveParts)
      }
      return BoardPoint(within: value(\.x), value(\.y))
    }
  }

  // MARK: Loops

  /// The sides of a box, clockwise on the screen.
  private enum LoopSide: Int, CaseIterable {
    case upper, right, lower, left

    /// The side of a box that is nearest to a point; the first of several.
    init(nearestTo point: BoardPoint, in rect: BoardRect) {
      func distance(_ side: LoopSide) -> Int64 {
        switch side {
        case .upper: Int64(point.y) - Int64(rect.minY)
        case .right: Int64(rect.maxX) - Int64(point.x)
        case .lower: Int64(rect.maxY) - Int64(point.y)
        case .left: Int64(point.x) - Int64(rect.minX)
        }
      }
      self = Self.allCases.reduce(.upper) { distance($1) < distance($0) ? $1 : $0 }
    }

    var isLevel: Bool { self == .upper || self == .lower }
  }

  /// Returns the path of an arrow that leaves a shape at the side nearest to its start, and comes back at
  /// the side nearest to its end. It goes round the shape on the shorter way.
  private static func loop(
    around outline: AnchorOutline, from start: BoardPoint, to end: BoardPoint
  ) -> [BoardPoint] {
    let rect = outline.rect
    let (first, last) = (LoopSide(nearestTo: start, in: rect), LoopSide(nearestTo: end, in: rect))
    let from = place(of: start, at: first, in: rect)
    var to = place(of: end, at: last, in: rect)
    if first == last, abs(to - from) < clearance {
      // Ends so near to each other move apart, to where the side has more room.
      let (low, high) = range(of: first, in: rect)
      to = high - from >= from - low ? min(from + clearance, high) : max(from - clearance, low)
    }
    let outer = (
      minX: Int64(rect.minX) - clearance, minY: Int64(rect.minY) - clearance,
      maxX: Int64(rect.maxX) + clearance, maxY: Int64(rect.maxY) + clearance
    )
    func beside(_ side: LoopSide, _ place: Int64) -> BoardPoint {
      switch side {
      case .upper: BoardPoint(within: place, outer.minY)
      case .right: BoardPoint(within: outer.maxX, place)
      case .lower: BoardPoint(within: place, outer.maxY)
      case .left: BoardPoint(within: outer.minX, place)
      }
    }
    func border(_ side: LoopSide, _ place: Int64) -> BoardPoint {
      let middle = rect.middle
      let inside =
        side.isLevel
        ? BoardPoint(within: place, Int64(middle.y)) : BoardPoint(within: Int64(middle.x), place)
      return outline.end(from: inside, towards: beside(side, place))
    }
    /// The corners after each side, clockwise.
    let corners = [
      BoardPoint(within: outer.maxX, outer.minY), BoardPoint(within: outer.maxX, outer.maxY),
      BoardPoint(within: outer.minX, outer.maxY), BoardPoint(within: outer.minX, outer.minY),
    ]
    let turns = (last.rawValue - first.rawValue + 4) % 4
    let passed =
      turns == 3 ? [last.rawValue] : (0..<turns).map { (first.rawValue + $0) % 4 }
    return [border(first, from), beside(first, from)] + passed.map { corners[$0] }
      + [beside(last, to), border(last, to)]
  }

  /// The places along a side, without its corners.
  private static func range(of side: LoopSide, in rect: BoardRect) -> (low: Int64, high: Int64) {
    let (low, high) =
      side.isLevel
      ? (Int64(rect.minX), Int64(rect.maxX)) : (Int64(rect.minY), Int64(rect.maxY))
    return high - low > 2 ? (low + 1, high - 1) : ((low + high) / 2, (low + high) / 2)
  }

  private static func place(of point: BoardPoint, at side: LoopSide, in rect: BoardRect) -> Int64 {
    let (low, high) = range(of: side, in: rect)
    return min(max(Int64(side.isLevel ? point.x : point.y), low), high)
  }
}

/// The part of a line on which its texts stand.
struct LinePart {
  let from: BoardPoint
  let to: BoardPoint
  /// The side of the part away from both parts beside it; nil if these lead to different sides.
  let outside: Outside?

  /// The side of the lower values of the axis across the part, or of the higher values.
  enum Outside: Hashable { case low, high }

  /// Finds the longest part of a line, or the middle part of a curve. A part that goes round things counts
  /// as twice as long.
  init(ofLabelOn path: [BoardPoint]) {
    let first = path.first ?? BoardPoint(x: 0, y: 0)
    guard path.count > 2 else {
      (from, to, outside) = (first, path.last ?? first, nil)
      return
    }
    func weight(_ part: Int) -> Int64 {
      let (dx, dy) = (
        Int64(path[part + 1].x) - Int64(path[part].x), Int64(path[part + 1].y) - Int64(path[part].y)
      )
      return (dx * dx + dy * dy) * (Self.outside(of: part, on: path) == nil ? 1 : 4)
    }
    let isCurve = BentLine.isCurve(path)
    let chosen =
      isCurve
      ? (path.count - 1) / 2
      : (0..<path.count - 1).reduce(0) { weight($1) > weight($0) ? $1 : $0 }
    (from, to) = (path[chosen], path[chosen + 1])
    outside = isCurve ? nil : Self.outside(of: chosen, on: path)
  }

  private static func outside(of part: Int, on path: [BoardPoint]) -> Outside? {
    guard part > 0, part + 2 < path.count else { return nil }
    let (from, to) = (path[part], path[part + 1])
    let axis: KeyPath<BoardPoint, Int32> = from.x == to.x ? \.x : \.y
    let sides = [path[part - 1][keyPath: axis], path[part + 2][keyPath: axis]]
    if sides.allSatisfy({ $0 > from[keyPath: axis] }) { return .low }
    return sides.allSatisfy { $0 < from[keyPath: axis] } ? .high : nil
  }
}
