import EaselBase

/// The last entry of one replica that counts, with all values that are needed to judge the
/// replica's next entry.
public struct Head: Hashable, Sendable {
  /// The replica whose entries the head follows.
  public let replica: ReplicaID
  /// The author of all entries of the replica.
  public let author: AuthorID
  /// The public key that checks the signatures of the replica's entries.
  public let publicKey: [UInt8]
  /// The number of the last entry that counts; 0 if a fork leaves none.
  public private(set) var sequence = SequenceNumber(0)
  /// The time of the last entry that counts. It is 0 after a fork took entries back, until
  /// `Log.reading` finds it.
  public private(set) var lamport = Lamport(0)
  /// The digest of the last entry that counts.
  public private(set) var digest: Digest?
  /// Whether the author signed a contradiction, so that no entry after `sequence` counts.
  public private(set) var isFrozen = false
  /// The first half of the digest of every entry. With it the head notices a second entry with the
  /// same number. It takes 16 bytes for each entry; a stroke of 40 points has about 100 bytes.
  private var history: [Bytes16] = []

  init(_ replicaGenesis: ReplicaGenesis, _ replica: ReplicaID) {
    self.replica = replica
    author = replicaGenesis.author
    publicKey = replicaGenesis.publicKey
  }

  /// Returns whether the entry directly follows the last entry of this chain. The time of the entry
  /// does not matter.
  func isFollowed(by entry: Entry) -> Bool {
    entry.id.sequence.raw == sequence.raw + 1 && entry.previous == digest
  }

  /// Reserves memory for `count` entries if the history is empty. An array that doubles its size to
  /// grow would leave up to half of its memory unused.
  mutating func reserve(_ count: Int) {
    if history.isEmpty { history.reserveCapacity(count) }
  }

  mutating func advance(to entry: Entry) {
    sequence = entry.id.sequence
    lamport = entry.stamp.lamport
    digest = entry.digest
    history.append(entry.digest.half)
  }

  /// Returns whether exactly this entry counts already.
  package func holds(_ entry: Entry) -> Bool { half(at: entry.id.sequence) == entry.digest.half }

  /// Returns whether the entry is a first entry, or directly follows an entry that counts.
  func isParent(of entry: Entry) -> Bool {
    guard let previous = entry.previous else { return entry.id.sequence.raw == 1 }
    let parent = SequenceNumber(entry.id.sequence.raw &- 1)
    return half(at: parent) == previous.half
  }

  /// Freezes the head for good at the entry before `entry`, which contradicts an entry that counts.
  mutating func freeze(before entry: Entry) {
    isFrozen = true
    let kept = max(min(Int(clamping: entry.id.sequence.raw) - 1, history.count), 0)
    guard kept < history.count else { return }
    history.removeLast(history.count - kept)
    sequence = SequenceNumber(UInt64(history.count))
    // The head does not hold the time of an earlier entry; `Log.reading` finds it.
    lamport = Lamport(0)
    digest = history.isEmpty ? nil : entry.previous
  }

  /// Freezes the head at its last entry: the author signed a contradiction at the next number.
  mutating func freeze() { isFrozen = true }

  private func half(at number: SequenceNumber) -> Bytes16? {
    guard let index = Int(exactly: number.raw), index >= 1, index <= history.count else {
      return nil
    }
    return history[index - 1]
  }
}
