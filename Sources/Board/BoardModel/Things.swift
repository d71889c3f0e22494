/// The visible things of a picture, bottom to top; optionally only the things whose bounds meet an
/// area.
///
/// A thing is copied only when it is accessed. The iteration skips hidden things.
public struct Things: BidirectionalCollection, Sendable {
  let picture: Picture
  let area: BoardRect?

  /// A place in the picture's order of drawing.
  public typealias Index = DrawingOrder.Index

  /// The place of the lowest thing. The getter walks the hidden things below it.
  public var startIndex: Index { next(from: picture.table.order.startIndex) }
  /// The place above the topmost thing.
  public var endIndex: Index { picture.table.order.endIndex }

  /// Returns the place of the next thing above, beyond any hidden things.
  public func index(after index: Index) -> Index {
    next(from: picture.table.order.index(after: index))
  }

  /// Returns the place of the next thing below, beyond any hidden things.
  public func index(before index: Index) -> Index {
    var index = index
    repeat {
      // No index comes before the first thing, as in every collection.
      guard index > picture.table.order.startIndex else { return index }
      index = picture.table.order.index(before: index)
    } while !shows(index)
    return index
  }

  /// Returns a copy of the thing at a place.
  public subscript(index: Index) -> BoardItem { picture.thing(at: picture.table.order[index]) }

  /// The texts among the things. The getter copies nothing else.
  package var texts: [BoardItem] { indices.compactMap { isText($0) ? self[$0] : nil } }
  /// Whether there is a text among the things.
  package var hasText: Bool { indices.contains(where: isText) }

  /// The outlines of the shapes among the things that can hold texts. The getter copies nothing else.
  package var shapes: [AnchorOutline] {
    indices.compactMap { index in
      guard item(index).holdsTexts else { return nil }
      let thing = self[index]
      return AnchorOutline(of: thing.item, movedBy: thing.offset)
    }
  }
  /// Whether there is a shape among the things that can hold texts.
  package var hasShape: Bool { indices.contains { item($0).holdsTexts } }

  private func isText(_ index: Index) -> Bool { item(index).isText }

  /// The thing as it was made.
  private func item(_ index: Index) -> Item {
    picture.operations.item(picture.table.order[index])
  }

  private func next(from start: Index) -> Index {
    var index = start
    while index < endIndex, !shows(index) { index = picture.table.order.index(after: index) }
    return index
  }

  private func shows(_ index: Index) -> Bool {
    let box = picture.table.boxes[picture.table.order[index]]
    guard let area else { return !box.isNowhere }
    return box.intersects(area)
  }
}
