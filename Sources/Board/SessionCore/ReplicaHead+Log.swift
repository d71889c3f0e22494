import BoardDocument
import BoardLog
import BoardSync
import EaselBase

extension BoardReplica {
  /// The last known entry of each replica.
  var heads: [ReplicaHead] { log.sortedHeads.map { ReplicaHead($0) } }
}

extension ReplicaHead {
  package init(_ head: Head) {
    self.init(
      head.replica, head.sequence, digest: head.digest?.half ?? Bytes16(high: 0, low: 0),
      isFrozen: head.isFrozen)
  }
}
