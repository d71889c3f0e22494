import BoardLog
import BoardModel
import EaselBase

/// The change of a board's picture by recorded or merged entries.
public struct BoardChange: Sendable {
  /// The operations of these entries, in the order in which the picture applied them.
  public var operations: [(stamp: Stamp, operation: Operation)] = []
  /// Which parts of the picture have to be painted anew.
  public var damage = BatchDamage.none
  /// The authors of entries that this version of Easel cannot read.
  public var unreadable: [AuthorID] = []
  /// The authors whose allowance has no room for what they wrote.
  public var overdrawn: Set<AuthorID> = []

  public init() {}
}

/// The result of recording a gesture.
public struct Recorded: Sendable {
  public var change = BoardChange()
  /// To be signed and stored now, in this order, and sent once they are on the disk.
  public var entries: [Entry] = []
  /// Why all of it, or the rest, was not recorded; nil where all was.
  public var lack: BoardQuota.Lack?
}

/// The result of merging entries of other members.
public struct Received: Sendable {
  public var change = BoardChange()
  /// To be stored behind those that are there, as they are; of forks the proof, too.
  public var entries: [Entry] = []
  /// The replicas of which more, or less, counts than before, in order.
  public var advanced: [ReplicaID] = []
  /// Those of them that count, each replica's in sequence; they come first.
  public var applied: [Entry] = []
  /// Contradictions of authors that were not known before.
  public var forks: [Fork] = []
  /// Log and picture must be made anew from the board's file.
  public var mustReread = false

  public init() {}
}
