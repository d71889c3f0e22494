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
  case join(SessionUUID)
  /// Stays in the session after another file was opened that holds the same board.
  case goOn
  /// Leaves the session. The other participants stay in it.
  case leave
  case endForEveryone
  /// Asks through the library whether the others come along to the board at this path.
  case prepare(path: String, Invitation)
  /// Answers the question of `preparing`.
  case choose(ActivationChoice)
  /// Asks the library to bring a session to the user's attention.
  case requestForeground(SessionUUID)
  /// Answers a person who asks to be admitted to the call.
  case answer(visitor: UInt64, DoorAnswer)
  /// Finds the other users of this machine who can be rung.
  case findPeople
  /// Invites a user of this machine to the session. Outside of a session, one begins when that user
  /// comes; it waits no longer if that user does not come.
  case ring(PersonHere, Invitation)
  /// Answers a ring. This user then leaves the present call for the session of the other user.
  case answerRing(UInt64, accepts: Bool)
  /// Takes part in the discovery of people nearby as far as this.
  case discover(NearbyMode)
  /// Begins a meeting with a person nearby, whose ticket this user then gets.
  case meet(NearbyPerson)
  /// Confirms or declines the words of this meeting. Nil is the one that has no words yet.
  case answerMeeting(Meeting?, accepts: Bool)
  /// Whether the program asks the user before it admits a guest with a ticket.
  case askFirst(Bool)
  /// Changes what a member of the call may do from now on, as a moderator decided. All earlier
  /// tickets become invalid.
  case rule(Ruling, RulingSubject)
  /// Makes all people watchers, except the host, this user and these members.
  case lock(sparing: [ParticipantUUID])
  /// Lets the people draw again that the lock made watchers.
  case unlock
  /// Listens for guests, admits only guests with a ticket, and reports the tickets.
  case makeTickets
  /// Replaces all earlier tickets by new ones. All members that the last `members` event named
  /// stay.
  case renewTickets
  /// How long the tickets of this user last. Only a host can end them by itself.
  case keepTickets(TicketLife)
}

/// The participants that come along to a board that the user opens.
package enum ActivationChoice: Hashable, Sendable {
  case everyone, alone
  /// The board is not opened.
  case nothing
}

/// The rights that a user gives to a person who asks to be admitted.
package enum DoorAnswer: Hashable, Sendable { case draw, watch, nothing }
