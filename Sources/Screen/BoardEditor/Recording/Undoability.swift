import BoardModel

/// Whether undo and redo would have an effect.
package struct Undoability: Hashable, Sendable {
  package var canUndo: Bool
  package var canRedo: Bool
}
