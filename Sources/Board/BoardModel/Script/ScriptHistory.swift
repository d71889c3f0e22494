import EaselBase

/// One person's gestures as `undo` and `redo` walk them: the same in the recorder and the player, so
/// that a recording can say `undo` where the log names an entry.
struct ScriptHistory {
  private var done: [EntryID] = []
  private var undone: [EntryID] = []

  /// What `undo` would take back.
  var undoTarget: EntryID? { done.last }
  /// What `redo` would bring back.
  var redoTarget: EntryID? { undone.last }

  /// A gesture that begins with `head` was made, or went on.
  mutating func made(_ head: EntryID) {
    guard done.last != head else { return }
    done.append(head)
    undone.removeAll()
  }

  /// Whatever was taken back in whatever way; one's own gestures change sides.
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
