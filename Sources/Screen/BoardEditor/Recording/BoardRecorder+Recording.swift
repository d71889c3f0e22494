import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import ScreenContract

// Records what this user does on the board.
extension BoardRecorder {
  /// Makes a gesture of these actions: records entries in the log, and asks the shell to store them.
  ///
  /// - Parameter wasBegun: whether the user began the gesture while the board still had room.
  /// - Returns: false if nothing was made; a notice says why.
  @discardableResult
  package mutating func make(
    _ actions: [Operation.Action], lasted: Int64 = 0, wasBegun: Bool = false
  ) -> Bool {
    guard mayDraw else {
      requests.notifyOnlyWatching()
      return false
    }
    guard hasRoom(for: actions, wasBegun: wasBegun) else { return false }
    let isFirst = board.unkept.isEmpty
    keep(board.record(actions, at: now.wall, lasted: lasted))
    if case .readOnly = board.saving, isFirst {
      requests.notify("This board cannot be saved. Your ink stays in memory.", .loss)
    }
    requests.append(.notice(.endAboutLastAction))
    return true
  }

  /// Applies an effect to these things. If there are more things than one operation may name, the
  /// gesture has several operations.
  ///
  /// - Returns: false if nothing was made; a notice says why.
  @discardableResult
  mutating func change(_ ids: [EntryID], _ effect: Operation.Effect, lasted: Int64 = 0) -> Bool {
    guard !ids.isEmpty else { return true }
    return make(Operation.Action.change(ids, effect), lasted: lasted)
  }

  /// Adds the fill of an enclosed area. The area shows no opaque ink, so the fill lies below all
  /// other things.
  package mutating func fill(with stroke: Stroke) {
    guard let id = board.nextID() else { return }
    make([.make(.stroke(stroke)), .change(.items([id]), .reorder(.back))])
  }

  /// Notes the recorded change, reports actions that were not recorded, and asks the shell to store
  /// the entries.
  mutating func keep(_ recorded: Recorded) {
    if let lack = recorded.lack { requests.notify(of: lack) }
    note(recorded.change)
    requests.append(recorded.entries.map(Effect.keep))
  }

  // MARK: Undo, redo, clear

  package mutating func undo() {
    let actions = board.picture.undoActions(for: me, run: board.replica)
    guard !actions.isEmpty else { return notifyNothingToUndo() }
    make(actions)
  }

  /// Says why there is nothing to undo. Undo does not act on things that another author's clear
  /// hides: the user would not see the undo, and these things would not come back with the others.
  private func notifyNothingToUndo() {
    let sentence = "You have nothing left to undo"
    guard board.picture.hasStanding(of: me), let hide = board.picture.latestHide,
      let hider = board.picture.stamp(of: hide)?.author
    else { return requests.notify("\(sentence).") }
    let action = board.picture.isClear(hide) ? "cleared" : "erased"
    requests.notify(
      "\(sentence): R brings back what \(called(hider)) \(action).", command: .restore)
  }

  package mutating func redo() {
    let actions = board.picture.redoActions(for: me)
    guard !actions.isEmpty else { return requests.notify("Nothing to redo.") }
    make(actions)
  }

  package mutating func clear() {
    guard board.picture.seenCount > 0 else { return requests.notify("There is nothing to clear.") }
    guard make(Operation.Action.hide(upTo: board.picture.vector)) else { return }
    requests.notify(done: "Cleared. u brings it back.")
  }

  /// Brings back the latest erasing or clear, by any author. If the same author cleared several
  /// times in a row, one command brings all these clears back. The list ends with the highest
  /// clear, because undo restores the last one first.
  package mutating func restore() {
    let hides = board.picture.latestHides
    guard !hides.isEmpty else { return requests.notify("Nothing was cleared or erased.") }
    let before = board.picture.things.count
    guard make(hides.map(Operation.Action.cancel)) else { return }
    let isHiddenStill = board.picture.things.count == before && board.picture.latestHide != nil
    requests.notify(
      done: isHiddenStill
        ? "Nothing visible yet. R again brings back more."
        : "Restored.")
  }

  // MARK: Revoking

  /// Revokes authors whom a ruling has removed. Their entries that have not arrived yet never
  /// count.
  ///
  /// - Parameter last: the last entry of each replica that is to count; nil keeps all that counts.
  package mutating func revoke(_ authors: [AuthorID], upTo last: VersionVector? = nil) {
    keep(board.revoke(authors, upTo: last, at: now.wall))
  }

  /// Lets revoked authors draw again after a new admission or a lock. Entries that they write from
  /// now on count.
  package mutating func allowAgain(_ authors: [AuthorID]) {
    keep(board.allowAgain(authors, at: now.wall))
  }

  /// Revokes those of these authors that are not revoked yet, because the board was locked.
  package mutating func revokeLocked(_ authors: [AuthorID]) {
    revoke(authors.filter { !board.log.isRevoked($0) })
  }

  // MARK: Room

  /// Returns whether this user can use the board in this way; if not, a notice says why.
  func accepts(_ use: BoardQuota.Use) -> Bool {
    guard mayDraw else {
      requests.notifyOnlyWatching()
      return false
    }
    guard let lack = board.lack(for: use) else { return true }
    requests.notify(of: lack)
    return false
  }

  /// Returns whether there is room for a picture; if not, a notice says why.
  package func accepts(_ picture: OfferedPicture) -> Bool {
    guard accepts(.draw) else { return false }
    switch board.lack(for: .draw, bytes: picture.file.count + Log.entryOverhead) {
    case nil: return true
    case .things: requests.notify(of: .things)
    case .drawing, .tidying:
      requests.notify(
        "You have no room left for \(picture.name.string) on this board. N begins a new one.",
        .warning)
    }
    return false
  }

  /// Returns whether a gesture can be made; if not, a notice says why.
  private func hasRoom(for actions: [Operation.Action], wasBegun: Bool) -> Bool {
    guard !board.isRevoked else {
      requests.notify(
        "The owner of this board has removed you: new ink of yours does not count.", .loss
      )
      return false
    }
    guard let lack = board.lack(for: actions, wasBegun: wasBegun) else { return true }
    requests.notify(of: lack)
    return false
  }

  // MARK: Names

  /// Returns the name to show for an author. Authors choose their names freely, so an ambiguous
  /// name is shown with the author's id.
  package func called(_ author: AuthorID) -> String {
    if author == me { return "you" }
    let name = board.people[author]?.name.string ?? ""
    guard !name.isEmpty else { return "someone (\(author.short))" }
    let bearers = board.people(with: person).filter {
      $0.name.string.lowercased() == name.lowercased()
    }
    let isClear = bearers.count == 1 && !["you", "someone"].contains(name.lowercased())
    return isClear ? name : "\(name) (\(author.short))"
  }

  /// Returns the words for an author at the beginning of a sentence. A name stays as it is.
  func subject(_ author: AuthorID) -> String {
    let (words, name) = (called(author), board.people[author]?.name.string ?? "")
    let isName = author != me && !name.isEmpty
    return isName ? words : words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Requests {
  func notify(of lack: BoardQuota.Lack) {
    switch lack {
    case .drawing:
      notify(
        "You have reached the limit for one person on this board. N begins a new board.",
        .warning)
    case .tidying:
      notify(
        "You have reached the erasing limit for one person. N begins a new board.",
        .warning)
    case .things:
      notify("This board is full. Erase something, or press N for a new board.", .warning)
    }
  }
}
