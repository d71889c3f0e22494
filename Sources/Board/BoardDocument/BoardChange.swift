import BoardLog
import BoardModel
import EaselBase

/// The change of a board's picture by recorded or merged entries.
package struct BoardChange: Sendable {
  /// The operations of these entries, in the order in which the picture applied them.
  package var operations: [(stamp: Stamp, operation: Operation)] = []
  /// The parts of the picture that have to be painted anew.
  package var damage = BatchDamage.none
  /// The authors of entries that this version of Easel cannot read.
  package var unreadable: [AuthorID] = []
  /// The authors whose allowance had no room for their entries.
  package var overdrawn: Set<AuthorID> = []

  package init() {}
}

/// The result of recording a gesture.
package struct Recorded: Sendable {
  package var change = BoardChange()
  /// The entries to sign and store now, in this order; they are sent once they are on the disk.
  package var entries: [Entry] = []
  /// The reason why the gesture, or the rest of it, was not recorded; nil if all was recorded.
  package var lack: BoardQuota.Lack?
}

/// The result of merging entries of other members.
package struct Received: Sendable {
  package var change = BoardChange()
  /// The entries to store, unchanged, after the existing ones; for forks, the proof as well.
  package var entries: [Entry] = []
  /// The replicas of which more or fewer entries count than before, in order.
  package var advanced: [ReplicaID] = []
  /// The entries among them that count, each replica's in sequence; they come first.
  package var applied: [Entry] = []
  /// Newly found contradictions of authors.
  package var forks: [Fork] = []
  /// The entries that the log refused.
  package var refused: [RefusedEntry] = []
  /// Whether log and picture must be made anew from the board's file.
  package var mustReread = false

  package init() {}
}
