import EaselBase

/// What one author can undo and redo, as it follows from the operations.
struct History: Sendable {
  /// Own gestures that stand, by their first operation, and own cancels that keep another's hide
  /// from standing; the highest last.
  var done: [Slot] = []
  /// Own cancels that keep a gesture from standing, and own restores of another's hide; the
  /// highest last.
  var undone: [Slot] = []
  /// The highest first operation of a gesture.
  var newest: Slot?
  /// All own verdicts on gestures of others, the highest last.
  var foreign: [Slot] = []
}

/// What a gesture contributes to histories: at most one line in its author's and one in another's.
struct Claim: Equatable {
  /// Whose, by its place among the histories.
  let history: Int
  let slot: Slot
  let isDone: Bool
}

extension Picture {
  /// What takes back the latest gesture of `author` that stands and can be told from what is seen: of
  /// those of the replica `run`, if it has any left, else of all their other runs. Nil where nothing
  /// is left to undo.
  public func undo(for author: AuthorID, run: ReplicaID? = nil) -> Operation.Action? {
    guard let place = historyIndex[author] else { return nil }
    let done = histories[place].done.reversed().lazy.filter { tellsTurning($0, of: place) }
    let own = run.flatMap { run in done.first { id($0).replica == run } }
    guard let slot = own ?? done.first else { return nil }
    if case .verdict(let verdict) = contents[slot] { return .restore(verdict.target) }
    return .cancel(id(slot))
  }

  /// What brings back the gesture that `author` undid last, of those that could be seen then. Nil
  /// where none was undone, or another was made since.
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

  /// Whether anything that `author` did stands, be it that it can be told from what is seen or not.
  public func hasStanding(of author: AuthorID) -> Bool {
    history(of: author)?.done.isEmpty == false
  }

  /// Whether what is seen would change, were what a history holds turned round.
  private func tellsTurning(_ slot: Slot, of history: Int) -> Bool {
    guard case .verdict(let verdict) = contents[slot] else {
      return tells(slot, ifItStands: false, to: history)
    }
    return subject(of: slot).map { tells($0, ifItStands: verdict.cancels, to: history) } ?? false
  }

  /// The latest thing an author did that was neither undo nor redo.
  private func newestDeed(of history: History) -> Slot? {
    var newest = history.newest
    for (index, slot) in history.foreign.enumerated().reversed() where cancels(slot) {
      if let newest, precedes(slot, newest) { break }
      let previous = history.foreign[..<index].last { subject(of: $0) == subject(of: slot) }
      // After one's own restore it is a redo, unless something new was done between.
      if let previous, !cancels(previous), newest.map({ precedes($0, previous) }) ?? true {
        continue
      }
      newest = slot
      break
    }
    return newest
  }

  /// The gesture that a verdict is about.
  private func subject(of verdict: Slot) -> Slot? {
    guard case .verdict(let verdict) = contents[verdict] else { return nil }
    return slot(verdict.target).map { marks[$0].head }
  }

  /// What a gesture says to the histories as things stand.
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

  /// Brings the histories up to date with an operation that has just arrived.
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

  /// Where a slot stands, or would, in a list whose highest is last.
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
