import BoardModel
import EaselBase

/// The shape in which the user types a text.
struct TypedInShape: Hashable, Sendable {
  let id: EntryID
  /// The place of the text's middle in the box of the shape.
  let position: BoxPoint
  /// The shape as it is while the user types.
  var outline: AnchorOutline

  /// Nil for a thing that holds no texts.
  init?(_ shape: BoardItem, at position: BoxPoint = .middle) {
    guard shape.item.holdsTexts, let outline = AnchorOutline(of: shape.item, movedBy: shape.offset)
    else { return nil }
    (id, self.position, self.outline) = (shape.id, position, outline)
  }

  /// The place of the text's middle on the board.
  var anchor: BoardPoint { position.point(in: outline.rect) }

  /// Returns a text with the line breaks of the shape, at its place in it.
  func placed(_ label: Label) -> Label {
    let member = TextBlock.Member(label, at: position, isVisible: true)
    return TextBlock(in: outline).labels([member]).first.flatMap { $0 } ?? label
  }

  /// The attachment of the text to the shape.
  var attachment: PointAttachment { PointAttachment(.middle, to: .thing(id, position)) }
}
