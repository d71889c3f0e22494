/// The outline of a thing to which the ends of lines are attached, at its present place.
package struct AnchorOutline: Hashable, Sendable {
  /// The box of the thing.
  package let rect: BoardRect
  package let form: Form

  /// The form of the outline in the box.
  package enum Form: Hashable, Sendable {
    case box, ellipse, diamond
  }

  /// Returns the outline of an item at its place; nil if nothing can be attached to the item.
  package init?(of item: Item, movedBy offset: BoardOffset) {
    switch item {
    case .stroke(let stroke):
      guard stroke.kind.isFillable else { return nil }
      rect = stroke.points.corners.moved(by: offset)
      form = stroke.kind == .ellipse ? .ellipse : stroke.kind == .diamond ? .diamond : .box
    case .label(let label): (rect, form) = (label.anchorBox.moved(by: offset), .box)
    case .image(let image): (rect, form) = (image.box.moved(by: offset), .box)
    case .imagePiece: return nil
    }
  }

  init(rect: BoardRect, form: Form) { (self.rect, self.form) = (rect, form) }

  /// Returns the end of a line that leads from an anchor in the box towards another anchor: the point
  /// at which the line leaves the outline. The end stays at its anchor if the line does not cross the
  /// outline, or if the anchor lies on or outside the outline.
  func end(from anchor: BoardPoint, towards other: BoardPoint) -> BoardPoint {
    switch form {
    case .box: boxEnd(from: anchor, towards: other)
    case .ellipse: unitEnd(from: anchor, towards: other, leaving: Self.partToCircle)
    case .diamond: unitEnd(from: anchor, towards: other, leaving: Self.partToDiamond)
    }
  }

  private func boxEnd(from anchor: BoardPoint, towards other: BoardPoint) -> BoardPoint {
    let (dx, dy) = (Int64(other.x) - Int64(anchor.x), Int64(other.y) - Int64(anchor.y))
    let room = (
      x: Int64(dx > 0 ? rect.maxX - anchor.x : anchor.x - rect.minX),
      y: Int64(dy > 0 ? rect.maxY - anchor.y : anchor.y - rect.minY)
    )
    guard anchor.x > rect.minX, anchor.x < rect.maxX, anchor.y > rect.minY, anchor.y < rect.maxY
    else { return anchor }
    // The line leaves through the side that it reaches first. The products are exact: all distances
    // fit 30 bits.
    let isThroughSide = room.x * abs(dy) <= room.y * abs(dx)
    let (part, whole) = isThroughSide ? (room.x, abs(dx)) : (room.y, abs(dy))
    guard part < whole else { return anchor }
    func moved(_ start: Int32, _ distance: Int64) -> Int32 {
      let product = distance * part
      let half = product < 0 ? -whole / 2 : whole / 2
      return start + Int32((product + half) / whole)
    }
    return BoardPoint(x: moved(anchor.x, dx), y: moved(anchor.y, dy))
  }

  /// Returns the end of a line that leaves a form round the middle of the box. In the coordinates of the
  /// form, the box reaches from -1 to 1 on both axes. IEEE 754 rounds these steps, which have at most one
  /// square root, alike on all machines.
  ///
  /// - Parameter part: returns the part of the way at which the line leaves the form; nil if the anchor does
  ///   not lie in it.
  private func unitEnd(
    from anchor: BoardPoint, towards other: BoardPoint,
    leaving part: (_ x: Double, _ y: Double, _ dx: Double, _ dy: Double) -> Double?
  ) -> BoardPoint {
    let (width, height) = (
      Double(rect.maxX) - Double(rect.minX), Double(rect.maxY) - Double(rect.minY)
    )
    guard width > 0, height > 0 else { return anchor }
    let x = (2 * Double(anchor.x) - Double(rect.minX) - Double(rect.maxX)) / width
    let y = (2 * Double(anchor.y) - Double(rect.minY) - Double(rect.maxY)) / height
    let (wayX, wayY) = (Double(other.x) - Double(anchor.x), Double(other.y) - Double(anchor.y))
    guard let part = part(x, y, 2 * wayX / width, 2 * wayY / height), part < 1 else {
      return anchor
    }
    return BoardPoint(
      clamping: Double(anchor.x) + part * wayX, Double(anchor.y) + part * wayY)
  }

  private static func partToCircle(_ x: Double, _ y: Double, _ dx: Double, _ dy: Double) -> Double?
  {
    let (square, along, inside) = (dx * dx + dy * dy, x * dx + y * dy, 1 - x * x - y * y)
    guard square > 0, inside > 0 else { return nil }
    return ((along * along + square * inside).squareRoot() - along) / square
  }

  /// A point lies in the diamond if the sum of its distances from the middle is less than 1.
  private static func partToDiamond(
    _ x: Double, _ y: Double, _ dx: Double, _ dy: Double
  ) -> Double? {
    guard abs(x) + abs(y) < 1 else { return nil }
    let sides = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
    return sides.compactMap { signX, signY -> Double? in
      let speed = signX * dx + signY * dy
      return speed > 0 ? (1 - signX * x - signY * y) / speed : nil
    }.min()
  }
}
