import BoardDocument
import BoardModel
import EaselBase

// Groups: things that one click selects together.
extension SelectionEditor {
  /// Makes a group of the selection and the texts in it, or takes a whole group apart.
  func toggleGroup(with recorder: inout BoardRecorder) {
    let things = withTexts(in: recorder.picture)
    guard !selection.look.isGroup else {
      if recorder.change(things, .setGroup(nil)) { requests.notify(done: "Ungrouped.") }
      return
    }
    guard things.count > 1 else {
      return requests.notify("Select two shapes or more: they become a group.")
    }
    guard things.count <= Limits.targets else {
      return requests.notify("Too many shapes are selected: a group has at most 4,096.")
    }
    if recorder.change(things, .setGroup(recorder.board.nextID())) {
      requests.notify(done: "Grouped: one click selects all of them.")
    }
  }
}

extension Picture {
  /// Returns the things that a first click on a thing selects: its group, or else the thing with its fill
  /// and its words.
  func whole(of thing: BoardItem) -> [EntryID] {
    let group = thing.group.map(things(ofGroup:)) ?? []
    return group.contains(thing.id) ? group : ItemGroup(of: thing, in: self).ids
  }

  /// Returns the ids of things, each followed by the rest of its group.
  func withGroups(_ things: [BoardItem]) -> [EntryID] {
    let groups = Set(things.compactMap(\.group))
    guard !groups.isEmpty else { return things.map(\.id) }
    let found = Set(things.map(\.id))
    return things.map(\.id)
      + groups.flatMap(self.things(ofGroup:)).filter { !found.contains($0) }
  }
}
