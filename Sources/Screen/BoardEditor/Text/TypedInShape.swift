import BoardModel
import EaselBase

/// The shape, the line or the arrow in which the user types a text.
struct TypedInShape: Hashable, Sendable {
  let id: EntryID
  /// The place of the text's middle in the box of a shape.
  let position: BoxPoint
  private var place: Place

  private enum Place: Hashable, Sendable {
    case shape(AnchorOutline)
    /// The points of a line.
    case line([BoardPoint])

    init?(_ thing: BoardItem) {
      if let stroke = thing.item.asStroke, thing.item.hasEnds {
        self = .line(stroke.path.map { $0.moved(by: thing.offset) })
      } else if thing.item.holdsTexts,
        let outline = AnchorOutline(of: thing.item, movedBy: thing.offset)
      {
        self = .shape(outline)
      } else {
        return nil
      }
    }
  }

  /// Nil for a thing that holds no texts.
  init?(_ thing: BoardItem, at position: BoxPoint = .middle) {
    guard let place = Place(thing) else { return nil }
    (id, self.position, self.place) = (thing.id, position, place)
  }

  /// Follows the thing, which may grow with its words.
  mutating func follow(_ thing: BoardItem) { place = Place(thing) ?? place }

  /// The place of the text's middle on the board.
  var anchor: BoardPoint {
    switch place {
    case .shape(let outline): position.point(in: outline.rect)
    case .line(let path): TextBlock(on: path).middle ?? path[0]
    }
  }

  /// Returns a text with the line breaks of the shape, at its place.
  func placed(_ label: Label) -> Label {
    let member = TextBlock.Member(label, at: position, isVisible: true)
    let block =
      switch place {
      case .shape(let outline): TextBlock(in: outline)
      case .line(let path): TextBlock(on: path)
      }
    return block.labels([member]).first.flatMap { $0 } ?? label
  }

  /// The attachment of the text.
  var attachment: PointAttachment {
    switch place {
    case .shape: PointAttachment(.middle, to: .thing(id, position))
    case .line: PointAttachment(.onLine, to: .thing(id, .middle))
    }
  }
}
