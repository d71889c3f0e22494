import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// Shows the entries of other members, and reports on them.
extension Whiteboard {
  /// Shows the merged entries of other members, and shows the notices that they need.
  mutating func merged(_ change: BoardChange) {
    warn(ofOverdrawn: change.overdrawn)
    for author in change.unreadable { sayUnreadable(author) }
    show(change)
    note(change.operations)
    let vector = board.log.vector
    dropItems { vector.covers($0.entry) }
    undoability = nil
    previewAnew()
  }

  /// Updates the screen after log and picture were made anew.
  mutating func rebuilt() {
    selection.update(in: board.picture)
    undoability = nil
    repaintAll()
  }

  mutating func emit(_ effect: SessionEffect) {
    guard let seat = together.seat else { return }
    effects.append(.session(effect, in: seat.session))
  }

  /// Says, once for each person, that they draw entries that only a newer version can read.
  private mutating func sayUnreadable(_ author: AuthorID) {
    let text = "\(called(author)) draws what this version of Easel cannot show."
    if !notices.contains(where: { $0.string == text }) { say(text, isWarning: true) }
  }

  /// Reports each clear, so that a user who finds the board empty knows whom to ask and how to undo
  /// it. Also reports what takes a clear back. A gesture of several parts is reported once.
  private mutating func note(_ operations: [(stamp: Stamp, operation: Operation)]) {
    guard let seat = together.seat else { return }
    var cleared: [EntryID: VersionVector] = [:]
    for (stamp, operation) in operations {
      guard case .change(.upTo(let vector), .hide) = operation.action else { continue }
      cleared[head(operation, stamp), default: VersionVector()].merge(vector)
    }
    for (stamp, operation) in operations where stamp.at >= seat.since {
      if isSaid(operation, stamp) { continue }
      let vector = cleared.removeValue(forKey: head(operation, stamp))
      note(operation, stamp, clearing: vector)
    }
  }

  /// Returns the id of the first operation of the gesture that an operation belongs to.
  private func head(_ operation: Operation, _ stamp: Stamp) -> EntryID {
    EntryID(stamp.id.replica, operation.gesture ?? stamp.id.sequence)
  }

  /// - Parameter vector: the entries that its gesture clears; nil when that is reported already.
  private mutating func note(
    _ operation: Operation, _ stamp: Stamp, clearing vector: VersionVector?
  ) {
    switch operation.action {
    case .change(.upTo, .hide):
      guard let vector else { return }
      let authors = board.picture.authors(in: vector)
      let deed =
        authors.count == 1 && board.picture.authors(before: stamp.lamport).count > 1
        ? "hid all that \(called(authors[0])) drew" : "cleared the board"
      say("\(called(stamp.author)) \(deed). R brings it back.", command: .restore)
    case .cancel(let target) where board.picture.isClear(target):
      say("\(called(stamp.author)) brought back what was hidden.")
    default: break
    }
  }

  /// Whether the first operation of the same gesture also clears, or takes a clear back: a gesture
  /// is reported once.
  private func isSaid(_ operation: Operation, _ stamp: Stamp) -> Bool {
    guard let gesture = operation.gesture, gesture < stamp.id.sequence else { return false }
    let first = EntryID(stamp.id.replica, gesture)
    switch operation.action {
    case .change: return board.picture.isClear(first)
    case .cancel: return board.picture.cancelsClear(first)
    case .make, .lay, .restore: return false
    }
  }
}
