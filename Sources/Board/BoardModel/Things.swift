/// The visible things of a picture, bottom to top; optionally only the things whose bounds meet an
/// area.
///
/// A thing is copied only when it is accessed. The iteration skips hidden things.
public struct Things: BidirectionalCollection, Sendable {
  let picture: Picture
  let area: BoardRect?

  /// A place in the picture's order of drawing.
  public typealias Index = DrawingOrder.Place

  /// The place of the lowest thing. The getter walks the hidden things below it.
  public var startIndex: Index { next(from: picture.table.order.startPlace) }
  /// The place above the topmost thing.
  public var endIndex: Index { picture.table.order.endPlace }

  /// Returns the place of the next thing above, beyond any hidden things.
  public func index(after index: Index) -> Index {
    next(from: picture.table.order.place(after: index))
  }

  /// Returns the place of the next thing below, beyond any hidden things.
  public func index(before index: Index) -> Index {
    var place = index
    repeat {
      // No index comes before the first thing, as in every collection.
      guard place > picture.table.order.startPlace else { return place }
      place = picture.table.order.place(before: place)
    } while !shows(place)
    return place
  }

  /// Returns a copy of the thing at a place.
  public subscript(place: Index) -> BoardItem { picture.thing(at: picture.table.order[place]) }

  private func next(from start: Index) -> Index {
    var place = start
    while place < endIndex, !shows(place) { place = picture.table.order.place(after: place) }
    return place
  }

  private func shows(_ place: Index) -> Bool {
    let box = picture.table.boxes[picture.table.order[place]]
    guard let area else { return !box.isNowhere }
    return box.intersects(area)
  }
}
