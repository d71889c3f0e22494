import BoardLog
import EaselBase

/// The requests of a user to its board controller.
package enum BoardEffect {
  /// Sign the entry, write it, and answer `.kept`.
  case keep(Entry)
  /// Send `.woke` at this uptime, in milliseconds; a later request replaces it.
  case wake(at: Int64)
  /// Leave the open board for a fresh one. With a picture, the new board begins from it.
  case newBoard(keepingPicture: Bool)
  case call(CallEffect)
  /// An effect in the session with this id.
  case session(SessionEffect, in: Bytes16)
  /// Work of the user itself, which runs at this position among the other effects.
  case custom(@MainActor () -> Void)
}
