import BoardModel
import EaselBase

extension Moving {
  /// Returns the actions that move things. A text in a shape follows the shape, if this moves too.
  /// Otherwise it leaves the shape, or goes to another place in one.
  static func actions(
    moving ids: [EntryID], by offset: BoardOffset, in picture: Picture
  ) -> [Operation.Action] {
    let moved = Set(ids)
    var (free, actions) = ([EntryID](), [Operation.Action]())
    for id in ids {
      guard let thing = picture.thing(id), let shape = thing.shape else {
        free.append(id)
        continue
      }
      if !moved.contains(shape) {
        actions += self.actions(movingTextInShape: thing, by: offset, in: picture)
      }
    }
    return Operation.Action.change(free, .move(offset)) + actions
  }

  private static func actions(
    movingTextInShape text: BoardItem, by offset: BoardOffset, in picture: Picture
  ) -> [Operation.Action] {
    let box = text.pointBox.moved(by: offset)
    let middle = box.middle
    if let shape = picture.attachments.anchor(for: text.item, at: middle),
      let attachment = picture.attachments.attachment(
        .middle, of: text.item, to: shape.id, at: middle)
    {
      return [.attach(text.id, attachment)]
    }
    let leaves = Operation.Action.attach(text.id, PointAttachment(.middle, to: .nothing))
    // Without a shape the text stands where it was made, and where it was moved since.
    var alone = picture
    _ = alone.imagine(leaves, by: text.id.replica)
    guard let now = alone.thing(text.id)?.pointBox else { return [leaves] }
    let distance = BoardOffset(dx: box.minX &- now.minX, dy: box.minY &- now.minY)
    return [leaves] + Operation.Action.change([text.id], .move(distance))
  }
}
