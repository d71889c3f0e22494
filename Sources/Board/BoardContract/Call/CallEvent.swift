import BoardModel
import EaselBase

/// The events of the call, inside and outside of a session.
package enum CallEvent: Sendable {
  /// Whether another person is in the call. An earlier event has named the people.
  case eligibility(Bool)
  /// The session starts as soon as another person arrives.
  case staged
  case unstaged
  /// A session can be joined: another member began it, or it can be reached again.
  case offered(JoinableSession)
  /// The board of a session has another name, or looks different by now.
  case described(SessionUUID, title: SafeText, Miniature)
  /// A session is over, or can no longer be reached.
  case withdrawn(SessionUUID)
  /// Others can now reach the call that this user is in; nil if this user has no tickets to give.
  ///
  /// `canModerate` says whether this user may change the rights of other members and the tickets.
  /// `mayShare` is false for a watcher: other members do not receive a session that a watcher
  /// begins. The event is sent again when any value changes.
  case connected(Tickets?, canModerate: Bool, mayShare: Bool = true)
  /// How long the tickets of this user last from now on.
  case ticketLife(TicketLife)
  /// The tickets ended by themselves, because of this life, and there are new ones.
  case ticketsEnded(TicketLife)
  /// This user has left the call, and can join no other call until the program is started again.
  case over
  /// This program has asked to be admitted to a call, and a user of the call now decides.
  case asked
  /// The library asks whether the others come along to the board at this path.
  case preparing(path: String)
  /// The library has the answer about the board at this path.
  case prepared(path: String, ActivationChoice)
  /// A session asks for the user's attention.
  case foregroundRequested
  /// A session has a notice for this user: a participant's name and action.
  case acted(SafeText)
  /// A person asks to be admitted and waits for an answer.
  case knocked(AdmissionRequest)
  /// A person who asked to be admitted no longer waits.
  case wentAway(visitor: UInt64)
  /// A user of this machine came in without a question, because this user rang them.
  case cameByRing(SafeText)
  /// The other users of this machine who can be rung.
  case peopleHere([PersonHere])
  /// A user of this machine rings, and waits for an answer.
  case rang(RingInvitation)
  /// The ring with this number waits no longer.
  case ringEnded(UInt64)
  /// This user's ring at a user of this machine has ended.
  case ringAnswered(PersonHere, RingOutcome)
  /// The runs in this network that are findable.
  case nearby(NearbySearch)
  case meeting(MeetingEvent)
  /// This user has left the call for the call of a user who rang, and joins this session there. Nil
  /// is the first session that is offered.
  case changedCall(toJoin: SessionUUID?)
  /// The same user opened this board a second time, and wants to join the call from there.
  case wished
  /// The people in the call, and how they are linked.
  case around(CallStatus)
  /// The members that would get new keys, and those that are out of reach. Members that may draw
  /// come first.
  ///
  /// `isHost` says whether this member is the host, which changes keys itself. Any other member
  /// asks the host, and then only the members in the session stay in the call.
  case members([CallMember], isHost: Bool)
  /// The board was locked, or the lock changed; nil if it ended.
  case locked(BoardLock?)
  /// Some participants are out of reach and the program searches for them, or the search has ended.
  case reach(Reach)
  /// This user has joined a session. From now on, the receiver ignores the events of any other
  /// session.
  case entered(Entrance)
}

package enum Reach: Hashable, Sendable {
  case lost
  case back
  /// The search has ended without success. The participants are reported as left, each by name.
  case givenUp
}

/// The people and links around this user in the call.
package struct CallStatus: Hashable, Sendable {
  /// The other people in the call, whether or not they are in a session.
  package var people: [SafeText]
  /// How many of `people` are this user's own other windows. They are the last in the list.
  package var ownWindows: Int
  /// The names of the people who opened the displays in the call.
  package var displays: [SafeText]
  /// Whether no other member is in the call, not even a program without a screen.
  package var isAlone: Bool
  /// The member that connects the others: without it, the remaining members could not find each
  /// other again. Nil if there is no such member.
  package var hub: Hub?
  /// Round-trip time in milliseconds to the farthest member with a direct link to this one.
  package var roundTrip: Int64?

  package enum Hub: Hashable, Sendable {
    case oneself
    case other(SafeText)
  }

  package init(
    people: [SafeText] = [], ownWindows: Int = 0, displays: [SafeText] = [],
    isAlone: Bool = false, hub: Hub? = nil, roundTrip: Int64? = nil
  ) {
    (self.people, self.hub, self.roundTrip) = (people, hub, roundTrip)
    (self.displays, self.isAlone) = (displays, isAlone)
    self.ownWindows = min(max(ownWindows, 0), people.count)
  }

  /// The people besides this user's own other windows.
  package var others: ArraySlice<SafeText> { people.dropLast(ownWindows) }
}

/// Another member of the call, as the sheet about new keys shows it.
package struct CallMember: Hashable, Sendable {
  /// The UUID of the participant; for a member outside of the session, it is made from the member
  /// id.
  package var id: ParticipantUUID
  package var name: SafeText
  package var mayDraw: Bool
  package var location: Location
  /// The members to whom a ruling about this member also applies: other processes of the same
  /// person, and members that were admitted only through this member.
  package var companions: Set<ParticipantUUID>
  /// The way to this member; nil if no way is known.
  package var way: Way?

  /// The link over which a member is reached.
  package struct Way: Hashable, Sendable {
    /// The medium of the link, such as "TCP".
    package var medium: String
    /// The neighbour at the other end of the link; nil if it is the member itself.
    package var neighbour: SafeText?

    package init(_ medium: String, through neighbour: SafeText? = nil) {
      (self.medium, self.neighbour) = (medium, neighbour)
    }
  }

  package enum Location: Int, Hashable, Sendable {
    case session
    /// In the call, but not in this session.
    case call
    /// The member was in this session, and is now out of reach.
    case away
  }

  package init(
    id: ParticipantUUID, name: SafeText, mayDraw: Bool = true, location: Location = .session,
    companions: Set<ParticipantUUID> = [], way: Way? = nil
  ) {
    (self.id, self.name, self.mayDraw, self.location) = (id, name, mayDraw, location)
    (self.companions, self.way) = (companions, way)
  }
}

/// The member that a ruling is about.
package struct RulingSubject: Hashable, Sendable {
  package var id: ParticipantUUID
  /// The members that get new keys: exactly the members that the sheet named.
  package var staying: [ParticipantUUID]

  package init(_ id: ParticipantUUID, staying: [ParticipantUUID]) {
    (self.id, self.staying) = (id, staying)
  }
}

/// The request of a person who asks to be admitted.
package struct AdmissionRequest: Hashable, Sendable {
  /// Identifies the request in the answer.
  package var number: UInt64
  package var name: SafeText
  package var origin: Origin

  /// How the person reached this program.
  package enum Origin: Hashable, Sendable {
    /// As a user of this machine. The system gives the name, so the person cannot choose it.
    case user(toDraw: Bool)
    /// With a ticket, under a name that the person chose.
    case ticket(toDraw: Bool)
  }

  package init(number: UInt64, name: SafeText, origin: Origin = .user(toDraw: true)) {
    (self.number, self.name, self.origin) = (number, name, origin)
  }
}

/// The tickets that let guests into the call. A person who has a ticket can pass it on.
package struct Tickets: Hashable, Sendable {
  /// The ticket to draw; nil when this user may only watch.
  package var drawing: SafeText?
  package var watching: SafeText
  /// The addresses in the tickets, such as `tcp://192.0.2.2:37761`. The guest's machine must reach
  /// one of them.
  package var addresses: [SafeText]
  /// Whether this machine has an address at which other machines can reach it.
  package var hasNetwork: Bool
  /// The tickets as QR codes; nil when a ticket is too long for a code.
  package var drawingCode: QRCode?
  package var watchingCode: QRCode?

  package init(
    drawing: SafeText?, watching: SafeText, addresses: [SafeText] = [],
    hasNetwork: Bool = true, drawingCode: QRCode? = nil, watchingCode: QRCode? = nil
  ) {
    (self.drawing, self.watching, self.addresses) = (drawing, watching, addresses)
    self.hasNetwork = hasNetwork
    (self.drawingCode, self.watchingCode) = (drawingCode, watchingCode)
  }
}

/// A session that can be joined.
package struct JoinableSession: Hashable, Sendable {
  package var session: SessionUUID
  package var invitation: Invitation
  /// The session that this session replaces. All participants of the replaced session change to
  /// this session without a question.
  package var replaces: SessionUUID?
  /// Whether this user began the session, in another window. The keys of the call prove it.
  package var isOwn: Bool

  package init(
    session: SessionUUID, invitation: Invitation, replaces: SessionUUID? = nil, isOwn: Bool = false
  ) {
    self.session = session
    self.invitation = invitation
    (self.replaces, self.isOwn) = (replaces, isOwn)
  }
}

/// The data with which this user enters a session.
package struct Entrance: Sendable {
  package var session: SessionUUID
  /// This user's id in the session.
  package var me: ParticipantUUID
  /// The opening of the session's board; nil if that board was open already.
  package var opening: BoardSwitch?
  /// Whether this user may draw; otherwise the user only watches.
  package var mayDraw: Bool

  package init(
    session: SessionUUID, me: ParticipantUUID, opening: BoardSwitch? = nil, mayDraw: Bool = true
  ) {
    self.session = session
    self.me = me
    self.opening = opening
    self.mayDraw = mayDraw
  }
}
