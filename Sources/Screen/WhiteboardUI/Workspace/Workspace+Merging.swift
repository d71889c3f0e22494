import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// Shows the entries of other members, and reports on them.
extension Workspace {
  /// Shows the merged entries of other members, and shows the notices that they need.
  ///
  /// - Parameter since: when this user entered the session, by the wall clock in milliseconds;
  ///   earlier changes are not reported.
  mutating func showMerged(_ change: BoardChange, since: Int64) {
    warn(ofOverdrawn: change.overdrawn)
    for author in change.unreadable { notifyUnreadable(author) }
    show(change)
    report(change.operations, since: since)
  }

  /// Warns once for each author that members do not show what the author drew beyond their
  /// allowance.
  private mutating func warn(ofOverdrawn authors: Set<AuthorID>) {
    for author in authors.sorted() {
      warnOnce("\(called(author)) has drawn as much on this board as one person may.")
    }
  }

  private mutating func warnOnce(_ text: String) {
    if !notices.contains(text) { notify(text, isWarning: true) }
  }

  /// Says, once for each person, that they draw entries that only a newer version can read.
  private mutating func notifyUnreadable(_ author: AuthorID) {
    warnOnce("\(called(author)) draws what this version of Easel cannot show.")
  }

  /// Reports each clear, so that a user who finds the board empty knows whom to ask and how to undo
  /// it. Also reports what takes a clear back. A gesture of several parts is reported once.
  private mutating func report(
    _ operations: [(stamp: Stamp, operation: Operation)], since: Int64
  ) {
    var cleared: [EntryID: VersionVector] = [:]
    for (stamp, operation) in operations {
      guard case .change(.upTo(let vector), .hide) = operation.action else { continue }
      cleared[head(operation, stamp), default: VersionVector()].merge(vector)
    }
    for (stamp, operation) in operations where stamp.at >= since {
      if isReported(operation, stamp) { continue }
      let vector = cleared.removeValue(forKey: head(operation, stamp))
      report(operation, stamp, clearing: vector)
    }
  }

  /// Returns the id of the first operation of the gesture that an operation belongs to.
  private func head(_ operation: Operation, _ stamp: Stamp) -> EntryID {
    EntryID(stamp.id.replica, operation.gesture ?? stamp.id.sequence)
  }

  /// - Parameter vector: the entries that its gesture clears; nil when that is reported already.
  private mutating func report(
    _ operation: Operation, _ stamp: Stamp, clearing vector: VersionVector?
  ) {
    switch operation.action {
    case .change(.upTo, .hide):
      guard let vector else { return }
      let authors = board.picture.authors(in: vector)
      let action =
        authors.count == 1 && board.picture.authors(before: stamp.lamport).count > 1
        ? "hid all that \(called(authors[0])) drew" : "cleared the board"
      notify("\(called(stamp.author)) \(action). R brings it back.", command: .restore)
    case .cancel(let target) where board.picture.isClear(target):
      notify("\(called(stamp.author)) brought back what was hidden.")
    default: break
    }
  }

  /// Whether the first operation of the same gesture also clears, or takes a clear back: a gesture
  /// is reported once.
  private func isReported(_ operation: Operation, _ stamp: Stamp) -> Bool {
    guard let gesture = operation.gesture, gesture < stamp.id.sequence else { return false }
    let first = EntryID(stamp.id.replica, gesture)
    switch operation.action {
    case .change: return board.picture.isClear(first)
    case .cancel: return board.picture.cancelsClear(first)
    case .make, .lay, .restore: return false
    }
  }
}
