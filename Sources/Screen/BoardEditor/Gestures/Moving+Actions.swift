import BoardModel
import EaselBase

extension Moving {
  /// At most this many words leave their shapes in one gesture. For each of them the whole picture is
  /// searched for the shape under it.
  private static let leavingMax = 64

  /// Returns whether each of the things is a line that no move can move: both of its ends follow things
  /// that do not move with it.
  static func areAllHeld(_ ids: [EntryID], in picture: Picture) -> Bool {
    !ids.isEmpty
      && ids.allSatisfy { id in
        picture.thing(id).map { $0.endHandles.count { $0.isAttached } == 2 } ?? false
      }
  }

  /// Returns the actions that move things. A text in a shape follows the shape, if this moves too.
  /// Otherwise it leaves the shape, or goes to another place in one; of very many texts only the first do.
  static func actions(
    moving ids: [EntryID], by offset: BoardOffset, in picture: Picture
  ) -> [Operation.Action] {
    let moved = Set(ids)
    var (free, actions, leavingCount) = ([EntryID](), [Operation.Action](), 0)
    for id in ids {
      guard let thing = picture.thing(id), let shape = thing.shape else {
        free.append(id)
        continue
      }
      if !moved.contains(shape), leavingCount < leavingMax {
        leavingCount += 1
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
