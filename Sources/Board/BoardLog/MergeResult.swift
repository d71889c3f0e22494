import EaselBase

/// The result of a merge.
public struct MergeResult: Sendable {
  /// The entries that count from now on, those of each replica in sequence.
  public internal(set) var applied: [Entry] = []
  /// The number of pending entries, from this merge and earlier ones.
  public internal(set) var waiting = 0
  /// The entries that this merge refused, with the reason of each.
  public internal(set) var refused: [RefusedEntry] = []
  /// The contradictions that this merge found; each freezes a replica.
  public internal(set) var forks: [Fork] = []
  /// Entries that do not count, but decide which others count. The caller keeps them with the log,
  /// behind its other entries.
  public internal(set) var kept: [Entry] = []
  /// Whether this merge changed which entries count in a way that the log alone cannot follow. The
  /// caller must then count all kept entries anew with `Log.reading`; until then the log is
  /// provisional.
  public internal(set) var mustReread = false

  /// The authors whose allowance has no room for their entries.
  public internal(set) var overdrawn: Set<AuthorID> = []
}

/// An entry that the log refused, and the reason. A refused entry never traps: entries come from
/// outside.
public struct RefusedEntry: Hashable, Sendable {
  /// The id of the refused entry.
  public let id: EntryID
  /// The reason for the refusal.
  public let reason: Reason

  /// The reason why the log refused an entry.
  public enum Reason: Hashable, Sendable {
    /// Its number or its time lies outside the range for entries.
    case outOfRange
    /// Its payload is larger than `Log.payloadLimit`.
    case tooLarge
    /// A first entry lacks a ``ReplicaGenesis`` that gives this replica on this board and this
    /// author, or a later entry has one.
    case badBirth
    /// Its author is not the author of the replica.
    case wrongAuthor
    /// It does not chain to the entry before it.
    case brokenChain
    case badSignature
    /// Its replica is frozen at an earlier entry.
    case frozen
    /// Too many entries wait already; a member may send it again.
    case crowded
    /// Its author's allowance has no room for it.
    case overAllowance
    /// The board's owner has revoked it.
    case revoked
    /// A member that may not draw passed it on, and its replica is unknown here.
    case unknownReplica
  }
}

/// A replica whose author signed a contradiction: two entries of one number, or a time that does
/// not rise. The replica counts up to the entry before the contradiction, for every member alike.
public struct Fork: Hashable, Sendable {
  /// The replica that is frozen.
  public let replica: ReplicaID
  /// The first number that does not count.
  public let sequence: SequenceNumber
  /// The entries that prove the contradiction, together with those of earlier merges. Each side
  /// goes up to a good signature. The caller keeps them with the log, behind its other entries.
  public let proof: [Entry]
}
