import BoardDocument
import BoardLog
import BoardModel
import EaselBase

/// The requests of a user to the call, which the controller carries out.
package enum CallEffect: Sendable {
  /// Begins a session with the open board, for all members of the call. It replaces the session
  /// that this user is in.
  case share(Invitation)
  /// Shows how others can join, and begins the session as soon as another person arrives. It is
  /// sent again with the open board when that changes.
  case stage(Invitation)
  case unstage
  case join(Bytes16)
  /// Stays in the session with the file that is open now, which holds the same board.
  case goOn
  /// Leaves the session; the other participants go on.
  case leave
  case endForEveryone
  /// Admits a person who asks to come in, or refuses.
  case answer(visitor: UInt64, DoorAnswer)
  /// Whether this run asks the user before it admits a guest with a ticket.
  case askFirst(Bool)
  /// A moderator decides what a member of the call may do from now on. All earlier tickets end.
  case rule(Ruling, RulingSubject)
  /// Listens for guests, admits only those with a ticket, and reports the tickets.
  case makeTickets
  /// Writes the tickets into a file that only its owner can read, keeps it up to date, and reports
  /// its path.
  case writeTickets
  /// Replaces all earlier tickets by new ones. All members in the last `members` event stay.
  case renewTickets
  /// Whether the shell reports mouse moves without a button, because other participants show the
  /// pointer.
  case hover(Bool)
}

/// The rights that a user gives to a person who asks to come in.
package enum DoorAnswer: Hashable, Sendable { case draw, watch, nothing }

/// The messages of a user to their session, which the session client sends.
package enum SessionEffect: Sendable {
  /// A pen touches: the id that the finished operation will have, its style, and the point.
  case penBegan(EntryID, WetStyle, BoardPoint)
  case penMoved([BoardPoint])
  /// The user types a text; the label holds its present state.
  case typed(EntryID, Label)
  /// The stroke or the text is kept (`penFinished`), or nothing of it is kept (`penAbandoned`).
  case penFinished
  case penAbandoned
  case appear(Appearance)
  /// Sends a notice to all other participants, reliably.
  case tell(SessionNotice)
  /// The name of another participant, which the entry writer stores beside their entries.
  case met(Person)
}
