import EaselBase

extension VersionVector {
  /// The greatest number of replicas in a vector that is sent in one message: 2,048 replicas of at
  /// most 28 bytes fit into a frame.
  package static let sentReplicasMax = 2_048

  var isSendable: Bool { known.count <= Self.sentReplicasMax }

  /// The vector, or its first replicas if it is too long to be sent. A shortened vector claims
  /// fewer entries.
  var cut: VersionVector {
    guard !isSendable else { return self }
    let first = sorted.prefix(Self.sentReplicasMax).map { ($0.replica, $0.sequence) }
    return VersionVector(Dictionary(uniqueKeysWithValues: first))
  }

  /// Returns the entries that both vectors hold.
  func meet(_ other: VersionVector) -> VersionVector {
    VersionVector(
      Dictionary(
        uniqueKeysWithValues: other.known.map { ($0.key, min($0.value, self[$0.key])) }))
  }

  func strictlyContains(_ other: VersionVector) -> Bool {
    covers(other) && !other.covers(self)
  }
}
