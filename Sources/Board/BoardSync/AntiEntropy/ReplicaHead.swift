import EaselBase

/// The last entry of one replica that a participant knows.
package struct ReplicaHead: Hashable, Sendable {
  package let replica: ReplicaID
  /// The number of the last entry that counts; 0 only if a fork leaves none.
  package let sequence: SequenceNumber
  /// The digest of the last entry that counts. It is opaque, and two digests are equal only if the
  /// chains are equal.
  package let digest: Bytes16
  /// Whether the author signed a contradiction, so that no entry after `sequence` counts.
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
  /// Whether a head from outside is valid.
  var isSound: Bool { sequence <= .max && (sequence.raw >= 1 || isFrozen) }

  /// The last number for which the owner of the head can send entries. In a frozen replica, the
  /// contradiction directly follows the entries that count.
  var lastShown: SequenceNumber { isFrozen ? sequence.next ?? sequence : sequence }

  /// Returns the entries that a participant with the head `mine` must receive next, to reach this
  /// head or to find the contradiction between the two heads. Nil if the participant can learn
  /// nothing from this head.
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
