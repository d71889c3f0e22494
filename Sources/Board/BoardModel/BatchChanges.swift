import EaselBase

/// The changes that a batch of operations makes to a picture.
///
/// The operations only note which things they change. The picture computes each of these things once,
/// at the end of the batch, however many operations changed it.
struct BatchChanges {
  /// The damage of each operation so far. The damage from a noted thing is added at the end.
  private(set) var damage: [Repaint] = []
  /// The noted things, by their slots.
  private(set) var things: [Slot: ChangedThing] = [:]

  /// Begins the changes of the next operation.
  mutating func beginOperation() { damage.append(Repaint()) }

  /// Adds damage to the present operation.
  mutating func add(_ new: Damage) { damage[damage.count - 1].add(new) }

  /// Adds the damage from a noted thing to the last operation that changed it.
  mutating func add(_ new: Damage, from thing: ChangedThing) { damage[thing.operation].add(new) }

  func notes(_ thing: Slot) -> Bool { things[thing] != nil }

  /// Notes that the present operation changes a thing. The call must come before the change.
  ///
  /// - Parameter overrides: the values of the thing before the change. Evaluated only for a thing
  ///   that is not noted yet.
  mutating func note(_ thing: Slot, overrides: @autoclosure () -> ItemOverrides) {
    if things[thing] == nil { things[thing] = ChangedThing(overrides: overrides()) }
    things[thing]?.operation = damage.count - 1
  }

  /// Notes that a noted thing gets another piece.
  mutating func notePiece(of thing: Slot) { things[thing]?.hasNewPieces = true }
}

/// A thing that operations of a batch changed.
struct ChangedThing {
  /// The values that changes had replaced before the batch.
  let overrides: ItemOverrides
  /// The index of the last operation in the batch that changed the thing.
  fileprivate(set) var operation = 0
  /// Whether the thing got pieces since its first change in the batch.
  fileprivate(set) var hasNewPieces = false
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
