import BoardModel
import BoardView
import EaselBase

extension Things {
  /// Returns the smallest shape around a point, and of equal ones the topmost; nil if there is
  /// none.
  ///
  /// - Parameter isOutlined: whether only shapes without a fill count.
  func smallestShape(around point: BoardPoint, isOutlined: Bool = true) -> BoardItem? {
    reversed().filter { $0.encloses(point) && ($0.isOutlined || !isOutlined) }
      .min { $0.pointBox.area < $1.pointBox.area }
  }
}

extension Editor {
  /// Returns the shape that a click selects instead of making another one in it: the selected shape, or
  /// one that is not much larger than the new one would be.
  func clickedShape(
    at point: BoardPoint, in picture: Picture, _ view: View
  ) -> EntryID? {
    let selected = selection.shape.flatMap { picture.thing($0) }
    if let selected, selected.item.holdsTexts, selected.pointBox.contains(point) {
      return selected.id
    }
    let things = picture.things(in: BoardRect(point))
    guard let shape = things.smallestShape(around: point, isOutlined: false) else { return nil }
    let isLarge = Shaping.hasRoomForClick(in: shape.pointBox, view)
    return isLarge ? nil : shape.id
  }
}

extension BoardItem {
  /// Whether the thing is a shape without a fill.
  var isOutlined: Bool {
    item.asStroke.map { $0.kind.isFillable && !$0.filled } ?? false
  }

  /// Returns whether a point lies inside of the shape; false for any other thing.
  fileprivate func encloses(_ point: BoardPoint) -> Bool {
    guard let stroke = item.asStroke else { return false }
    let box = pointBox
    guard box.contains(point) else { return false }
    guard stroke.kind != .rectangle else { return true }
    guard stroke.kind.isFillable else { return false }
    func part(_ value: Int32, _ low: Int32, _ high: Int32) -> Double {
      // From -1 at one side to 1 at the other.
      let size = max(Double(high) - Double(low), 1)
      return (2 * Double(value) - Double(low) - Double(high)) / size
    }
    let (x, y) = (part(point.x, box.minX, box.maxX), part(point.y, box.minY, box.maxY))
    return stroke.kind == .ellipse ? x * x + y * y <= 1 : abs(x) + abs(y) <= 1
  }
}
