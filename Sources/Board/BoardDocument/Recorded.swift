import BoardContract
import BoardLog
import EaselBase

/// The result of recording a gesture.
package struct Recorded: Sendable {
  package var change = BoardChange()
  /// The entries that the caller must sign and store now, in this order. They are sent after they
  /// are on the disk.
  package var entries: [Entry] = []
  /// The reason why the gesture, or the rest of it, was not recorded; nil if all was recorded.
  package var lack: BoardQuota.Lack?
}

/// The result of merging entries of other members.
package struct Received: Sendable {
  package var change = BoardChange()
  /// The entries to store, unchanged, behind the stored entries. If forks were found, the entries
  /// that prove them are included.
  package var entries: [Entry] = []
  /// The replicas of which more or fewer entries count than before the merge, in order.
  package var advanced: [ReplicaID] = []
  /// The entries of ``entries`` that count, each replica's in sequence. They come first in
  /// ``entries``.
  package var applied: [Entry] = []
  /// The contradictions of authors that this merge found.
  package var forks: [Fork] = []
  /// The entries that the log refused.
  package var refused: [RefusedEntry] = []
  /// Whether log and picture must be rebuilt from the board's file.
  package var mustReread = false

  package init() {}
}
