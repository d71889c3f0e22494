import EaselBase

// Taking back what an author changed on things of others. Each participant who may draw can do this.
extension Picture {
  /// Returns whether any change of `author` on things of others stands: a hide, a move, or another
  /// look. A clear counts from the moment that it covers an operation of another author.
  public func hasChangedOthers(_ author: AuthorID) -> Bool {
    ForeignChanges(picture: self, author: author).isAnyStanding
  }

  /// Returns the actions that take back all that `author` changed on things of others; empty if no
  /// such change stands. One action reaches changes that name `Limits.targets` targets together.
  ///
  /// The caller records the actions as one gesture, and its undo brings the changes back.
  public func takeBack(of author: AuthorID) -> [Operation.Action] {
    ForeignChanges(picture: self, author: author).takeBack
  }
}

extension Picture {
  /// Returns the first operation of the gesture that an operation belongs to; nil if the operation
  /// has not arrived.
  package func head(of id: EntryID) -> EntryID? {
    operations.slot(id).map { operations.id(operations.head(of: $0)) }
  }

  /// Returns the first and the last change that a taking back reaches; empty if it reaches none.
  package func takenBack(by id: EntryID) -> [EntryID] {
    guard let slot = operations.slot(id), let (replica, reached) = operations.reach(of: slot),
      let first = reached.first, let last = reached.last
    else { return [] }
    let changes = operations.replicas[replica].changes.slots
    return [operations.id(changes[first]), operations.id(changes[last])]
  }
}
