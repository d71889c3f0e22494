import EaselBase

/// Finds the actions with which an author undoes and redoes.
struct UndoActions {
  let picture: Picture
  /// The index of the author among all authors.
  let author: Int

  private var operations: OperationTable { picture.operations }
  private var reversals: Reversals { Reversals(picture: picture, author: author) }

  /// Returns the actions of an undo: see ``Picture/undoActions(for:run:)``.
  func undo(run: ReplicaID?) -> [Operation.Action] {
    let all = picture.histories.done(by: author)
    let done = all.reversed().lazy.filter(reversals.isReversible)
    let own = run.flatMap { run in done.first { operations.id($0).replica == run } }
    guard let slot = own ?? done.first else { return [] }
    return chain(of: slot, in: all).map(reversal)
  }

  /// Returns the actions of a redo: see ``Picture/redoActions(for:)``.
  func redo() -> [Operation.Action] {
    let newest = picture.histories.newest(by: author, operations)
    let all = picture.histories.undone(by: author)
    let undone = all.reversed().lazy
      .prefix { slot in !(newest.map { operations.precedes(slot, $0) } ?? false) }
    guard let slot = undone.first(where: reversals.isReversible) else { return [] }
    return chain(of: slot, in: all).map(reversal)
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
