import Drawing
import Log
import Vocabulary

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
    for entry in record(actions, lasted: lasted) {
      effects += board.hand(entry).map(Effect.keep)
    }
    if case .readOnly = board.saving, isFirst {
      say("This board cannot be written: what you draw stays in memory.", isWarning: true)
    }
    keepUndoInMind()
    if notice?.isAboutLastDeed == true { notice = nil }
    return true
  }

  /// Puts one gesture into log and picture without having it kept.
  mutating func record(_ actions: [Operation.Action], lasted: Int64 = 0) -> [Entry] {
    var (entries, news) = ([Entry](), PictureNews())
    board.keepReplicaUsable()
    for action in actions {
      let operation = Operation(action, gesture: entries.first?.stamp.id.sequence)
      let payload = setup.encode(operation)
      let entry = board.log.record(
        payload, as: board.birth, for: action.purpose, at: now.wall,
        lasted: UInt32(clamping: lasted))
      guard let entry else {
        say(of: action.purpose == .tidy ? .tidying : .drawing)
        break
      }
      entries.append(entry)
      let damage = board.picture.apply(operation, entry.stamp)
      news.note(operation, damage, in: board.picture)
      surface.repaint(board.picture, after: view.isTooSmall ? .none : damage)
    }
    selection.settle(after: news, in: board.picture)
    return entries
  }

  /// Undo and redo are asked for often and change seldom.
  mutating func keepUndoInMind() {
    canUndo = board.picture.undo(for: me, run: board.replica) != nil
    canRedo = board.picture.redo(for: me) != nil
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
    guard make([.change(.upTo(board.picture.vector), .hide)]) else { return }
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
