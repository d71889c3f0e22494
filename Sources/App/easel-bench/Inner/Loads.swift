import BoardModel
import EaselBase

typealias StampedOperations = [(stamp: Stamp, operation: Operation)]

/// Made-up operations, as a log hands them over, and actions at their limits.
enum Loads {
  static let drawer = ReplicaID(Bytes16(high: 3, low: 1))
  static let changer = ReplicaID(Bytes16(high: 3, low: 2))

  static func id(_ number: Int, of replica: ReplicaID) -> EntryID {
    EntryID(replica, SequenceNumber(UInt64(number)))
  }

  /// Actions that each make a dot, all in one place.
  static func dots(_ count: Int) -> [Operation.Action] {
    guard let point = PackedPoints([BoardPoint(x: 500, y: 500)], stepExponent: 0) else { return [] }
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    let dot = Operation.Action.make(.stroke(Stroke(kind: .pen, ink: ink, points: point)))
    return Array(repeating: dot, count: count)
  }

  /// The operations of one replica.
  ///
  /// - Parameter earlier: how many operations of others stand before them.
  static func operations(
    _ actions: [Operation.Action], by replica: ReplicaID, after earlier: Int = 0
  ) -> StampedOperations {
    actions.enumerated().map { index, action in
      let stamp = Stamp(
        id: id(index + 1, of: replica), author: AuthorID(replica.raw),
        lamport: Lamport(UInt64(earlier + index + 1)), at: 0, lasted: 0)
      return (stamp, Operation(action))
    }
  }

  /// Cancels in even rounds, and restores in odd ones.
  static func toggle(_ id: EntryID, _ round: Int) -> Operation.Action {
    round % 2 == 0 ? .cancel(id) : .restore(id)
  }

  static func move(_ ids: [EntryID]) -> Operation.Action {
    .change(.items(ids), .move(BoardOffset(dx: 1, dy: 1)))
  }

  static func recolour(_ ids: [EntryID]) -> Operation.Action {
    .change(.items(ids), .recolour(InkColor(rgb: 0x12_34_56)))
  }

  /// A clear of replicas that do not exist: as many as one action may name.
  static func clearOfUnknown(_ number: Int) -> Operation.Action {
    let known = (0..<Limits.replicas).map { index in
      let replica = ReplicaID(Bytes16(high: UInt64(number * Limits.replicas + index), low: 9))
      return (replica, SequenceNumber(1))
    }
    return .change(.upTo(VersionVector(Dictionary(uniqueKeysWithValues: known))), .hide)
  }
}
