import EaselBase

// Decides which points a thing touches.
extension BoardItem {
  /// The box round the ink, which is measured along its outlines.
  package var inkBox: BoardRect? {
    BoardRect(around: outlines().flatMap(\.paths).flatMap(\.points))?.grown(by: item.reach)
  }

  /// Returns the outlines of the thing at its present place: of each of its strokes, or of the
  /// box of a label or an image as a filled rectangle.
  public func outlines(tolerance: Int32 = Smoothing.tolerance) -> [Outline] {
    let still: [Outline]
    switch item {
    case .label, .image:
      still = [
        Outline(
          [.init(Shape.rectangle(item.bounds), isClosed: true)], isStroked: false, isFilled: true)
      ]
    case .imagePiece: still = []
    case .stroke(let stroke):
      still = ([stroke] + pieces).map { $0.outline(tolerance: tolerance) }
    }
    guard offset != .zero else { return still }
    return still.map { $0.moved(by: offset) }
  }

  /// Returns whether the ink comes within `radius` units of the straight path from `start` to
  /// `end`.
  public func touches(from start: BoardPoint, to end: BoardPoint, radius: Int32) -> Bool {
    outlines().contains {
      $0.touches(from: start, to: end, radius: max(radius, 0), reach: item.reach)
    }
  }

  func lies(inside lasso: Outline) -> Bool {
    let points = outlines().flatMap(\.paths).flatMap(\.points)
    let found = points.count { lasso.contains($0) }
    return found * 2 > points.count
  }
}

extension Outline {
  /// Returns the outline moved by `offset`, each point held within the board's limit.
  public func moved(by offset: BoardOffset) -> Outline {
    var moved = self
    for path in moved.paths.indices {
      moved.paths[path].points = moved.paths[path].points.map { $0.moved(by: offset) }
    }
    return moved
  }
}
