import BoardDocument
import BoardLog
import BoardModel
import EaselBase

extension Whiteboard {
  /// Makes one gesture of these actions: entries of the log, ink on the canvas, and bytes that the
  /// shell keeps.
  ///
  /// - Parameter wasBegun: whether the hand has made it since there was room for it.
  /// - Returns: false where nothing was made; why was said.
  @discardableResult
  mutating func make(
    _ actions: [Operation.Action], lasted: Int64 = 0, wasBegun: Bool = false
  ) -> Bool {
    guard mayDraw else {
      sayOnlyWatching()
      return false
    }
    guard hasRoom(for: actions, wasBegun: wasBegun) else { return false }
    let isFirst = board.unkept.isEmpty
    keep(board.record(actions, at: now.wall, lasted: lasted))
    if case .readOnly = board.saving, isFirst {
      say("This board cannot be written: what you draw stays in memory.", isWarning: true)
    }
    undoability = nil
    if notice?.isAboutLastDeed == true { notice = nil }
    return true
  }

  /// Shows what was recorded, says what was not, and has the entries stored.
  mutating func keep(_ recorded: Recorded) {
    if let lack = recorded.lack { say(of: lack) }
    show(recorded.change)
    effects += recorded.entries.map(Effect.keep)
  }

  /// Paints what has changed. Things on top of all others are painted there; where something lies between
  /// them, the part of the picture that all of these change is painted once.
  mutating func show(_ change: BoardChange) {
    guard !change.operations.isEmpty else { return }
    var (added, rest, news) = ([EntryID](), Damage.none, PictureNews())
    for (operation, damage) in zip(change.operations.map(\.operation), change.damage.each) {
      news.note(operation, damage, in: board.picture)
      if case .added(let id) = damage { added.append(id) } else { rest.add(damage) }
    }
    news.note(change.damage.cleared)
    rest.add(change.damage.cleared)
    surface.repaint(
      board.picture, added: view.isTooSmall ? [] : added, after: view.isTooSmall ? .none : rest)
    selection.update(after: news, in: board.picture)
  }

  /// Finds out what undo and redo could do, unless that is known. Only the bar asks.
  mutating func findUndoability() -> Undoability {
    if let undoability { return undoability }
    let found = Undoability(
      canUndo: board.picture.undo(for: me, run: board.replica) != nil,
      canRedo: board.picture.redo(for: me) != nil)
    undoability = found
    return found
  }

  /// Whoever signs what is drawn here.
  var me: AuthorID { setup.person.author }

  mutating func undo() {
    // What the hand still draws was taken back with the rest of its stroke.
    heldButton = nil
    guard let action = board.picture.undo(for: me, run: board.replica)
    else { return sayNothingToUndo() }
    make([action])
  }

  /// What somebody else's clear hides is not undone unseen: it would not come back with the rest.
  private mutating func sayNothingToUndo() {
    let sentence = "Nothing of yours is left to undo"
    guard board.picture.hasStanding(of: me), let hide = board.picture.latestHide,
      let hider = board.picture.stamp(of: hide)?.author
    else { return say("\(sentence).") }
    let deed = board.picture.isClear(hide) ? "cleared" : "erased"
    say("\(sentence): R brings back what \(called(hider)) \(deed).", command: .restore)
  }

  mutating func redo() {
    guard let action = board.picture.redo(for: me) else {
      return say("Nothing to redo.")
    }
    make([action])
  }

  mutating func clear() {
    guard board.picture.seenCount > 0 else { return say("There is nothing to clear.") }
    guard make(Operation.Action.hide(upTo: board.picture.vector)) else { return }
    say(done: "Cleared. u brings it back.")
  }

  /// Hides the named things; more than one operation may name are hidden by several, in one
  /// gesture.
  ///
  /// - Returns: false where nothing was made; why was said.
  @discardableResult
  mutating func change(
    _ ids: [EntryID], _ effect: Operation.Effect, lasted: Int64 = 0
  ) -> Bool {
    guard !ids.isEmpty else { return true }
    return make(
      stride(from: 0, to: ids.count, by: Limits.targets).map { start in
        .change(.items(Array(ids[start..<min(start + Limits.targets, ids.count)])), effect)
      }, lasted: lasted)
  }
}

/// Whether undo and redo would do anything.
struct Undoability: Hashable, Sendable {
  var canUndo: Bool
  var canRedo: Bool
}

extension Damage {
  /// Leaves out what was added on top of all others.
  fileprivate mutating func add(_ other: Damage) {
    switch (self, other) {
    case (_, .none), (_, .added), (.all, _): break
    case (.area(let known), .area(let area)): self = .area(known.union(area))
    default: self = other
    }
  }
}
