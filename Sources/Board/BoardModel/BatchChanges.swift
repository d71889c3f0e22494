import EaselBase

/// The changes that a batch of operations makes to a picture.
///
/// The operations only note which operations may begin to stand or stop standing, and which things
/// they change. At the end of the batch the picture switches each operation on or off once, and
/// computes each thing once, however many operations of the batch concern them.
struct BatchChanges {
  /// The damage of each operation so far. The damage from a noted thing is added at the end.
  private(set) var damage: [Repaint] = []
  /// The noted things, by their slots.
  private(set) var things: [Slot: ThingChange] = [:]
  /// The operations to turn, each with the index of the last operation of the batch that decides about
  /// it.
  private(set) var affected: [Slot: Int] = [:]
  /// The gestures to turn, by their first operations.
  private(set) var gestures: [Slot: Int] = [:]

  private var present: Int { damage.count - 1 }

  /// Begins the changes of the next operation.
  mutating func beginOperation() { damage.append(Repaint()) }

  /// Adds damage to an operation: to the current one, unless another is given.
  mutating func add(_ new: Damage, from operation: Int? = nil) {
    damage[operation ?? present].add(new)
  }

  /// Adds the damage of a refresh.
  ///
  /// - Returns: the damage from things that only clears hid or brought back.
  mutating func add(_ refreshed: Refreshed) -> Damage {
    var cleared = Repaint()
    for (operation, damage) in refreshed.damage {
      if let operation { add(damage, from: operation) } else { cleared.add(damage) }
    }
    return cleared.result
  }

  func notes(_ thing: Slot) -> Bool { things[thing] != nil }

  /// Notes that an operation changes a thing. The operation is the current one, unless another is
  /// given.
  mutating func note(_ thing: Slot, from operation: Int? = nil) {
    things[thing, default: ThingChange()].note(operation ?? present)
  }

  /// Notes that a noted thing gets another piece.
  mutating func notePiece(of thing: Slot) { things[thing]?.hasNewPieces = true }

  /// Notes an operation that may begin to stand or stop standing.
  mutating func affect(_ slot: Slot, from operation: Int? = nil) {
    affected[slot] = max(affected[slot] ?? 0, operation ?? present)
  }

  /// Notes that the current operation decides about a gesture.
  mutating func affect(gesture head: Slot) { gestures[head] = present }
}

/// A thing that operations of a batch changed.
struct ThingChange {
  /// The index of the last operation in the batch that changed the thing.
  fileprivate(set) var operation = 0
  /// Whether the thing got pieces since its first change in the batch.
  fileprivate(set) var hasNewPieces = false

  fileprivate mutating func note(_ new: Int) { operation = max(operation, new) }
}

/// The parts of its things for which a change stands.
struct StandingParts: OptionSet, Sendable {
  let rawValue: UInt8

  static let author = StandingParts(rawValue: 1)
  static let others = StandingParts(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ owner: ThingOwner) { self = owner == .author ? .author : .others }
}

/// Adds up damage.
struct Repaint {
  private(set) var result = Damage.none

  mutating func add(_ damage: Damage) {
    switch (result, damage) {
    case (_, .none): break
    case (.none, _): result = damage
    case (.area(let a), .area(let b)): result = .area(a.union(b))
    default: result = .all
    }
  }
}
