/// Chooses the route of a new line: the one on which it crosses the fewest shapes and texts.
struct LineRouter {
  /// The things that the line must not cross: not those at its ends, and none around an end.
  private let obstacles: [AnchorOutline]
  private let start: LineEnd
  private let end: LineEnd

  /// The free distance around an obstacle, in units: half of a natural column.
  static let margin = Page.cellWidth / 2
  /// The distance after which a line must have left the thing at its end, and the distance from the thing
  /// that it must have there, in units.
  private static let (lengthOfEnd, marginOfEnd) = (256.0, Int32(8))

  init(among obstacles: [AnchorOutline], from start: LineEnd, to end: LineEnd) {
    (self.start, self.end) = (start, end)
    let anchors = [start.anchor, end.anchor]
    self.obstacles = obstacles.filter { !anchors.contains(where: $0.contains) }
      .map { $0.grown(by: Self.margin) }
  }

  /// The cost of a route, the most important first.
  struct Cost: Comparable {
    let crossings: Int
    let bends: Int
    let length: Double

    static func < (left: Cost, right: Cost) -> Bool {
      (left.crossings, left.bends, left.length) < (right.crossings, right.bends, right.length)
    }
  }

  func cost(of path: [BoardPoint]) -> Cost {
    let parts = Array(zip(path, path.dropFirst()))
    let crossed = obstacles.count { thing in
      parts.contains { thing.isCrossed(from: $0, to: $1) }
    }
    let lengths = parts.map { from, to in
      let (dx, dy) = (Double(to.x) - Double(from.x), Double(to.y) - Double(from.y))
      return (dx * dx + dy * dy).squareRoot()
    }
    return Cost(
      crossings: crossed + crossings(ofEnd: start, along: path)
        + crossings(ofEnd: end, along: path.reversed()),
      // A curve is the least simple way.
      bends: BentLine.isCurve(path) ? 3 : max(path.count - 2, 0),
      length: lengths.reduce(0, +))
  }

  /// Returns 1 if a line that begins at a thing comes into it again or runs along its border; otherwise 0.
  private func crossings(ofEnd end: LineEnd, along path: [BoardPoint]) -> Int {
    guard let outline = end.outline?.grown(by: Self.marginOfEnd), path.count > 1 else { return 0 }
    let (dx, dy) = (
      Double(path[1].x) - Double(path[0].x), Double(path[1].y) - Double(path[0].y)
    )
    let part = min(Self.lengthOfEnd / max((dx * dx + dy * dy).squareRoot(), 1), 0.25)
    let first = BoardPoint(
      clamping: Double(path[0].x) + part * dx, Double(path[0].y) + part * dy)
    let outer = [first] + path.dropFirst()
    return zip(outer, outer.dropFirst()).contains { outline.isCrossed(from: $0, to: $1) } ? 1 : 0
  }
}

extension AnchorOutline {
  fileprivate func grown(by margin: Int32) -> AnchorOutline {
    AnchorOutline(rect: rect.grown(by: margin), form: form)
  }

  /// Returns whether a straight line comes into the outline. Only the program of the line's author computes
  /// this.
  fileprivate func isCrossed(from start: BoardPoint, to end: BoardPoint) -> Bool {
    guard BoardRect(start, end).intersects(rect) else { return false }
    let (width, height) = (
      Double(rect.maxX) - Double(rect.minX), Double(rect.maxY) - Double(rect.minY)
    )
    guard width > 0, height > 0 else { return false }
    /// The distance from the middle, in which the outline lies at 1.
    func distance(_ part: Double) -> Double {
      let (px, py) = (
        Double(start.x) + (Double(end.x) - Double(start.x)) * part,
        Double(start.y) + (Double(end.y) - Double(start.y)) * part
      )
      let x = abs(2 * px - Double(rect.minX) - Double(rect.maxX)) / width
      let y = abs(2 * py - Double(rect.minY) - Double(rect.maxY)) / height
      return switch form {
      case .box: max(x, y)
      case .ellipse: x * x + y * y
      case .diamond: x + y
      }
    }
    // The distance is convex along the line, so that each step leaves a third without the least one.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let third = (high - low) / 3
      if distance(low + third) <= distance(high - third) { high -= third } else { low += third }
    }
    return distance((low + high) / 2) < 1
  }
}

extension Attachments {
  /// Returns the look of a new line with an attached end: the look that the user chose, and the route on
  /// which the line crosses the fewest visible shapes and texts. Of such routes it is the one with the
  /// fewest bends, then the shortest, then the first. A line that crosses nothing keeps its look, and so does
  /// one that the user wants to be straight.
  package func routedLook(of stroke: Stroke, from start: LineEnd, to end: LineEnd) -> StrokeLook {
    let look = stroke.look
    guard start.outline != nil || end.outline != nil, start.outline != end.outline,
      look.contains(.elbow) || !look.contains(.straight)
    else { return look }
    var looks = [look]
    if !look.contains(.elbow) { looks.append(look.union(.straight)) }
    looks += LineRoute.allCases.dropFirst()
      .filter { $0 != .curve || !look.contains(.elbow) }.map(look.with)
    let paths = looks.map { look in
      let line = Stroke(kind: stroke.kind, ink: stroke.ink, points: stroke.points, look: look)
      return Placement(line, from: start, to: end).item.asStroke?.path ?? []
    }
    guard let area = BoardRect(around: paths.joined())?.grown(by: LineRouter.margin) else {
      return look
    }
    let obstacles = picture.things(in: area).filter {
      $0.shape == nil && Item.stroke(stroke).attaches(to: $0.item)
    }.compactMap { AnchorOutline(of: $0.item, movedBy: $0.offset) }
    let router = LineRouter(among: obstacles, from: start, to: end)
    let costs = paths.map(router.cost)
    guard let least = costs.min(), least.crossings < costs[0].crossings,
      let best = costs.firstIndex(of: least)
    else { return look }
    return looks[best]
  }
}
