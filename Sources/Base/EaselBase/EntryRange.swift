/// The entries `first` … `last` of one replica.
public struct EntryRange: Hashable, Sendable {
  /// The replica that all entries of the range belong to.
  public let replica: ReplicaID
  /// The number of the first entry, inclusive.
  public let first: SequenceNumber
  /// The number of the last entry, inclusive.
  public let last: SequenceNumber

  /// Creates a range; does not check that `first` is at most `last`.
  public init(replica: ReplicaID, first: SequenceNumber, last: SequenceNumber) {
    self.replica = replica
    self.first = first
    self.last = last
  }
}
