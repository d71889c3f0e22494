import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardView
import EaselBase
import ScreenContract

/// The open board, and the recording of what this user does on it.
package struct BoardRecorder {
  /// The caller's board while `Whiteboard.handle` handles an event; `BoardReplica.none` at other
  /// times.
  package var board: BoardReplica
  package let person: Person
  package let requests: Requests
  /// The time of the event being handled.
  package var now = Moment(uptime: 0, wall: 0)
  /// The session that this user is in; nil outside of a session.
  package private(set) var session: SessionUUID?
  /// Whether this user may draw. A watcher changes nothing on the board.
  package var mayDraw = true
  /// The typed text that was last sent to the other participants.
  private var typed: TypedText?
  /// When this user next sends a preview of the board.
  private var preview = PreviewSchedule()
  /// Whether undo and redo are possible. Nil after the picture changed, until the bar asks again.
  private(set) var undoability: Undoability?
  /// The changes of the picture that the selection has not followed yet.
  private var changedItems = ChangedItems()
  /// The changes of the picture that the canvas does not show yet.
  private var canvasChanges: [CanvasChange] = []

  init(_ board: BoardReplica, by person: Person, _ requests: Requests) {
    (self.board, self.person, self.requests) = (board, person, requests)
  }

  /// The author of what this user draws.
  package var me: AuthorID { person.author }
  package var isInSession: Bool { session != nil }
  package var picture: Picture { board.picture }

  /// The tools that are useful now. Outside of a session the laser is missing; for a watcher, the
  /// drawing tools.
  package var availableTools: [Tool] {
    guard isInSession else { return Tool.solo }
    return mayDraw ? Tool.allCases : Tool.allCases.filter { !$0.changesBoard }
  }

  package mutating func enter(_ session: SessionUUID, mayDraw: Bool) {
    (self.session, self.mayDraw, typed) = (session, mayDraw, nil)
  }

  package mutating func leaveSession() { (session, mayDraw, typed) = (nil, true, nil) }

  /// The invitation to this board.
  package var invitation: Invitation {
    Invitation(
      title: SafeText(board.name.string, limit: .title), author: me, name: person.name,
      color: person.color, sign: person.sign, miniature: Miniature(of: board.picture))
  }

  // MARK: Changes of the picture

  /// Notes a change of the picture, for the canvas, the selection and the bar.
  package mutating func note(_ change: BoardChange) {
    undoability = nil
    preview.pictureChanged()
    guard !change.operations.isEmpty else { return }
    for (operation, damage) in zip(change.operations.map(\.operation), change.damage.each) {
      changedItems.note(operation, damage, in: board.picture)
    }
    changedItems.note(change.damage.cleared)
    let (added, rest) = change.damage.painting
    canvasChanges.append(.parts(added: added, rest))
  }

  /// Notes that the log and the picture were rebuilt, or that another board was opened.
  package mutating func noteNewPicture() {
    changedItems.noteAll()
    undoability = nil
    preview.pictureChanged()
    canvasChanges.append(.all)
  }

  /// Returns what the canvas has to show since the last call.
  mutating func removeCanvasChanges() -> [CanvasChange] {
    defer { canvasChanges = [] }
    return canvasChanges
  }

  /// Returns what changed in the picture since the last call.
  mutating func removeChangedItems() -> ChangedItems {
    defer { changedItems = ChangedItems() }
    return changedItems
  }

  /// Returns whether undo and redo would have an effect, and remembers the answer. Only the bar
  /// needs it.
  package mutating func findUndoability() -> Undoability {
    if let undoability { return undoability }
    let found = Undoability(
      canUndo: board.picture.undo(for: me, run: board.replica) != nil,
      canRedo: board.picture.redo(for: me) != nil)
    undoability = found
    return found
  }

  // MARK: The preview for members outside of the session

  /// Notes that another participant may have sent the last preview.
  package mutating func renewPreview() { preview.pictureChanged() }

  /// The uptime in milliseconds at which the next preview is due; nil if none is due.
  package var previewDue: Int64? { preview.due }

  /// Returns a preview if it is due now, and notes that it is sent.
  package mutating func removeDuePreview() -> Miniature? {
    preview.removeDue(at: now.uptime) ? Miniature(of: board.picture) : nil
  }

  // MARK: The typed text

  /// The id of the next operation that this user makes.
  package var nextEntry: EntryID? {
    let replica = board.replica
    guard let number = (board.log.head(of: replica)?.sequence ?? SequenceNumber(0)).next else {
      return nil
    }
    return EntryID(replica, number)
  }

  /// Sends the typed text if it changed. If the user deleted all of it, the other participants
  /// remove it.
  package mutating func send(typed label: Label?) {
    guard isInSession else { return }
    let new = label.flatMap { label in nextEntry.map { TypedText(entry: $0, label: label) } }
    guard new != typed else { return }
    typed = new
    if let new {
      requests.emit(.typed(new.entry, new.label))
    } else {
      requests.emit(.penAbandoned)
    }
  }

  /// Ends the typed text for the other participants. If `isKept`, the finished label has the id
  /// under which they saw the text. Otherwise they remove the text.
  mutating func endTyping(isKept: Bool) {
    guard isInSession, typed != nil else { return }
    typed = nil
    requests.emit(isKept ? .penFinished : .penAbandoned)
  }
}
