import EaselBase

/// The gestures that one author can undo and redo, derived from the operations.
struct History: Sendable {
  /// The author's gestures that stand, by their first operation, and the author's cancels that
  /// suppress a hide by another author; the highest last.
  var done: [Slot] = []
  /// The author's cancels that suppress a gesture of the author, and the author's restores of a
  /// hide by another author; the highest last.
  var undone: [Slot] = []
  /// The highest first operation among the author's gestures.
  var newest: Slot?
  /// All toggles by the author on gestures of others, the highest last.
  var foreign: [Slot] = []
}

/// The contribution of a gesture to a history. A gesture adds at most one claim to its author's
/// history and one to another author's history.
struct Claim: Equatable {
  /// The index of the history that receives the claim.
  let history: Int
  let slot: Slot
  let isDone: Bool
}

extension Picture {
  /// Returns the action that undoes the latest standing gesture of `author` whose undo would change
  /// the visible picture. It prefers gestures of the replica `run` to those of the author's other
  /// replicas. Nil if there is no gesture to undo.
  public func undo(for author: AuthorID, run: ReplicaID? = nil) -> Operation.Action? {
    guard let place = historyIndex[author] else { return nil }
    let done = histories[place].done.reversed().lazy.filter { tellsTurning($0, of: place) }
    let own = run.flatMap { run in done.first { id($0).replica == run } }
    guard let slot = own ?? done.first else { return nil }
    if case .verdict(let verdict) = contents[slot] { return .restore(verdict.target) }
    return .cancel(id(slot))
  }

  /// Returns the action that brings back the gesture that `author` undid last, among those whose
  /// return would change the visible picture. Nil if the author undid none, or made another gesture
  /// since.
  public func redo(for author: AuthorID) -> Operation.Action? {
    guard let place = historyIndex[author] else { return nil }
    let newest = newestDeed(of: histories[place])
    let undone = histories[place].undone.reversed().lazy
      .prefix { slot in !(newest.map { precedes(slot, $0) } ?? false) }
    guard let slot = undone.first(where: { tellsTurning($0, of: place) }),
      case .verdict(let verdict) = contents[slot]
    else { return nil }
    return verdict.cancels ? .restore(verdict.target) : .cancel(verdict.target)
  }

  /// Returns whether anything that `author` did stands, whether the picture shows it or not.
  public func hasStanding(of author: AuthorID) -> Bool {
    history(of: author)?.done.isEmpty == false
  }

  /// Returns whether the visible picture would change if the author of `history` reversed the
  /// gesture or toggle at `slot`.
  private func tellsTurning(_ slot: Slot, of history: Int) -> Bool {
    guard case .verdict(let verdict) = contents[slot] else {
      return tells(slot, ifItStands: false, to: history)
    }
    return subject(of: slot).map { tells($0, ifItStands: verdict.cancels, to: history) } ?? false
  }

  /// Returns the author's latest gesture or toggle that was neither an undo nor a redo.
  private func newestDeed(of history: History) -> Slot? {
    var newest = history.newest
    for (index, slot) in history.foreign.enumerated().reversed() where cancels(slot) {
      if let newest, precedes(slot, newest) { break }
      let previous = history.foreign[..<index].last { subject(of: $0) == subject(of: slot) }
      // A cancel after the author's own restore is a redo, unless the author made a new gesture
      // between them.
      if let previous, !cancels(previous), newest.map({ precedes($0, previous) }) ?? true {
        continue
      }
      newest = slot
      break
    }
    return newest
  }

  /// Returns the first operation of the gesture that a toggle names.
  private func subject(of verdict: Slot) -> Slot? {
    guard case .verdict(let verdict) = contents[verdict] else { return nil }
    return slot(verdict.target).map { marks[$0].head }
  }

  /// Returns the present claims of a gesture on the histories.
  func claims(of head: Slot) -> [Claim] {
    guard isDeed(head) else { return [] }
    let gesture = gesture(of: head)
    var claims: [Claim] = []
    if gesture.hasOthers && !cancels(gesture.own) || gesture.hasHides && !cancels(gesture.any) {
      claims.append(Claim(history: history(head), slot: head, isDone: true))
    } else if let own = gesture.own, cancels(own) {
      claims.append(Claim(history: history(head), slot: own, isDone: false))
    }
    if gesture.hasHides, let any = gesture.any, history(any) != history(head) {
      claims.append(Claim(history: history(any), slot: any, isDone: cancels(any)))
    }
    return claims
  }

  /// Updates the histories after the arrival of an operation.
  mutating func note(_ slot: Slot, in head: Slot, before: [Claim]) {
    if isDeed(slot) {
      let history = history(slot)
      histories[history].newest = higher(histories[history].newest, head)
    }
    reviseHistories(of: head, from: before)
  }

  mutating func reviseHistories(of head: Slot, from before: [Claim]) {
    let after = claims(of: head)
    guard before != after else { return }
    for claim in before where !after.contains(claim) { strike(claim) }
    for claim in after where !before.contains(claim) { enter(claim) }
  }

  mutating func noteForeign(_ verdict: Slot, on head: Slot) {
    let history = history(verdict)
    guard history != self.history(head) else { return }
    let place = place(of: verdict, in: histories[history].foreign)
    histories[history].foreign.insert(verdict, at: place)
  }

  private mutating func enter(_ claim: Claim) {
    if claim.isDone {
      let place = place(of: claim.slot, in: histories[claim.history].done)
      histories[claim.history].done.insert(claim.slot, at: place)
    } else {
      let place = place(of: claim.slot, in: histories[claim.history].undone)
      histories[claim.history].undone.insert(claim.slot, at: place)
    }
  }

  private mutating func strike(_ claim: Claim) {
    if claim.isDone {
      let place = place(of: claim.slot, in: histories[claim.history].done)
      histories[claim.history].done.strike(claim.slot, at: place)
    } else {
      let place = place(of: claim.slot, in: histories[claim.history].undone)
      histories[claim.history].undone.strike(claim.slot, at: place)
    }
  }

  /// Returns the present or future index of a slot in a list whose highest is last.
  private func place(of slot: Slot, in slots: [Slot]) -> Int {
    if let last = slots.last, precedes(last, slot) { return slots.count }
    return slots.firstPlace { !precedes($0, slot) }
  }
}

extension [Slot] {
  fileprivate mutating func strike(_ slot: Slot, at place: Int) {
    if place < count, self[place] == slot { remove(at: place) }
  }
}
