import EaselBase

// Undo and redo. Both skip a gesture if its reversal would not change the visible picture, for
// example because another author hid the things of the gesture.
extension Picture {
  /// Returns the action that undoes the latest standing gesture of `author` whose undo would change
  /// the visible picture. Gestures of the replica `run` are preferred to gestures of the author's
  /// other replicas. Nil if there is no gesture to undo.
  public func undo(for author: AuthorID, run: ReplicaID? = nil) -> Operation.Action? {
    undoActions(for: author, run: run).last
  }

  /// Returns the actions that undo together what `author` did last: one, or one for each gesture of
  /// which the author's gesture consists because it names very many things. Empty if there is nothing
  /// to undo.
  public func undoActions(for author: AuthorID, run: ReplicaID? = nil) -> [Operation.Action] {
    operations.index(of: author).map { UndoActions(picture: self, author: $0).undo(run: run) } ?? []
  }

  /// Returns the action that brings back the gesture that `author` undid last, if its return would
  /// change the visible picture; otherwise an earlier undone gesture. Nil if there is none, or if
  /// the author has made another gesture since.
  public func redo(for author: AuthorID) -> Operation.Action? { redoActions(for: author).last }

  /// Returns the actions that bring back together what `author` undid last; see
  /// ``undoActions(for:run:)``.
  public func redoActions(for author: AuthorID) -> [Operation.Action] {
    operations.index(of: author).map { UndoActions(picture: self, author: $0).redo() } ?? []
  }

  /// Returns whether any gesture or cancel of `author` stands, even if the picture does not show
  /// it.
  public func hasStanding(of author: AuthorID) -> Bool {
    operations.index(of: author).map { !histories.done(by: $0).isEmpty } ?? false
  }
}
