import BoardModel
import EaselBase

/// The present state of a participant, as the other participants of a session see it. Only the
/// latest appearance counts, and appearances are never stored.
package struct ParticipantPresence: Hashable, Sendable {
  /// The author id in the entries that the participant writes.
  package var author: AuthorID
  /// The name that the other participants see.
  package var name: SafeText
  /// The colour that the participant wishes for; ``IdentityAssignment`` decides who gets it.
  package var color: InkColor
  /// The number of the sign that the participant wishes for.
  package var sign: UInt8
  /// The time when the participant entered the session, in milliseconds since 1970 by the
  /// participant's own clock. If two participants with the same rights wish for the same colour,
  /// the one who entered earlier gets it.
  package var since: Int64
  /// The place of the participant's pointer; nil while the pointer is not on the canvas.
  package var pointer: BoardPoint?
  /// The number of the participant's present tool, as the app numbers its tools.
  package var tool: UInt8 = 0
  /// The part of the board that the participant sees.
  package var view: BoardRect?
  /// The units of the board in a column of that view; 0 if the participant's program does not say.
  package var columnWidth: UInt32 = 0
  /// The points that the participant's laser touched recently, the oldest first: at most
  /// ``trailMax``.
  package var trail: [BoardPoint] = []
  /// The text that the participant shows beside the pointer.
  package var speech: SafeText?
  /// The participant whose view this participant follows; nil while it follows none.
  package var following: ParticipantUUID?
  /// The reason why the host of the call cannot save the board at present. Nil while the host can,
  /// and nil for any other participant.
  package var unsaved: SafeText?
  /// Whether the participant watches the film of the board, instead of the board as it is now.
  package var replays = false

  /// The maximum points of a trail.
  package static let trailMax = 64

  /// Creates an appearance with tool 0, and without a pointer and the other optional parts.
  package init(author: AuthorID, name: SafeText, color: InkColor, sign: UInt8, since: Int64) {
    self.author = author
    self.name = name
    self.color = color
    self.sign = sign
    self.since = since
  }
}
