import EaselBase
import GroupBase

/// One member's view of a call: its members, its sessions, and the messages sent in them.
///
/// A value type: it receives events and returns actions, in the order in which the caller has to
/// perform them. It neither reads a clock nor touches a link.
public struct Call: Sendable {
  /// The ID of this member, which never changes.
  public let me: MemberID
  var router: Router
  var delivery: MessageDelivery
  var roster = Roster()
  var sessions: SessionTable
  var rates = WatcherRates()
  /// This member's profile, as the others see it.
  public private(set) var profile: MemberProfile
  /// The version of this member's announcement.
  var version: UInt64 = 1
  var staging = Staging()
  /// When this member last sent a message in a session.
  var saidAt: Uptime?
  private var beatAt: Uptime
  /// Whether data that sessions are derived from has changed.
  var isStale = true
  /// The message that is being received.
  var incoming = IncomingMessage()
  /// Whether this member may only watch. It then signs all its messages; see `needsProof`.
  public var isWatcher = false
  var actions: [Action] = []

  /// A message of a session has at most this many bytes. A message that does not fit into a frame
  /// is sent in pieces.
  public static let messageBytesMax = 256 * 1_024
  /// Each member sends a beat this often, milliseconds.
  static let beatEvery: Int64 = 2_000

  /// The actions that the caller has to perform, in this order.
  public enum Action: Hashable, Sendable {
    /// Send a message over a link.
    case transmit(LinkMessage, over: LinkID)
    /// Close a link. The reason is nil if the neighbour fell silent or used a false name.
    case close(LinkID, LinkRefusal?)
    /// A link to this neighbour is ready for use.
    case linked(MemberID, LinkID)
    /// A link that this member dialled is lost or could not be made; see `Router.Action`.
    case lostUpstream(LinkID, LinkRefusal?)
    /// A member came, left or changed. `members` has the current members.
    case membersChanged
    /// Whether another person is in the call.
    case eligible(Bool)
    /// A session has changed for this member.
    case session(SessionID, SessionChange)
    /// The messages that a participant sent in one session, in order.
    case deliver([SessionMessage], from: ParticipantID, DeliveryMode)
    /// The messages that were still queued for this member are lost: it left, fell silent or
    /// acknowledged nothing.
    case undelivered(to: MemberID)
    /// After a refusal for lack of room: at least one of the refused readers has room again.
    case hasRoom
  }

  /// Creates the state of a member that is alone in the call.
  ///
  /// - Parameters:
  ///   - me: an ID that no other member of the call has.
  ///   - coding: the encoding of messages, which is the same at all members.
  public init(me: MemberID, profile: MemberProfile, coding: CallCoding, at now: Uptime) {
    self.me = me
    self.profile = profile
    router = Router(me: me)
    delivery = MessageDelivery(me: me, coding: coding)
    sessions = SessionTable(me: me)
    beatAt = now
  }

  // MARK: Queries

  /// The session that begins when another person is in the call.
  public var staged: StagedSession? { staging.staged }
  /// Whether another person is in the call.
  public var isEligible: Bool { staging.isEligible }

  /// The other members of the call that have announced themselves.
  public var members: [MemberID: MemberProfile] { roster.profiles }

  /// The members that are in a session with this member.
  public var sessionMembers: Set<MemberID> {
    let members = sessions.local.present.flatMap { roster.index.present(in: $0).map(\.member) }
    return Set(members).subtracting([me])
  }

  /// The profiles of the members that were in a session with this member and fell silent there
  /// without a farewell. Each profile is kept for an hour or longer.
  public var silentMembers: [MemberID: MemberProfile] {
    roster.silentMembers(in: sessions.local.present)
  }

  /// The announcement of this member.
  var own: Announcement {
    Announcement(
      version: version, profile: profile, joins: sessions.local.joins,
      sessions: sessions.records.listed)
  }

  /// The longest round trip to a neighbour, milliseconds; nil if none was measured.
  public var roundTrip: Int64? { router.roundTrip }

  /// The only member of the call that can be dialled, through which all others find each other
  /// again; nil if not exactly one member can be dialled, or if there is no other member.
  public var hub: MemberID? { roster.hub(with: me, profile) }

  /// Returns whether a member sent a farewell or was expelled.
  public func hasLeft(_ member: MemberID) -> Bool { roster.hasLeft(member) }
  /// The number of the last piece that was sent reliably; see `lacking`.
  public var lastPiece: UInt64 { delivery.lastPiece }
  /// Returns the members that still have to acknowledge reliable pieces up to this number,
  /// ascending.
  public func lacking(_ piece: UInt64) -> [MemberID] { delivery.lacking(piece) }
  /// Returns this member's participant in a session, or the participant that it becomes if it
  /// joins; nil if the session is not offered.
  public func participant(in session: SessionID) -> ParticipantID? { sessions[session]?.me }
  /// The members to which this member has a link that is ready for use, ascending.
  public var neighbours: [MemberID] { router.neighbours }
  /// The path to the root of the tree; this member's upstream comes first.
  public var path: [MemberID] { router.path }
  /// Returns the neighbour that leads to a member; nil if no way is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    router.neighbour(towards: member)
  }

  /// Returns whether this member has joined a session and the join is still under way.
  public func isJoining(_ session: SessionID) -> Bool { sessions.local.isJoining(session) }

  /// When `woke` is due; nil if nothing is due.
  public var deadline: Uptime? {
    // The beat is due only while there is a link, because otherwise no member can receive it.
    Uptime.first(
      of: router.links.isEmpty ? nil : beatAt, sessions.local.deadline, router.deadline,
      delivery.deadline, roster.deadline)
  }

  /// The load of all queues that grow with the messages of other members.
  public var queues: [QueueLoad] {
    delivery.queues + [rates.queue, roster.queue] + router.queues + sessions.queues
  }

  // MARK: Links and time

  /// Handles a link that was made. If this member dialled it, the neighbour is upstream. If there are
  /// too many links, the ranks of their neighbours decide.
  public mutating func opened(
    _ link: LinkID, isDialled: Bool, rank: (LinkID) -> AdmissionRule.Rank = { _ in .drawer },
    at now: Uptime
  ) -> [Action] {
    perform(router.opened(link, isDialled: isDialled, rank: rank, at: now), at: now)
    return finish(at: now)
  }

  /// Handles a link that closed or could not be made; ignores an unknown link.
  public mutating func closed(_ link: LinkID, at now: Uptime) -> [Action] {
    perform(router.closed(link, at: now), at: now)
    return finish(at: now)
  }

  /// Handles a message that arrived over a link.
  ///
  /// - Parameters:
  ///   - rank: the rank of the message's origin. The addresses and session records of a watcher are
  ///     ignored, and about 60 of its unreliable messages a second are handled and passed on.
  ///   - isForwardedByWatcher: whether a watcher passed the message on; its link is no route.
  ///   - isLossy: whether the message came as a datagram. Only an unreliable message may.
  ///   - givenName: the name that the origin has to use, or the link closes; nil if it may choose.
  public mutating func received(
    _ message: LinkMessage, over link: LinkID, by rank: AdmissionRule.Rank = .drawer,
    isForwardedByWatcher: Bool = false, isLossy: Bool = false, givenName: SafeText? = nil,
    at now: Uptime
  ) -> [Action] {
    let mode = delivery.mode(of: message)
    guard !isLossy || mode == .unreliable else { return [] }
    (incoming.rank, incoming.givenName) = (rank, givenName)
    defer { incoming.messages = nil }
    guard isWithinRate(message, over: link, at: now), hasPlace(for: message, over: link) else {
      return finish(at: now)
    }
    let routing = router.received(
      message, over: link, isRoute: !isForwardedByWatcher, isLossy: isLossy, mode, at: now)
    perform(routing, at: now)
    guard incoming.isMisnamed else { return finish(at: now) }
    (incoming.isMisnamed, actions) = (false, [.close(link, nil)])
    return closed(link, at: now)
  }

  /// Performs all actions that are due by now.
  public mutating func woke(at now: Uptime) -> [Action] {
    perform(router.woke(at: now), at: now)
    transmit(delivery.resend(at: now), at: now)
    for member in roster.expire(at: now) { gone(member) }
    transmit(delivery.acknowledge(at: now), at: now)
    if now >= beatAt {
      beatAt = now.advanced(by: Self.beatEvery)
      if sessions.spreadEnds(roster.index, isWatcher: isWatcher) { announce(at: now) }
      queue(.beat(version: version), to: .everyone, at: now)
    }
    // A join or an offer may be due now.
    isStale = true
    return finish(at: now)
  }

  /// Handles the last event: sends a farewell and gives up every session.
  ///
  /// - Parameter isComingBack: whether the others have to search for this member, as for a member
  ///   that fell silent. This member then sends no farewell.
  public mutating func left(isComingBack: Bool = false, at now: Uptime) -> [Action] {
    for session in sessions.local.ids {
      sendUnsent(in: session, at: now)
      actions += sessions.vacate(session, .callEnded)
    }
    if !isComingBack { queue(.farewell, to: .everyone, at: now) }
    sendBatch(at: now)
    defer { actions = [] }
    return actions
  }

  /// Treats a member that others expelled as if it had sent a farewell.
  public mutating func expelled(_ member: MemberID, at now: Uptime) -> [Action] {
    departed(member)
    return finish(at: now)
  }

  /// Changes this member's profile and announces it.
  public mutating func changeProfile(_ profile: MemberProfile, at now: Uptime) -> [Action] {
    guard profile != self.profile else { return [] }
    self.profile = profile
    announce(at: now)
    return finish(at: now)
  }

  /// Completes an event. Every method that handles an event calls this at its end.
  ///
  /// - Parameter isAmidMore: whether posted messages may wait for the messages that follow.
  mutating func finish(at now: Uptime, isAmidMore: Bool = false) -> [Action] {
    if isStale { reconcile(at: now) }
    if !isAmidMore { sendBatch(at: now) }
    actions += delivery.cutOffOverdue().map { .undelivered(to: $0) }
    if delivery.hasRefused, delivery.relieve(isJoining: sessions.local.isAnyJoining) {
      actions.append(.hasRoom)
    }
    defer { actions = [] }
    return actions
  }
}
