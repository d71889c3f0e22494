import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import ScreenContract

// Shows the entries of other members, and reports some of them in notices.
extension BoardRecorder {
  /// Shows the merged entries of other members, and the notices about these entries.
  ///
  /// - Parameter isNews: whether this user already had all that the others had when the user came.
  ///   Only news is reported. The times that the entries name do not matter, because their authors
  ///   choose them.
  package mutating func showMerged(_ change: BoardChange, isNews: Bool) {
    warn(ofOverdrawn: change.overdrawn)
    if change.hasFirstUnreadable { requests.notify(LoadedBoard.unreadableNotice, .warning) }
    note(change)
    if isNews { report(change.operations) }
  }

  /// Warns, once for each author, that the author has used up the allowance of one person. Entries
  /// beyond the allowance are not shown.
  private func warn(ofOverdrawn authors: Set<AuthorID>) {
    for author in authors.sorted() {
      let text = "\(subject(author)) has reached the limit for one person on this board."
      requests.append(.notice(.warnOnce(SafeText(text))))
    }
  }

  /// Reports each clear, so that a user with a suddenly empty board knows the author and how to
  /// undo the clear. Also reports when an author brings a clear back. A gesture of several
  /// operations gets one report.
  private func report(_ operations: [(stamp: Stamp, operation: Operation)]) {
    var cleared: [EntryID: VersionVector] = [:]
    for (stamp, operation) in operations {
      guard case .change(.upTo(let vector), .hide) = operation.action else { continue }
      cleared[head(operation, stamp), default: VersionVector()].merge(vector)
    }
    for (stamp, operation) in operations {
      if isReported(operation, stamp) { continue }
      let vector = cleared.removeValue(forKey: head(operation, stamp))
      report(operation, stamp, clearing: vector)
    }
  }

  /// Returns the id of the first operation of the gesture that an operation belongs to.
  private func head(_ operation: Operation, _ stamp: Stamp) -> EntryID {
    EntryID(stamp.id.replica, operation.gesture ?? stamp.id.sequence)
  }

  /// - Parameter vector: the entries that the whole gesture clears; nil if the clear was reported
  ///   already.
  private func report(_ operation: Operation, _ stamp: Stamp, clearing vector: VersionVector?) {
    switch operation.action {
    case .change(.upTo, .hide):
      guard let vector else { return }
      let authors = board.picture.authors(in: vector)
      let action =
        authors.count == 1 && board.picture.authors(before: stamp.lamport).count > 1
        ? "hid all that \(called(authors[0])) drew" : "cleared the board"
      requests.notify("\(subject(stamp.author)) \(action). R brings it back.", command: .restore)
    case .cancel(let target) where board.picture.isClear(target):
      requests.notify("\(subject(stamp.author)) brought back what was hidden.")
    default: break
    }
  }

  /// Whether an earlier operation has reported this gesture already: the first operation of the
  /// gesture also clears, or also cancels a clear.
  private func isReported(_ operation: Operation, _ stamp: Stamp) -> Bool {
    guard let gesture = operation.gesture, gesture < stamp.id.sequence else { return false }
    let first = EntryID(stamp.id.replica, gesture)
    switch operation.action {
    case .change: return board.picture.isClear(first)
    case .cancel: return board.picture.cancelsClear(first)
    case .make, .setPaper, .restore, .takeBack: return false
    }
  }
}
