import EaselBase

// Taking back what an author changed on things of others. Each participant who may draw can do this.
extension Picture {
  /// Returns whether any change of `author` on things of others stands: a hide, a move, or another
  /// look. A clear counts from the moment that it covers an operation of another author.
  public func hasChangedOthers(_ author: AuthorID) -> Bool {
    operations.replicas.contains { replica in
      replica.author == author && replica.changes.slots.contains(where: changesOthers)
    }
  }

  /// Returns the actions that take back all that `author` changed on things of others; empty if no
  /// such change stands. One action reaches changes that name `Limits.targets` targets together.
  ///
  /// The caller records the actions as one gesture, and its undo brings the changes back.
  public func takeBack(of author: AuthorID) -> [Operation.Action] {
    operations.replicas.filter { $0.author == author }.flatMap { takeBack($0.changes) }
  }

  private func takeBack(_ changes: ReplicaChanges) -> [Operation.Action] {
    var actions: [Operation.Action] = []
    var rest = changes.slots.indices[...]
    while let start = rest.first(where: { changesOthers(changes.slots[$0]) }) {
      let reached = changes.reached(in: start..<changes.slots.count)
      rest = rest[max(reached.upperBound, start + 1)...]
      let last = reached.last { changesOthers(changes.slots[$0]) } ?? start
      let (first, end) = (operations.id(changes.slots[start]), operations.id(changes.slots[last]))
      actions.append(.takeBack(from: first.sequence, upTo: end))
    }
    return actions
  }

  private func changesOthers(_ change: Slot) -> Bool {
    standing[change].contains(.others) && operations.change(change)?.hasForeign == true
  }
}
