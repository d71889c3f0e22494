/// How many visible things lie beyond each side of an area, or reach beyond it.
package struct ThingsBeyond: Hashable, Sendable {
  package private(set) var left = 0
  package private(set) var right = 0
  package private(set) var above = 0
  package private(set) var below = 0

  package init() {}

  /// Checks the box of every thing, and the points of those that lie across a side.
  ///
  /// - Parameter tolerance: a thing that reaches less far beyond a side does not count, in units.
  package init(_ area: BoardRect, in picture: Picture, tolerance: Int32) {
    let outer = area.grown(by: tolerance)
    for slot in 0..<Slot(clamping: picture.operationCount) {
      let box = picture.table.boxes[slot]
      guard !box.isNowhere, !outer.contains(box) else { continue }
      count(box.intersects(area) ? picture.thing(at: slot).pointBox : box, beyond: outer)
    }
  }

  private mutating func count(_ box: BoardRect, beyond area: BoardRect) {
    if box.minX < area.minX { left += 1 }
    if box.maxX > area.maxX { right += 1 }
    if box.minY < area.minY { above += 1 }
    if box.maxY > area.maxY { below += 1 }
  }
}
