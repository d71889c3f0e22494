import EaselBase

// Undo and redo. Both skip a gesture if its reversal would not change the visible picture, for
// example because another author hid the things of the gesture.
extension Picture {
  /// Returns the action that undoes the latest standing gesture of `author` whose undo would change
  /// the visible picture. Gestures of the replica `run` are preferred to gestures of the author's
  /// other replicas. Nil if there is no gesture to undo.
  public func undo(for author: AuthorID, run: ReplicaID? = nil) -> Operation.Action? {
    guard let index = operations.index(of: author) else { return nil }
    let done = histories.done(by: index).reversed().lazy.filter { isReversible($0, by: index) }
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
    let newest = histories.newest(by: index, operations)
    let undone = histories.undone(by: index).reversed().lazy
      .prefix { slot in !(newest.map { operations.precedes(slot, $0) } ?? false) }
    guard let slot = undone.first(where: { isReversible($0, by: index) }),
      case .toggle(let toggle) = operations[slot]
    else { return nil }
    return toggle.cancels ? .restore(toggle.target) : .cancel(toggle.target)
  }

  /// Returns whether any gesture or cancel of `author` stands, even if the picture does not show
  /// it.
  public func hasStanding(of author: AuthorID) -> Bool {
    operations.index(of: author).map { !histories.done(by: $0).isEmpty } ?? false
  }

  /// Returns whether the visible picture would change if the author with this index reversed the
  /// gesture or toggle at `slot`.
  private func isReversible(_ slot: Slot, by author: Int) -> Bool {
    guard case .toggle(let toggle) = operations[slot] else {
      return hasEffect(slot, ifActive: false, by: author)
    }
    return operations.target(of: slot)
      .map { hasEffect($0, ifActive: toggle.cancels, by: author) } ?? false
  }

  /// Returns whether the visible picture would change if the author with this index cancelled or
  /// restored a gesture. In a gesture of another author, only the hides can be cancelled or
  /// restored.
  private func hasEffect(_ head: Slot, ifActive: Bool, by author: Int) -> Bool {
    let isOwn = author == operations.authorIndex(head)
    func isAffected(_ slot: Slot) -> Bool {
      (isOwn || operations.isHide(slot)) && isActive(slot) != ifActive && hasEffect(slot)
    }
    return isAffected(head) || gestures.others(of: head).contains(where: isAffected)
  }

  private func hasEffect(_ slot: Slot) -> Bool {
    switch operations[slot] {
    case .make: return isBare(wholes[slot] ?? slot, hides: 0)
    case .change(let change): return hasEffect(change, slot)
    case .lay:
      let head = operations.head(of: slot)
      return papers.head.map { isActive(slot) ? $0 == head : operations.precedes($0, head) } ?? true
    case .toggle: return false
    }
  }

  private func hasEffect(_ change: Change, _ slot: Slot) -> Bool {
    guard let reach = change.reach else {
      return change.things.contains { hasEffect(change, slot, on: $0) }
    }
    let stands = clears.contains(slot)
    return reach.known.contains { id, sequence in
      guard let replica = operations.operations(of: id) else { return false }
      let clears = replica.clears
      let hidden = stands ? clears.highest(without: sequence) : clears.highest
      return operations.slots(of: replica, above: hidden, upTo: sequence).contains {
        isThing($0) && hasEffect(change, slot, on: $0)
      }
    }
  }

  private func hasEffect(_ change: Change, _ slot: Slot, on thing: Slot) -> Bool {
    let alteration = alterations[thing] ?? Alteration()
    switch change.effect {
    case .hide where change.reach != nil: return isActive(thing) && alteration.hides == 0
    case .hide: return isActive(thing) && isBare(thing, hides: isActive(slot) ? 1 : 0)
    case .move(let offset):
      let sign: Int64 = isActive(slot) ? -1 : 1
      let other = BoardOffset(
        clamping: alteration.dx + sign * Int64(offset.dx), alteration.dy + sign * Int64(offset.dy))
      return !boxes[thing].isNowhere && other != alteration.offset
    case .recolour:
      let isTop = alteration.topRecolour.map { !operations.precedes(slot, $0) } ?? true
      return !boxes[thing].isNowhere && isTop && lists(slot, of: thing)
    }
  }

  /// Returns whether exactly `hides` standing hides name a thing and no standing clear covers it.
  private func isBare(_ thing: Slot, hides: Int) -> Bool {
    !operations.isCleared(thing)
      && (alterations.isEmpty ? 0 : alterations[thing]?.hides ?? 0) == hides
  }
}
