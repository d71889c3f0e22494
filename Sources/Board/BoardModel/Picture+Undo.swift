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
    guard let index = operations.index(of: author) else { return [] }
    let reversals = Reversals(picture: self, author: index)
    let all = histories.done(by: index)
    let done = all.reversed().lazy.filter { reversals.isReversible($0) }
    let own = run.flatMap { run in done.first { operations.id($0).replica == run } }
    guard let slot = own ?? done.first else { return [] }
    return chain(of: slot, in: all).map(reversal)
  }

  /// Returns the action that brings back the gesture that `author` undid last, if its return would
  /// change the visible picture; otherwise an earlier undone gesture. Nil if there is none, or if
  /// the author has made another gesture since.
  public func redo(for author: AuthorID) -> Operation.Action? { redoActions(for: author).last }

  /// Returns the actions that bring back together what `author` undid last; see
  /// ``undoActions(for:run:)``.
  public func redoActions(for author: AuthorID) -> [Operation.Action] {
    guard let index = operations.index(of: author) else { return [] }
    let reversals = Reversals(picture: self, author: index)
    let newest = histories.newest(by: index, operations)
    let all = histories.undone(by: index)
    let undone = all.reversed().lazy
      .prefix { slot in !(newest.map { operations.precedes(slot, $0) } ?? false) }
    guard let slot = undone.first(where: reversals.isReversible) else { return [] }
    return chain(of: slot, in: all).map(reversal)
  }

  /// Returns whether any gesture or cancel of `author` stands, even if the picture does not show
  /// it.
  public func hasStanding(of author: AuthorID) -> Bool {
    operations.index(of: author).map { !histories.done(by: $0).isEmpty } ?? false
  }

  /// Returns those of the gestures and toggles that are about the same chain of gestures as one of them,
  /// in the same way; the given one last.
  private func chain(of slot: Slot, in all: [Slot]) -> [Slot] {
    func head(_ slot: Slot) -> Slot { operations.target(of: slot) ?? slot }
    let chain = operations.chain(of: head(slot))
    guard chain.count > 1 else { return [slot] }
    let heads = Set(chain)
    let others = all.filter {
      $0 != slot && heads.contains(head($0)) && operations.cancels($0) == operations.cancels(slot)
        && operations.isUndoable($0) == operations.isUndoable(slot)
    }
    return others + [slot]
  }

  private func reversal(of slot: Slot) -> Operation.Action {
    guard case .toggle(let toggle) = operations[slot] else { return .cancel(operations.id(slot)) }
    return toggle.cancels ? .restore(toggle.target) : .cancel(toggle.target)
  }
}
