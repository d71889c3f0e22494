import EaselBase

/// How far one replica has come, and all that is needed to judge its next entry.
public struct Head: Hashable, Sendable {
  public let replica: ReplicaID
  public let author: AuthorID
  /// What its entries are signed with.
  public let publicKey: [UInt8]
  /// Of the last entry that counts; 0 where a fork leaves none.
  public private(set) var sequence = SequenceNumber(0)
  public private(set) var lamport = Lamport(0)
  /// Of the last entry that counts.
  public private(set) var digest: Digest?
  /// Its author was caught in signing what contradicts itself: no entry after `sequence` counts.
  public private(set) var isFrozen = false
  /// Half the digest of every entry, so that a second entry of one number is noticed: 16 bytes
  /// each, where a stroke of 40 points has about 100.
  private var history: [Bytes16] = []

  init(_ birth: ReplicaGenesis, _ replica: ReplicaID) {
    self.replica = replica
    author = birth.author
    publicKey = birth.publicKey
  }

  /// Whether the entry is the next one of this chain, whatever its time.
  func isFollowed(by entry: Entry) -> Bool {
    entry.id.sequence.raw == sequence.raw + 1 && entry.previous == digest
  }

  /// Makes room for so many entries where none is yet: growing by doubling leaves up to half of it
  /// unused for good.
  mutating func reserve(_ count: Int) {
    if history.isEmpty { history.reserveCapacity(count) }
  }

  mutating func advance(to entry: Entry) {
    sequence = entry.id.sequence
    lamport = entry.stamp.lamport
    digest = entry.digest
    history.append(entry.digest.half)
  }

  /// Whether this very entry counts already.
  func holds(_ entry: Entry) -> Bool { half(at: entry.id.sequence) == entry.digest.half }

  /// Whether the entry stands on one that counts, though not necessarily on the last.
  func isParent(of entry: Entry) -> Bool {
    guard let previous = entry.previous else { return entry.id.sequence.raw == 1 }
    let parent = SequenceNumber(entry.id.sequence.raw &- 1)
    return half(at: parent) == previous.half
  }

  /// Goes back to what the contradicting entry stands on, for good.
  mutating func freeze(before entry: Entry) {
    isFrozen = true
    let kept = max(min(Int(clamping: entry.id.sequence.raw) - 1, history.count), 0)
    guard kept < history.count else { return }
    history.removeLast(history.count - kept)
    sequence = SequenceNumber(UInt64(history.count))
    // Not known any more; `Log.reading` finds it.
    lamport = Lamport(0)
    digest = history.isEmpty ? nil : entry.previous
  }

  /// Its author contradicted themselves in the next entry.
  mutating func freeze() { isFrozen = true }

  private func half(at number: SequenceNumber) -> Bytes16? {
    guard let index = Int(exactly: number.raw), index >= 1, index <= history.count else {
      return nil
    }
    return history[index - 1]
  }
}
