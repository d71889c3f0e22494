/// The entries `first` … `last` of one replica.
public struct EntryRange: Hashable, Sendable {
  public let replica: ReplicaID
  public let first: SequenceNumber
  public let last: SequenceNumber

  public init(replica: ReplicaID, first: SequenceNumber, last: SequenceNumber) {
    self.replica = replica
    self.first = first
    self.last = last
  }
}
