import BoardModel
import EaselBase

extension [Entry] {
  /// Every order of arrival in which the entries of each replica come in their order.
  var ordersOfArrival: [[Entry]] {
    let queues = Dictionary(grouping: self, by: \.id.replica).values.map { $0[...] }
    return Self.orders(of: queues)
  }

  private static func orders(of queues: [ArraySlice<Entry>]) -> [[Entry]] {
    guard queues.contains(where: { !$0.isEmpty }) else { return [[]] }
    return queues.indices.flatMap { index -> [[Entry]] in
      guard let first = queues[index].first else { return [] }
      var rest = queues
      rest[index].removeFirst()
      return orders(of: rest).map { [first] + $0 }
    }
  }

  /// The pictures that the entries give in every order of arrival, one by one and in one batch.
  var pictures: [Picture] {
    ordersOfArrival.flatMap { order -> [Picture] in
      var (single, batched) = (Picture(), Picture())
      for entry in order { _ = single.apply(entry.operation, entry.stamp) }
      _ = batched.apply(order.map { ($0.stamp, $0.operation) })
      return [single, batched]
    }
  }
}

extension Entry {
  /// An entry of the author and the replica with this number.
  init(
    _ action: Operation.Action, by person: Int, _ sequence: UInt64, at lamport: UInt64,
    gesture: UInt64? = nil
  ) {
    self.init(
      operation: Operation(action, gesture: gesture.map(SequenceNumber.init)),
      stamp: Stamp(
        id: EntryID(Named.replica(person), SequenceNumber(sequence)), author: Named.author(person),
        lamport: Lamport(lamport), at: 0, lasted: 0))
  }
}

extension Operation.Action {
  /// Makes a rectangle, which every effect changes visibly.
  static func rectangle(at x: Int32, continues: Bool = false) -> Self {
    let points = [BoardPoint(x: x, y: 0), BoardPoint(x: x + 500, y: 400)]
    return .make(.stroke(.through(points, kind: .rectangle, continues: continues)))
  }
}

extension Operation.Effect {
  /// One of each kind, except for the order of drawing.
  static let kinds: [Self] = [
    .hide, .move(BoardOffset(dx: 7, dy: 9)), .recolour(InkColor(rgba: 0x1234_5678)),
    .resize(
      BoardScaling(
        scaleX: 2 * BoardScaling.one, scaleY: BoardScaling.one, shiftX: 5, shiftY: 0) ?? .identity),
    .setWidth(7), .setFilled(true),
  ]
}
