/// The last entry seen of each replica: the vector covers the entries 1 … n of each.
public struct VersionVector: Hashable, Sendable {
  /// The last entry seen of each replica; a replica without a seen entry is absent.
  public private(set) var known: [ReplicaID: SequenceNumber]

  /// Creates a vector; drops every replica whose number is 0.
  public init(_ known: [ReplicaID: SequenceNumber] = [:]) {
    self.known = known.filter { $0.value.raw > 0 }
  }

  /// The number of the last entry seen of a replica; 0 if none was seen.
  public subscript(replica: ReplicaID) -> SequenceNumber {
    known[replica] ?? SequenceNumber(0)
  }

  /// Returns whether the vector covers this entry.
  public func covers(_ id: EntryID) -> Bool { id.sequence <= self[id.replica] }

  /// Returns whether the vector covers every entry that the other vector covers.
  public func covers(_ other: VersionVector) -> Bool {
    other.known.allSatisfy { $0.value <= self[$0.key] }
  }

  /// Covers this entry and all earlier entries of its replica.
  public mutating func include(_ id: EntryID) {
    if !covers(id) { known[id.replica] = id.sequence }
  }

  /// Sets how far one replica has been seen, which may be less than before.
  public mutating func set(_ replica: ReplicaID, to sequence: SequenceNumber) {
    known[replica] = sequence.raw > 0 ? sequence : nil
  }

  /// Covers all entries of the other vector as well.
  public mutating func merge(_ other: VersionVector) {
    known.merge(other.known) { max($0, $1) }
  }

  /// The last entries in replica order, so that every process derives the same from them.
  public var sorted: [EntryID] {
    known.map { EntryID($0.key, $0.value) }.sorted()
  }
}
