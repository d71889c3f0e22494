import EaselBase

/// The result of a merge.
public struct MergeResult: Sendable {
  /// The entries that count from now on, those of each replica in sequence.
  public internal(set) var applied: [Entry] = []
  /// The number of pending entries, of this merge and of earlier merges.
  public internal(set) var waiting = 0
  /// The entries that this merge refused, with the reason for each.
  public internal(set) var refused: [RefusedEntry] = []
  /// The contradictions that this merge found; each freezes a replica.
  public internal(set) var forks: [Fork] = []
  /// Entries that do not count, but that decide which other entries count. The caller stores them
  /// behind the entries in the board's file.
  public internal(set) var evidence: [Entry] = []
  /// Whether this merge changed which entries count in a way that the log alone cannot compute.
  /// Then the log is provisional, and the caller must count all stored entries anew with
  /// `Log.reading`.
  public internal(set) var mustReread = false

  /// The authors of entries that exceeded their author's allowance.
  public internal(set) var overdrawn: Set<AuthorID> = []
}

/// An entry that the log refused, and the reason. Refusing an entry never ends the program, because
/// entries come from outside.
public struct RefusedEntry: Hashable, Sendable {
  /// The id of the refused entry.
  public let id: EntryID
  /// The reason for the refusal.
  public let reason: Reason

  /// The reason why the log refused an entry.
  public enum Reason: Hashable, Sendable {
    /// The number or the time of the entry is outside the allowed range.
    case outOfRange
    /// The payload of the entry is larger than `Log.payloadLimit`.
    case tooLarge
    /// A first entry lacks its ``ReplicaGenesis``, or has the genesis of another replica, board or
    /// author; or a later entry has a genesis.
    case badReplicaGenesis
    /// The entry names another author than the author of the replica.
    case wrongAuthor
    /// The entry does not chain to the entry before it.
    case brokenChain
    case badSignature
    /// The replica of the entry is frozen at an earlier entry.
    case frozen
    /// Too many entries are waiting; a member may send the entry again.
    case crowded
    /// The entry exceeds its author's allowance.
    case overAllowance
    /// The board's owner has revoked the entry.
    case revoked
    /// A member that may not draw passed the entry on, and this log does not know its replica.
    case unknownReplica
  }
}

/// A replica whose author signed a contradiction: two entries with the same number, or a time that
/// does not rise. On every member, the replica counts up to the entry before the contradiction.
public struct Fork: Hashable, Sendable {
  /// The replica that is frozen.
  public let replica: ReplicaID
  /// The first number that does not count any more.
  public let sequence: SequenceNumber
  /// Entries that prove the contradiction, together with entries of earlier merges. Each of the
  /// contradicting branches goes up to a valid signature. The caller stores them behind the entries
  /// in the board's file.
  public let proof: [Entry]
}
