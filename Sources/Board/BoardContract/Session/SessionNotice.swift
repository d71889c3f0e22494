import BoardModel
import EaselBase

/// A notice that a participant sends once to the other participants of a session. It is neither an
/// entry nor a part of an appearance.
package enum SessionNotice: Hashable, Sendable {
  /// The receiver's view moves to this part of the board and stays there until the receiver moves
  /// it.
  case lookHere(BoardRect)
  /// The rights of a participant were changed. The notice only reports the change; the change
  /// itself is a change of keys.
  case ruled(Ruling, ParticipantUUID)
}

/// The rights that a participant has from now on, as a moderator decided.
package enum Ruling: Hashable, Sendable, CaseIterable {
  case putOut, watches, draws
}
