import EaselBase

/// What became of entries that were merged.
public struct MergeResult: Sendable {
  /// Those that count from now on, each replica's in sequence.
  public internal(set) var applied: [Entry] = []
  /// Entries that wait, from this merge or earlier ones.
  public internal(set) var waiting = 0
  public internal(set) var refused: [RejectedEntry] = []
  public internal(set) var forks: [Fork] = []
  /// Entries that do not count, but decide what does. Keep them with the log, behind its other
  /// entries.
  public internal(set) var kept: [Entry] = []
  /// This merge changed which entries count in a way that the log alone cannot follow: the caller must
  /// count all kept entries anew with `Log.reading`. Until then the log is provisional.
  public internal(set) var mustReread = false

  /// The authors whose allowance has no room for what they wrote.
  public internal(set) var overdrawn: Set<AuthorID> = []
}

/// An entry that was not taken, and why. Never a trap: entries come from outside.
public struct RejectedEntry: Hashable, Sendable {
  public let id: EntryID
  public let reason: Reason

  public enum Reason: Hashable, Sendable {
    /// Its number or its time lies outside what an entry may carry.
    case outOfRange
    /// Its payload is larger than `Log.payloadLimit`.
    case tooLarge
    /// A first entry without a birth that gives this replica on this board and this author, or a
    /// later one with.
    case badBirth
    /// Another author's than the replica's.
    case wrongAuthor
    /// It does not chain to the entry before it.
    case brokenChain
    case badSignature
    /// Its replica is frozen at an earlier entry.
    case frozen
    /// Too many wait already; it may be sent again.
    case crowded
    /// Its author's allowance has no room for it.
    case overAllowance
    /// The board's owner has ended what its author writes.
    case revoked
    /// It was passed on by a member who may not draw, and its replica is not known here.
    case unknownReplica
  }
}

/// A replica whose author signed what contradicts itself: two entries of one number, or time that
/// does not rise. It counts up to the entry before, on every screen alike, and no further.
public struct Fork: Hashable, Sendable {
  public let replica: ReplicaID
  /// The first number that does not count.
  public let sequence: SequenceNumber
  /// The entries that prove it, together with those of earlier merges: each side up to a good signature.
  /// Keep them with the log, behind its other entries.
  public let proof: [Entry]
}
