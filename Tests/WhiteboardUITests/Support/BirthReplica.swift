import BoardLog
import EaselBase

extension ReplicaGenesis {
  /// The replica on the board that the tests use where it does not matter.
  var replica: ReplicaID { replica(on: BoardGenesis.unowned.id) }
}
