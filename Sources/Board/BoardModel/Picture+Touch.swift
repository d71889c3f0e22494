import EaselBase

// Finds the things under a pointer, an eraser or a lasso.
extension Picture {
  /// Returns the topmost visible thing whose ink comes within `distance` units of a point; nil if
  /// there is none.
  public func topmost(at point: BoardPoint, within distance: Int32) -> BoardItem? {
    things(in: BoardRect(point).grown(by: max(distance, 0))).last {
      $0.isSelectable && $0.touches(from: point, to: point, radius: distance)
    }
  }

  /// Returns the visible things, bottom to top, whose ink comes within `radius` units of the
  /// straight path between two points, without images. The eraser uses it: ink over an image can be
  /// erased, and the image stays.
  public func touched(
    from start: BoardPoint, to end: BoardPoint, radius: Int32
  ) -> [BoardItem] {
    things(in: BoardRect(start, end).grown(by: max(radius, 0))).filter {
      $0.item.asImage == nil && $0.touches(from: start, to: end, radius: radius)
    }
  }

  /// Returns the visible things, bottom to top, that lie mostly inside a lasso. The lasso counts as
  /// closed, and the even–odd rule decides which points are inside.
  public func inside(_ lasso: [BoardPoint]) -> [BoardItem] {
    guard let box = BoardRect(around: lasso) else { return [] }
    let outline = Outline([.init(lasso, isClosed: true)])
    return things(in: box).filter { $0.isSelectable && $0.lies(inside: outline) }
  }
}
