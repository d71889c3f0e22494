import BoardModel
import EaselBase

/// One person's gestures in the order in which `undo` and `redo` use them. The recorder and the
/// player use the same history, so a recording can contain `undo` where the log names an entry.
struct ScriptHistory {
  private var done: [EntryID] = []
  private var undone: [EntryID] = []

  /// The gesture that `undo` would cancel.
  var undoTarget: EntryID? { done.last }
  /// The gesture that `redo` would bring back.
  var redoTarget: EntryID? { undone.last }

  /// Records that the person made or continued a gesture that begins with `head`.
  mutating func made(_ head: EntryID) {
    guard done.last != head else { return }
    done.append(head)
    undone.removeAll()
  }

  /// Records a cancel of any entry. If the entry is a gesture of this person, it moves from `done`
  /// to `undone`.
  mutating func cancelled(_ id: EntryID) {
    guard let index = done.lastIndex(of: id) else { return }
    done.remove(at: index)
    undone.append(id)
  }

  mutating func restored(_ id: EntryID) {
    guard let index = undone.lastIndex(of: id) else { return }
    undone.remove(at: index)
    done.append(id)
  }
}
