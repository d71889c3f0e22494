import BoardLog
import BoardModel
import EaselBase

/// The change of a board's picture by recorded or merged entries.
package struct BoardChange: Sendable {
  /// The operations of the entries, in the order in which the picture applied them.
  package var operations: [(stamp: Stamp, operation: Operation)] = []
  /// The parts of the picture that must be repainted.
  package var damage = BatchDamage.none
  /// Whether the board has its first entry that only a newer version can read.
  package var hasFirstUnreadable = false
  /// The authors of entries that exceeded their author's allowance.
  package var overdrawn: Set<AuthorID> = []

  package init() {}
}
