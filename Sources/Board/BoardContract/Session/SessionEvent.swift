import BoardModel
import EaselBase

/// The events of the session that this user is in.
package enum SessionEvent: Sendable {
  /// All participants in the session now, this user included.
  case participants([SessionParticipant])
  /// A participant's presence (name, colour, view, pointer) is new or has changed.
  case appeared(ParticipantPresence, ParticipantUUID)
  /// This participant has been silent for a while.
  case vanished(ParticipantUUID)
  /// These strokes and texts in progress are new or have changed.
  case wets([GuestItem])
  case wetGone(GuestItem.ID)
  /// This user has all entries that the others had when the user came. Entries that come later, and
  /// participants that come later, are news.
  case caughtUp
  /// The number of all entries and messages of one participant that were refused in this session;
  /// of those who are not in the session, under nil.
  case refused(RefusalCounts, from: ParticipantUUID?)
  case happened(SessionNotice, by: ParticipantUUID)
  /// A change of keys, signed by the host, has removed these participants from the call. The change
  /// does not say which participant asked for it.
  case putOut([ParticipantUUID])
  /// A ruling has removed these authors from the call.
  case removed([AuthorID])
  /// Another participant has the same entries, but its picture differs.
  case alarm(with: ParticipantUUID)
  /// Log and picture were rebuilt from the board's file.
  case rebuilt
  /// This user is no longer in the session. The picture stays.
  case ended(Ending)
}

/// A participant of a session.
package struct SessionParticipant: Hashable, Sendable {
  package var id: ParticipantUUID
  /// The name that the transport gives this participant. It takes precedence over the name that the
  /// participant chose; nil if the transport gives none.
  package var name: SafeText?
  package var mayDraw: Bool
  package var kind: ParticipantKind
  package var way: MeetingWay
  /// The author that this participant has proved to be; nil if that is not known.
  package var author: AuthorID?

  package init(
    id: ParticipantUUID, name: SafeText? = nil, mayDraw: Bool = true,
    kind: ParticipantKind = .person,
    way: MeetingWay = .ticket, author: AuthorID? = nil
  ) {
    self.id = id
    self.name = name
    self.mayDraw = mayDraw
    (self.kind, self.way, self.author) = (kind, way, author)
  }
}

/// The way in which this user and a participant met, as far as the links between them show it. The raw
/// value stands in the file of known people. Never change a raw value.
package enum MeetingWay: String, Hashable, Sendable {
  case machine, nearby, ticket, ssh
}

/// Whether a person is behind a participant.
package enum ParticipantKind: Hashable, Sendable {
  case person
  /// A program without a screen, such as a host.
  case program
  /// A screen that only shows the board, opened by a person whose name it has.
  case display
}

/// The reason why this user is no longer in a session.
package enum Ending: Hashable, Sendable {
  /// This user left it.
  case left
  /// This user ended it for everyone.
  case endedHere
  /// Another participant ended the session for everyone; the value is the name, nil if it is
  /// unknown.
  case ended(by: SafeText?)
  case everyoneLeft
  /// Another session replaced this session for all participants.
  case replaced(by: SessionUUID)
  case callEnded
  /// A moderator removed this user from the call.
  case putOut
  case failed(SafeText)
}
