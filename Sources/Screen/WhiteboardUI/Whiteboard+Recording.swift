import BoardDocument
import BoardLog
import BoardModel
import EaselBase

extension Whiteboard {
  /// Makes a gesture of these actions: records entries in the log, draws ink on the canvas, and
  /// gives the shell bytes to keep.
  ///
  /// - Parameter wasBegun: whether the gesture was begun while there was room for it.
  /// - Returns: false if nothing was made; a notice says why.
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

  /// Shows the recorded change, says what was not recorded, and has the entries stored.
  mutating func keep(_ recorded: Recorded) {
    if let lack = recorded.lack { showNotice(of: lack) }
    show(recorded.change)
    effects += recorded.entries.map(Effect.keep)
  }

  /// Paints the changes. Things on top of all others are painted there; if something lies between
  /// other things, the part of the picture that all these changes cover is painted once.
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

  /// Finds out whether undo and redo would do anything, unless that is known. Only the bar asks.
  mutating func findUndoability() -> Undoability {
    if let undoability { return undoability }
    let found = Undoability(
      canUndo: board.picture.undo(for: me, run: board.replica) != nil,
      canRedo: board.picture.redo(for: me) != nil)
    undoability = found
    return found
  }

  /// The author of what this user draws.
  var me: AuthorID { setup.person.author }

  mutating func undo() {
    // Undo removes the whole stroke in progress, so the held button must not continue it.
    heldButton = nil
    guard let action = board.picture.undo(for: me, run: board.replica)
    else { return sayNothingToUndo() }
    make([action])
  }

  /// Says why there is nothing to undo. Things that another author's clear hides are not undone
  /// unseen, since they would not come back with the rest.
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

  /// Applies an effect to the named things; more things than an operation may name are handled by
  /// several operations, in a single gesture.
  ///
  /// - Returns: false if nothing was made; a notice says why.
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
  /// Adds damage, but leaves out things added on top of all others.
  fileprivate mutating func add(_ other: Damage) {
    switch (self, other) {
    case (_, .none), (_, .added), (.all, _): break
    case (.area(let known), .area(let area)): self = .area(known.union(area))
    default: self = other
    }
  }
}
