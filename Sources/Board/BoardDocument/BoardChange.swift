import BoardLog
import BoardModel
import EaselBase

/// The change of a board's picture by recorded or merged entries.
public struct BoardChange: Sendable {
  /// The operations of these entries, in the order in which the picture applied them.
  public var operations: [(stamp: Stamp, operation: Operation)] = []
  /// The parts of the picture that have to be painted anew.
  public var damage = BatchDamage.none
  /// The authors of entries that this version of Easel cannot read.
  public var unreadable: [AuthorID] = []
  /// The authors whose allowance had no room for their entries.
  public var overdrawn: Set<AuthorID> = []

  public init() {}
}

/// The result of recording a gesture.
public struct Recorded: Sendable {
  public var change = BoardChange()
  /// The entries to sign and store now, in this order; they are sent once they are on the disk.
  public var entries: [Entry] = []
  /// The reason why the gesture, or the rest of it, was not recorded; nil if all was recorded.
  public var lack: BoardQuota.Lack?
}

/// The result of merging entries of other members.
public struct Received: Sendable {
  public var change = BoardChange()
  /// The entries to store, unchanged, after the existing ones; for forks, the proof as well.
  public var entries: [Entry] = []
  /// The replicas of which more or fewer entries count than before, in order.
  public var advanced: [ReplicaID] = []
  /// The entries among them that count, each replica's in sequence; they come first.
  public var applied: [Entry] = []
  /// Newly found contradictions of authors.
  public var forks: [Fork] = []
  /// The entries that the log refused.
  public var refused: [RejectedEntry] = []
  /// Whether log and picture must be made anew from the board's file.
  public var mustReread = false

  public init() {}
}
