/// The last entry seen of each replica: the vector covers the entries 1 … n of each.
public struct VersionVector: Hashable, Sendable {
  public private(set) var known: [ReplicaID: SequenceNumber]

  public init(_ known: [ReplicaID: SequenceNumber] = [:]) {
    self.known = known.filter { $0.value.raw > 0 }
  }

  public subscript(replica: ReplicaID) -> SequenceNumber {
    known[replica] ?? SequenceNumber(0)
  }

  public func covers(_ id: EntryID) -> Bool { id.sequence <= self[id.replica] }

  public func covers(_ other: VersionVector) -> Bool {
    other.known.allSatisfy { $0.value <= self[$0.key] }
  }

  public mutating func include(_ id: EntryID) {
    if !covers(id) { known[id.replica] = id.sequence }
  }

  /// Sets how far one replica has been seen, which may be less than before.
  public mutating func set(_ replica: ReplicaID, to sequence: SequenceNumber) {
    known[replica] = sequence.raw > 0 ? sequence : nil
  }

  public mutating func merge(_ other: VersionVector) {
    known.merge(other.known) { max($0, $1) }
  }

  /// The last entries in replica order, so that every process derives the same from them.
  public var sorted: [EntryID] {
    known.map { EntryID($0.key, $0.value) }.sorted()
  }
}
