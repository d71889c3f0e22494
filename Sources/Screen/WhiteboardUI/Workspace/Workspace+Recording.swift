import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// Records what this user does on the board.
extension Workspace {
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
      notifyOnlyWatching()
      return false
    }
    guard hasRoom(for: actions, wasBegun: wasBegun) else { return false }
    let isFirst = board.unkept.isEmpty
    keep(board.record(actions, at: now.wall, lasted: lasted))
    if case .readOnly = board.saving, isFirst {
      notify("This board cannot be written: what you draw stays in memory.", isWarning: true)
    }
    notices.endNoticeAboutLastAction()
    return true
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

  /// Shows the recorded change, says what was not recorded, and has the entries stored.
  mutating func keep(_ recorded: Recorded) {
    if let lack = recorded.lack { notify(of: lack) }
    show(recorded.change)
    effects += recorded.entries.map(Effect.keep)
  }

  // MARK: Undo, redo, clear

  mutating func undo() {
    guard let action = board.picture.undo(for: me, run: board.replica)
    else { return notifyNothingToUndo() }
    make([action])
  }

  /// Says why there is nothing to undo. Things that another author's clear hides are not undone
  /// unseen, since they would not come back with the rest.
  private mutating func notifyNothingToUndo() {
    let sentence = "Nothing of yours is left to undo"
    guard board.picture.hasStanding(of: me), let hide = board.picture.latestHide,
      let hider = board.picture.stamp(of: hide)?.author
    else { return notify("\(sentence).") }
    let action = board.picture.isClear(hide) ? "cleared" : "erased"
    notify("\(sentence): R brings back what \(called(hider)) \(action).", command: .restore)
  }

  mutating func redo() {
    guard let action = board.picture.redo(for: me) else {
      return notify("Nothing to redo.")
    }
    make([action])
  }

  mutating func clear() {
    guard board.picture.seenCount > 0 else { return notify("There is nothing to clear.") }
    guard make(Operation.Action.hide(upTo: board.picture.vector)) else { return }
    notify(done: "Cleared. u brings it back.")
  }

  /// Brings back the latest erasing or clear, by any author. If an author cleared several times,
  /// all clears above the last clear by any other author are taken back together. The list ends
  /// with the highest clear, because undo restores the last one first.
  mutating func restore() {
    let hides = board.picture.latestHides
    guard !hides.isEmpty else { return notify("Nothing was cleared or erased.") }
    let before = board.picture.things.count
    guard make(hides.map(Operation.Action.cancel)) else { return }
    let isHiddenStill = board.picture.things.count == before && board.picture.latestHide != nil
    notify(
      done: isHiddenStill
        ? "Nothing of that is to be seen yet: R again brings back more."
        : "Brought back. u takes it away again.")
  }

  /// Lays text under the ink, in operations of a size that every reader accepts. Their entries are
  /// held until the first gesture, so that only looking at a board leaves no file behind.
  mutating func addPaper(_ paper: PaperText) {
    keep(
      board.hold(
        paper.pieces(ofBytes: Limits.paperBytesPerOperation).map { .lay($0) }, at: now.wall))
    show { $0.show(.paper(.init(column: 0, row: 0))) }
    repaintAll()
  }

  // MARK: Revoking

  /// Revokes authors whom a ruling has removed. Entries of theirs that are not here yet never
  /// count.
  mutating func revoke(_ authors: [AuthorID]) {
    keep(board.revoke(authors, at: now.wall))
  }

  /// Lets an author draw again who was removed before and then admitted again: entries that they
  /// write from now on count.
  mutating func allowAgain(_ author: AuthorID) {
    keep(board.allowAgain(author, at: now.wall))
  }

  // MARK: Room

  /// Returns whether a gesture can be made; if not, a notice says why.
  private mutating func hasRoom(for actions: [Operation.Action], wasBegun: Bool) -> Bool {
    guard !board.isRevoked else {
      notify("The owner of this board has ended what you draw on it.", isWarning: true)
      return false
    }
    guard let lack = board.lack(for: actions, wasBegun: wasBegun) else { return true }
    notify(of: lack)
    return false
  }

  mutating func notify(of lack: BoardQuota.Lack) {
    switch lack {
    case .drawing:
      notify(
        "You have drawn as much on this board as one person may. N goes on with a new one.",
        isWarning: true)
    case .tidying:
      notify(
        "You have erased as much on this board as one person may. N goes on with a new one.",
        isWarning: true)
    case .things:
      notify("This board holds no more things. Erase some, or N begins a new one.", isWarning: true)
    }
  }

  // MARK: Names

  /// Returns the name to show for an author. Names are chosen freely: a name that several people
  /// have, or that reads as another, is shown with its author's id.
  func called(_ author: AuthorID) -> String {
    if author == me { return "you" }
    let name = board.people[author]?.name.string ?? ""
    guard !name.isEmpty else { return "someone (\(author.short))" }
    let bearers = board.people(with: setup.person).filter {
      $0.name.string.lowercased() == name.lowercased()
    }
    let isClear = bearers.count == 1 && !["you", "someone"].contains(name.lowercased())
    return isClear ? name : "\(name) (\(author.short))"
  }
}

extension AuthorID {
  /// The first six hex digits of the id, enough to distinguish people.
  var short: String {
    let digits = String(raw.high >> 40, radix: 16)
    return String(repeating: "0", count: max(6 - digits.count, 0)) + digits
  }
}

extension PaperText {
  /// Returns the same lines in pieces of at most so many bytes, as far as single lines allow.
  func pieces(ofBytes limit: Int) -> [PaperText] {
    var pieces: [PaperText] = []
    var (lines, size) = ([Line](), 0)
    for line in self.lines.prefix(Limits.paperRows) {
      // Besides its text, every run stores its style, and every line stores its end.
      let bytes = line.runs.reduce(8) { $0 + $1.content.utf8.count + 24 }
      if size + bytes > limit, !lines.isEmpty {
        pieces.append(PaperText(lines: lines))
        (lines, size) = ([], 0)
      }
      lines.append(line)
      size += bytes
    }
    if !lines.isEmpty { pieces.append(PaperText(lines: lines)) }
    return pieces
  }
}
