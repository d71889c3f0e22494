import BoardDocument
import BoardLog
import BoardModel
import EaselBase

/// The events of the call, inside and outside of a session. Participants are identified by the
/// bytes that name their SessionState; sessions likewise.
package enum CallEvent: Sendable {
  /// Whether another person is in the call; an earlier event says who they are.
  case eligibility(Bool)
  /// The session starts as soon as another person arrives.
  case staged
  case unstaged
  /// A session can be joined: another member began it, or it came into reach.
  case offered(Offer)
  /// The session is over, or out of reach.
  case withdrawn(Bytes16)
  /// Others can now reach the call that this user is in: with these tickets, if there are any to
  /// give.
  ///
  /// A moderator changes the rights of other members, and the tickets. Other members do not receive
  /// what a watcher shares. The event is sent again when any of it changes.
  case connected(Tickets?, canModerate: Bool, mayShare: Bool = true)
  /// This user has left the call, and can join no other until the program is started again.
  case over
  /// This run has asked to come in, and a user there is asked whether it may.
  case asked
  /// A person asks to come in and waits for an answer.
  case knocked(AdmissionRequest)
  /// A person who asked to come in no longer waits.
  case wentAway(visitor: UInt64)
  /// The same user opened this board in another place, and wants to join from there.
  case wished
  /// The people in the call, and how they are linked.
  case around(Surroundings)
  /// The members that would get new keys, and those that are out of reach; members that may draw
  /// come first.
  ///
  /// `isHost` says whether this run changes keys itself. If not, it asks a host, which keeps only
  /// the members in the session.
  case members([CallMember], isHost: Bool)
  /// Other participants are out of reach and are searched for, or that has ended.
  case reach(Reach)
  /// This user has joined a session. Events of any other session are ignored from now on.
  case entered(Entrance)
}

package enum Reach: Hashable, Sendable {
  case lost
  case back
  /// The participants are reported as left, each by name.
  case givenUp
}

/// The people and links around this user in the call.
package struct Surroundings: Hashable, Sendable {
  /// The other people in the call, whether or not they are in a session.
  package var people: [SafeText]
  /// The member without which the other members could not find each other again; nil if they could.
  package var hub: Hub?
  /// Round-trip time in milliseconds to the farthest member that this run is linked with.
  package var roundTrip: Int64?

  package enum Hub: Hashable, Sendable {
    case oneself
    case other(SafeText)
  }

  package init(people: [SafeText] = [], hub: Hub? = nil, roundTrip: Int64? = nil) {
    (self.people, self.hub, self.roundTrip) = (people, hub, roundTrip)
  }
}

/// Another member of the call, as shown in the sheet about new keys.
package struct CallMember: Hashable, Sendable {
  /// Names the participant in the session; for a member outside of the session, the member's own
  /// id.
  package var id: Bytes16
  package var name: SafeText
  package var mayDraw: Bool
  package var place: Place
  /// The members to whom a ruling about this member also applies: other runs of the same person,
  /// and members that came in only through it.
  package var companions: Set<Bytes16>

  package enum Place: Int, Hashable, Sendable {
    case session
    /// In the call, and not in this session.
    case call
    /// It was in this session, and is now out of reach.
    case away
  }

  package init(
    id: Bytes16, name: SafeText, mayDraw: Bool = true, place: Place = .session,
    companions: Set<Bytes16> = []
  ) {
    (self.id, self.name, self.mayDraw, self.place) = (id, name, mayDraw, place)
    self.companions = companions
  }
}

/// The member that a ruling is about.
package struct RulingSubject: Hashable, Sendable {
  package var id: Bytes16
  /// The members that get new keys, as the sheet has named them; no other member gets them.
  package var staying: [Bytes16]

  package init(_ id: Bytes16, staying: [Bytes16]) { (self.id, self.staying) = (id, staying) }
}

/// A person who asks to come in.
package struct AdmissionRequest: Hashable, Sendable {
  /// Identifies the request in the answer.
  package var number: UInt64
  package var name: SafeText
  package var way: Way

  /// The way in which the person comes.
  package enum Way: Hashable, Sendable {
    /// As a user of this machine: the system gives the name, the person does not choose it.
    case user(toDraw: Bool)
    /// With a ticket, under a name that the person chose.
    case ticket(toDraw: Bool)
  }

  package init(number: UInt64, name: SafeText, way: Way = .user(toDraw: true)) {
    (self.number, self.name, self.way) = (number, name, way)
  }
}

/// The tickets that let guests into the call. A person who has a ticket can pass it on.
package struct Tickets: Hashable, Sendable {
  /// The ticket to draw; nil when this user may only watch.
  package var drawing: SafeText?
  package var watching: SafeText
  /// The tickets as QR codes; nil when a ticket is too long for a code.
  package var drawingCode: QRCode?
  package var watchingCode: QRCode?

  package init(
    drawing: SafeText?, watching: SafeText, drawingCode: QRCode? = nil,
    watchingCode: QRCode? = nil
  ) {
    (self.drawing, self.watching) = (drawing, watching)
    (self.drawingCode, self.watchingCode) = (drawingCode, watchingCode)
  }
}

/// A session that can be joined.
package struct Offer: Hashable, Sendable {
  package var session: Bytes16
  package var invitation: Invitation
  /// The session that this one replaces for all its participants: they come along without a
  /// question.
  package var replaces: Bytes16?

  package init(session: Bytes16, invitation: Invitation, replaces: Bytes16? = nil) {
    self.session = session
    self.invitation = invitation
    self.replaces = replaces
  }
}

/// The data with which this user enters a session.
package struct Entrance: Sendable {
  package var session: Bytes16
  /// This user's id in the session.
  package var me: Bytes16
  /// The opening of the session's board; nil if that board was open already.
  package var opening: BoardOpening?
  /// Whether this user may draw; otherwise the user only watches.
  package var mayDraw: Bool

  package init(
    session: Bytes16, me: Bytes16, opening: BoardOpening? = nil, mayDraw: Bool = true
  ) {
    self.session = session
    self.me = me
    self.opening = opening
    self.mayDraw = mayDraw
  }
}

/// The events of the session that this user is in.
package enum SessionEvent: Sendable {
  /// All participants who are in it now, this user included.
  case participants([SessionParticipant])
  /// The appearance of a participant has changed.
  case appeared(Appearance, Bytes16)
  /// Nothing was heard from this participant for a while.
  case vanished(Bytes16)
  /// Strokes and texts in progress are new, have more points or have another text. They are drawn
  /// together.
  case wets([GuestItem])
  case wetGone(GuestItem.ID)
  /// Entries of other members were merged.
  case merged(BoardChange)
  /// All entries of other members that were refused in this session.
  case refused(RefusalCounts)
  case happened(SessionNotice, by: Bytes16)
  /// A change of keys, signed by the host, has removed these participants from the call. It does
  /// not say which participant asked for it.
  case putOut([Bytes16])
  /// A ruling has removed these authors from the call.
  case removed([AuthorID])
  /// Another participant's picture of the same entries differs.
  case alarm(with: Bytes16)
  /// Log and picture were made anew from the board's file.
  case rebuilt
  /// This user is no longer in the session. The picture stays.
  case ended(Ending)
}

/// A participant of a session.
package struct SessionParticipant: Hashable, Sendable {
  package var id: Bytes16
  /// The name that the transport gives them, which comes before the name they give themselves; nil
  /// leaves it to them.
  package var name: SafeText?
  package var mayDraw: Bool
  /// Whether a person sits there: a host without a screen is no person.
  package var isPerson: Bool

  package init(
    id: Bytes16, name: SafeText? = nil, mayDraw: Bool = true, isPerson: Bool = true
  ) {
    self.id = id
    self.name = name
    self.mayDraw = mayDraw
    self.isPerson = isPerson
  }
}

/// The reason why this user is no longer in a session.
package enum Ending: Hashable, Sendable {
  /// This user left it.
  case left
  /// This user ended it for everyone.
  case endedHere
  /// Another participant ended it for everyone; their name, where it is known.
  case ended(by: SafeText?)
  case everyoneLeft
  /// Another session took its place for everyone.
  case replaced(by: Bytes16)
  case callEnded
  /// A moderator removed this user from the call.
  case putOut
  case failed(SafeText)
}
