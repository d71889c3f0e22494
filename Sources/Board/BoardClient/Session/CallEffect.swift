import BoardDocument
import BoardLog
import BoardModel
import EaselBase

/// The requests of a user to the call, which the controller carries out.
package enum CallEffect: Sendable {
  /// Begins a session with the open board, for all members of the call. It replaces the session
  /// that this user is in.
  case share(Invitation)
  /// Shows how others can join, and begins the session as soon as another person arrives. The
  /// effect is sent again when another board is opened.
  case stage(Invitation)
  case unstage
  /// Shows the present picture of the session's board to the members of the call that are not in
  /// the session.
  case describe(Miniature)
  case join(Bytes16)
  /// Stays in the session after another file was opened that holds the same board.
  case goOn
  /// Leaves the session. The other participants stay in it.
  case leave
  case endForEveryone
  /// Answers a person who asks to be admitted to the call.
  case answer(visitor: UInt64, DoorAnswer)
  /// Whether the program asks the user before it admits a guest with a ticket.
  case askFirst(Bool)
  /// Changes what a member of the call may do from now on, as a moderator decided. All earlier
  /// tickets become invalid.
  case rule(Ruling, RulingSubject)
  /// Listens for guests, admits only guests with a ticket, and reports the tickets.
  case makeTickets
  /// Writes the tickets into a file that only its owner can read, updates the file when the tickets
  /// change, and reports its path.
  case writeTickets
  /// Replaces all earlier tickets by new ones. All members that the last `members` event named
  /// stay.
  case renewTickets
}

/// The rights that a user gives to a person who asks to be admitted.
package enum DoorAnswer: Hashable, Sendable { case draw, watch, nothing }

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
  case tell(SessionNotice)
  /// The name of another participant. The entry writer stores it beside the entries of that
  /// participant.
  case met(Person)
}
