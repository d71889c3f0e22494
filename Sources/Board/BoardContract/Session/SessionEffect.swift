import BoardModel
import EaselBase

/// The messages of a user to the session. The session client sends them.
package enum SessionEffect: Sendable {
  /// The user begins a stroke: the id that the finished operation will have, its style, and its
  /// first point.
  case penBegan(EntryID, WetStyle, BoardPoint)
  case penMoved([BoardPoint])
  /// The user types a text; the label holds the whole text so far.
  case typed(EntryID, Label)
  /// The stroke or text became an entry (`penFinished`), or was given up (`penAbandoned`).
  case penFinished
  case penAbandoned
  case appear(ParticipantPresence)
  /// Sends a notice to all other participants, reliably.
  case notify(SessionNotice)
}
