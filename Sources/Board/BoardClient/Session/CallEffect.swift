import BoardDocument
import BoardLog
import BoardModel
import EaselBase

/// A user's wishes to the call, which the controller carries out.
public enum CallEffect: Sendable {
  /// Begin a session with the board that is open, for everybody in the call; the one that one is in
  /// is replaced by it.
  case share(Invitation)
  /// Show how others can come, and begin the session as soon as somebody does. Told again, with the
  /// board that is open then.
  case stage(Invitation)
  case unstage
  case join(Bytes16)
  /// Stay in the session with the file that is open now, which holds the same board.
  case goOn
  /// The others go on.
  case leave
  case endForEveryone
  /// Lets somebody in who knocks, or turns them away.
  case answer(visitor: UInt64, DoorAnswer)
  /// Asks before whoever comes to this run with a ticket is let in.
  case askFirst(Bool)
  /// A moderator decides what a member of the call may do from now on. All tickets until now end.
  case rule(Ruling, RulingSubject)
  /// Listens for others, of whom only those with a ticket are let in, and tells of the tickets.
  case makeTickets
  /// Writes the tickets into a file for their owner only, keeps it true, and says where it is.
  case writeTickets
  /// Ends all tickets until now, for others. All members stay that were told last.
  case renewTickets
  /// Whether moves of the mouse without a button are to be reported: others want to see them.
  case hover(Bool)
}

/// The rights that a user gives to a visitor who knocks.
public enum DoorAnswer: Hashable, Sendable { case draw, watch, nothing }

/// A user's messages to the session that they are in, which the session client sends.
public enum SessionEffect: Sendable {
  /// A pen touches: the name that the finished operation will have, how it looks, and where.
  case penBegan(EntryID, WetStyle, BoardPoint)
  case penMoved([BoardPoint])
  /// The user types a text, which reads so now.
  case typed(EntryID, Label)
  /// The stroke or the text is kept, or nothing of it is.
  case penFinished
  case penAbandoned
  case appear(Appearance)
  /// Tell all the others, reliably.
  case tell(SessionNotice)
  /// The name of another participant, which the entry writer stores beside their entries.
  case met(Person)
}
