import EaselBase

// Undo and redo. Both skip a gesture if its reversal would not change the visible picture, for
// example because another author hid the things of the gesture.
extension Picture {
  /// Returns the action that undoes the latest standing gesture of `author` whose undo would change
  /// the visible picture. Gestures of the replica `run` are preferred to gestures of the author's
  /// other replicas. Nil if there is no gesture to undo.
  public func undo(for author: AuthorID, run: ReplicaID? = nil) -> Operation.Action? {
    guard let index = operations.index(of: author) else { return nil }
    let reversals = Reversals(picture: self, author: index)
    let done = histories.done(by: index).reversed().lazy.filter { reversals.isReversible($0) }
    let own = run.flatMap { run in done.first { operations.id($0).replica == run } }
    guard let slot = own ?? done.first else { return nil }
    if case .toggle(let toggle) = operations[slot] { return .restore(toggle.target) }
    return .cancel(operations.id(slot))
  }

  /// Returns the action that brings back the gesture that `author` undid last, if its return would
  /// change the visible picture; otherwise an earlier undone gesture. Nil if there is none, or if
  /// the author has made another gesture since.
  public func redo(for author: AuthorID) -> Operation.Action? {
    guard let index = operations.index(of: author) else { return nil }
    let reversals = Reversals(picture: self, author: index)
    let newest = histories.newest(by: index, operations)
    let undone = histories.undone(by: index).reversed().lazy
      .prefix { slot in !(newest.map { operations.precedes(slot, $0) } ?? false) }
    guard let slot = undone.first(where: reversals.isReversible),
      case .toggle(let toggle) = operations[slot]
    else { return nil }
    return toggle.cancels ? .restore(toggle.target) : .cancel(toggle.target)
  }

  /// Returns whether any gesture or cancel of `author` stands, even if the picture does not show
  /// it.
  public func hasStanding(of author: AuthorID) -> Bool {
    operations.index(of: author).map { !histories.done(by: $0).isEmpty } ?? false
  }
}
