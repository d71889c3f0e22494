import EaselBase

/// How far somebody knows one replica.
public struct ReplicaHead: Hashable, Sendable {
  public let replica: ReplicaID
  /// Of the last entry that counts; 0 only where a fork leaves none.
  public let sequence: SequenceNumber
  /// Of the last entry that counts: opaque, equal exactly for equal chains.
  public let digest: Bytes16
  /// Its author contradicted itself: no entry after `sequence` counts.
  public let isFrozen: Bool

  public init(
    _ replica: ReplicaID, _ sequence: SequenceNumber, digest: Bytes16, isFrozen: Bool = false
  ) {
    self.replica = replica
    self.sequence = sequence
    self.digest = digest
    self.isFrozen = isFrozen
  }
}

extension ReplicaHead {
  /// Whether one that came from outside can be meant.
  var isSound: Bool { sequence <= .max && (sequence.raw >= 1 || isFrozen) }

  /// The last number of which its owner can show entries: a frozen replica's contradiction stands
  /// just behind what counts.
  var lastShown: SequenceNumber { isFrozen ? sequence.next ?? sequence : sequence }

  /// What somebody standing at `mine` has to see first in order to stand here too, or to find the
  /// contradiction that keeps them apart. Nil where there is nothing to learn.
  func lacking(at mine: ReplicaHead?) -> EntryRange? {
    guard mine != self else { return nil }
    let own = mine?.sequence ?? SequenceNumber(0)
    let isClosed = mine?.isFrozen ?? false
    if sequence > own, let next = own.next {
      return isClosed ? nil : EntryRange(replica: replica, first: next, last: lastShown)
    }
    if isFrozen, sequence < own || !isClosed {
      return EntryRange(replica: replica, first: lastShown, last: lastShown)
    }
    guard sequence == own, isFrozen == isClosed, own.raw >= 1 else { return nil }
    return EntryRange(replica: replica, first: own, last: own)
  }
}
