import BoardDocument
import BoardLog
import BoardModel
import EaselBase

/// What happens about the call, whether or not one is in a session. People of a session are named
/// by the bytes that name their seat; sessions likewise.
public enum CallEvent: Sendable {
  /// Whether another person's seat is in the call; who they are is told before.
  case eligibility(Bool)
  /// The session starts as soon as somebody arrives; the name says whom it waits for, where that is
  /// known.
  case staged(for: SafeText?)
  case unstaged
  /// A session can be joined: somebody began it, or one came into reach.
  case offered(Offer)
  /// It is over, or out of reach.
  case withdrawn(Bytes16)
  /// The call that one is in can be reached by others as well: with these tickets, where there are
  /// any to give.
  ///
  /// Who can moderate changes what others may do, and the tickets; what a watcher shares nobody gets.
  /// Told again when any of it changes.
  case connected(Tickets?, canModerate: Bool, mayShare: Bool = true)
  /// One is in the call no longer, and in no other until the program is started again.
  case over
  /// Where this run knocks somebody is asked whether it may come in.
  case asked
  /// Somebody knocks and waits for a word.
  case knocked(AdmissionRequest)
  /// One who knocked waits no longer.
  case wentAway(visitor: UInt64)
  /// The same user opened this board in another place, to be there as well.
  case wished
  /// Who is in the call, and how they are linked.
  case around(Surroundings)
  /// Everybody who would get new keys, and who is out of reach; members that may draw come first.
  ///
  /// `isHost` says whether this run changes keys itself; where it does not, it asks a host, which keeps only
  /// those in the session.
  case members([CallMember], isHost: Bool)
  /// Others are out of reach and looked for, or are so no longer.
  case reach(Reach)
  /// One has joined a session. Whatever is said about another one from now on is not heard.
  case entered(Entrance)
}

public enum Reach: Hashable, Sendable {
  case lost
  case back
  /// They are said to have left, each by name.
  case givenUp
}

/// What is around one in the call.
public struct Surroundings: Hashable, Sendable {
  /// The others, whether or not they are in a session.
  public var people: [SafeText]
  /// Without whom the others would not find each other again; nil where they would.
  public var hub: Hub?
  /// Milliseconds to the farthest of those one is linked with, and back.
  public var roundTrip: Int64?

  public enum Hub: Hashable, Sendable {
    case oneself
    case other(SafeText)
  }

  public init(people: [SafeText] = [], hub: Hub? = nil, roundTrip: Int64? = nil) {
    (self.people, self.hub, self.roundTrip) = (people, hub, roundTrip)
  }
}

/// Another member of the call, as the sheet shows it that says who gets new keys.
public struct CallMember: Hashable, Sendable {
  /// Names the seat in the session; of a member that has none it is the member's own.
  public var id: Bytes16
  public var name: SafeText
  public var mayDraw: Bool
  public var place: Place
  /// The members that a ruling about this one is about as well: other runs of the same person, and those
  /// that came in only through it.
  public var companions: Set<Bytes16>

  public enum Place: Int, Hashable, Sendable {
    case session
    /// In the call, and not in this session.
    case call
    /// It was in this session, and is out of reach.
    case away
  }

  public init(
    id: Bytes16, name: SafeText, mayDraw: Bool = true, place: Place = .session,
    companions: Set<Bytes16> = []
  ) {
    (self.id, self.name, self.mayDraw, self.place) = (id, name, mayDraw, place)
    self.companions = companions
  }
}

/// The member that a ruling is about.
public struct RulingSubject: Hashable, Sendable {
  public var id: Bytes16
  /// The members that get new keys, as the sheet has named them; no others do.
  public var staying: [Bytes16]

  public init(_ id: Bytes16, staying: [Bytes16]) { (self.id, self.staying) = (id, staying) }
}

/// Somebody at the door.
public struct AdmissionRequest: Hashable, Sendable {
  /// For the answer.
  public var number: UInt64
  public var name: SafeText
  public var way: Way

  /// How they come.
  public enum Way: Hashable, Sendable {
    /// As a user of this machine: the name is the system's, not one of their choice.
    case user(toDraw: Bool)
    /// With a ticket, under a name of their choice.
    case ticket(toDraw: Bool)
  }

  public init(number: UInt64, name: SafeText, way: Way = .user(toDraw: true)) {
    (self.number, self.name, self.way) = (number, name, way)
  }
}

/// What lets others into the call. Whoever has one can pass it on.
public struct Tickets: Hashable, Sendable {
  /// To draw; nil where one may only watch oneself.
  public var drawing: SafeText?
  public var watching: SafeText
  /// The same as codes; nil where a ticket is too long for one.
  public var drawingCode: QRCode?
  public var watchingCode: QRCode?

  public init(
    drawing: SafeText?, watching: SafeText, drawingCode: QRCode? = nil,
    watchingCode: QRCode? = nil
  ) {
    (self.drawing, self.watching) = (drawing, watching)
    (self.drawingCode, self.watchingCode) = (drawingCode, watchingCode)
  }
}

/// A session that can be joined.
public struct Offer: Hashable, Sendable {
  public var session: Bytes16
  public var invitation: Invitation
  /// The session in whose place this one was begun, for everyone in it: who was there comes along
  /// unasked.
  public var replaces: Bytes16?

  public init(session: Bytes16, invitation: Invitation, replaces: Bytes16? = nil) {
    self.session = session
    self.invitation = invitation
    self.replaces = replaces
  }
}

/// How one comes into a session.
public struct Entrance: Sendable {
  public var session: Bytes16
  /// One's own seat in it.
  public var me: Bytes16
  /// The session's board was opened for it; nil where it was the one that is open.
  public var opening: BoardOpening?
  /// Whoever may not only watches.
  public var mayDraw: Bool

  public init(
    session: Bytes16, me: Bytes16, opening: BoardOpening? = nil, mayDraw: Bool = true
  ) {
    self.session = session
    self.me = me
    self.opening = opening
    self.mayDraw = mayDraw
  }
}

/// What happens in a session that one is in.
public enum SessionEvent: Sendable {
  /// Everybody who is in it now, oneself included.
  case participants([SessionParticipant])
  /// What somebody shows of themselves.
  case appeared(Appearance, Bytes16)
  /// Nothing was heard of them for a while.
  case vanished(Bytes16)
  /// Something under somebody's hand is new, has more points or reads another way.
  case wet(GuestItem)
  /// The same of several, which are laid on the screen together.
  case wets([GuestItem])
  case wetGone(GuestItem.ID)
  /// Entries of other members were merged.
  case merged(BoardChange)
  case happened(SessionNotice, by: Bytes16)
  /// A change of keys, which the host signs, has put these out of the call. It does not say who asked
  /// for that.
  case putOut([Bytes16])
  /// A ruling has removed these authors from the call.
  case removed([AuthorID])
  /// Another has made something else of the same entries.
  case alarm(with: Bytes16)
  /// Log and picture were made anew from the board's file.
  case rebuilt
  /// One is no longer in it. The picture stays.
  case ended(Ending)
}

/// Somebody in a session.
public struct SessionParticipant: Hashable, Sendable {
  public var id: Bytes16
  /// What the transport calls them, whatever they call themselves; nil leaves it to them.
  public var name: SafeText?
  public var mayDraw: Bool
  /// Whether somebody sits there: a host without a screen is nobody.
  public var isPerson: Bool

  public init(
    id: Bytes16, name: SafeText? = nil, mayDraw: Bool = true, isPerson: Bool = true
  ) {
    self.id = id
    self.name = name
    self.mayDraw = mayDraw
    self.isPerson = isPerson
  }
}

/// Why one is no longer in a session.
public enum Ending: Hashable, Sendable {
  /// One left it oneself.
  case left
  /// One ended it oneself, for everyone.
  case endedHere
  /// Somebody ended it for everyone; their name, where it is known.
  case ended(by: SafeText?)
  case everyoneLeft
  /// Another session took its place for everyone.
  case replaced(by: Bytes16)
  case callEnded
  /// Somebody put one out of the call.
  case putOut
  case failed(SafeText)
}
