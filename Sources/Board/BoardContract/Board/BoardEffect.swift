import BoardLog
import EaselBase

/// The requests of a user to its board controller.
package enum BoardEffect: Sendable {
  /// Sign the entry, store it on the disk, and answer `.kept`. The first entry of a new board
  /// creates the file.
  case keep(Entry)
  /// Store the name of another person beside the entries of that person.
  case introduce(Person)
  /// Send `.woke` at this uptime, in milliseconds; a later request replaces it.
  case wake(at: Int64)
  /// Leave the open board for a new board, which has no file until its first entry is stored. If
  /// `keepingPicture`, the new board begins with the present picture as its base.
  case newBoard(keepingPicture: Bool)
  case call(CallEffect)
  /// An effect in the session with this id.
  case session(SessionEffect, in: SessionUUID)
  /// A request about the films of the session that the user is in.
  case playback(PlaybackRequest)
  /// Work of the user itself, which runs at this position among the other effects.
  case custom(@MainActor () -> Void)
}
