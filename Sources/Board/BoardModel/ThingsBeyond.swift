/// A side of the visible part of a board.
package enum ViewEdge: Hashable, Sendable, CaseIterable {
  case left, right, above, below
}

/// How many visible things lie beyond each side of an area, or reach beyond it.
package struct ThingsBeyond: Hashable, Sendable {
  package private(set) var left = 0
  package private(set) var right = 0
  package private(set) var above = 0
  package private(set) var below = 0

  package init() {}

  package subscript(edge: ViewEdge) -> Int {
    switch edge {
    case .left: left
    case .right: right
    case .above: above
    case .below: below
    }
  }

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

extension Picture {
  /// Returns the boxes of the visible things that do not lie in an area.
  package func boxes(notIn area: BoardRect) -> [BoardRect] {
    (0..<Slot(clamping: operationCount)).map { table.boxes[$0] }
      .filter { !$0.isNowhere && !area.contains($0) }
  }
}
