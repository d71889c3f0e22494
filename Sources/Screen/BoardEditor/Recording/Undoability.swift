import BoardModel

/// Whether undo and redo would have an effect.
package struct Undoability: Hashable, Sendable {
  package var canUndo: Bool
  package var canRedo: Bool
}

extension Damage {
  /// Adds damage. Ignores things that were added on top of all others, because they are painted
  /// directly.
  package mutating func add(_ other: Damage) {
    switch (self, other) {
    case (_, .none), (_, .added), (.all, _): break
    case (.area(let known), .area(let area)): self = .area(known.union(area))
    default: self = other
    }
  }
}
