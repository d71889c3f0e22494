import EaselBase

/// How far a participant knows one replica.
package struct ReplicaHead: Hashable, Sendable {
  package let replica: ReplicaID
  /// The number of the last entry that counts; 0 only if a fork leaves none.
  package let sequence: SequenceNumber
  /// The digest of the last entry that counts: opaque, equal exactly for equal chains.
  package let digest: Bytes16
  /// Whether its author signed a contradiction. Then no entry after `sequence` counts.
  package let isFrozen: Bool

  package init(
    _ replica: ReplicaID, _ sequence: SequenceNumber, digest: Bytes16, isFrozen: Bool = false
  ) {
    self.replica = replica
    self.sequence = sequence
    self.digest = digest
    self.isFrozen = isFrozen
  }
}

extension ReplicaHead {
  /// Whether a head from outside is possible.
  var isSound: Bool { sequence <= .max && (sequence.raw >= 1 || isFrozen) }

  /// The last number of which its owner can send entries. The contradiction of a frozen replica
  /// comes just behind the entries that count.
  var lastShown: SequenceNumber { isFrozen ? sequence.next ?? sequence : sequence }

  /// Returns the entries that a participant with the head `mine` has to receive first, to reach
  /// this head or to find the contradiction that separates the two. Returns nil if there is nothing
  /// to learn.
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
