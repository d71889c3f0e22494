import EaselBase

/// The operations of one replica.
struct ReplicaOperations: Sendable {
  let replica: ReplicaID
  /// The author of the replica's first operation.
  let author: AuthorID
  /// The index of the author.
  let authorIndex: Int
  /// The operations of the replica, ascending.
  private(set) var slots: [Slot] = []
  /// The changes of the replica, and the takings back that reach them.
  var changes = ReplicaChanges()
  /// The standing clears that cover a part of the replica.
  private(set) var clears = StandingClears()
  /// The clears that name numbers above the last operation, the lowest in the common order first.
  var openClears = Heap<Slot>()
  /// The highest number that the standing clears cover; 0 without a clear.
  private(set) var clearedTo = SequenceNumber(0)

  init(replica: ReplicaID, author: AuthorID, authorIndex: Int) {
    (self.replica, self.author, self.authorIndex) = (replica, author, authorIndex)
  }

  mutating func append(_ slot: Slot) { slots.append(slot) }

  mutating func countClear(upTo sequence: SequenceNumber, by sign: Int) {
    clears.count(sequence, by: sign)
    clearedTo = clears.highest
  }

  /// The bytes of this record, for tests of the memory.
  var storedBytes: Int {
    MemoryLayout<ReplicaOperations>.stride + MemoryLayout<ReplicaID>.stride * 2
      + (slots.capacity + openClears.elements.capacity) * MemoryLayout<Slot>.stride
      + changes.storedBytes + clears.storedCount * MemoryLayout<SequenceNumber>.stride
  }
}

/// A span of numbers in one replica. The things in it may have been hidden or brought back.
struct ClearedSpan: Sendable {
  private(set) var low: SequenceNumber
  private(set) var high: SequenceNumber

  init(_ old: SequenceNumber, _ new: SequenceNumber) {
    (low, high) = (min(old, new), max(old, new))
  }

  func union(_ other: ClearedSpan) -> ClearedSpan {
    ClearedSpan(min(low, other.low), max(high, other.high))
  }
}
