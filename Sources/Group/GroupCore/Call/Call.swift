import EaselBase

/// One member's view of a call: its members, its sessions, and the messages sent in them.
///
/// A value type: it receives events and returns actions, in the order in which the caller has to
/// perform them. It neither reads a clock nor touches a link.
public struct Call: Sendable {
  public let me: MemberID
  let coding: CallCoding
  var router: Router
  var outbox = Outbox()
  var inboxes = Inboxes()
  var roster = Roster()
  /// The announcement of this member.
  var own: Announcement
  var records: [SessionID: SessionRecord] = [:]
  var seats: [SessionID: LocalSession] = [:]
  /// The sessions that this member left. They are offered again only on request.
  var released: Set<SessionID> = []
  /// The sessions that this member began and waits in or is in, and those that it resumed as if it
  /// had begun them. Another member may claim the same of any session.
  var begun: Set<SessionID> = []
  /// A second session of a kind is offered at this time, when it is clear that neither session
  /// gives way.
  var postponed: [SessionID: Uptime] = [:]
  /// A session that begins when another person is in the call.
  public internal(set) var staged: Staged?
  public internal(set) var isEligible = false
  var lastJoin: UInt32 = 0
  var lastActivation: UInt32 = 0
  /// The members that were in the call when this member began a session.
  var witnesses: [SessionID: Set<MemberID>] = [:]
  var acknowledgements = Acknowledgements()
  /// The rates of the watchers that sent unreliable messages lately.
  var rates: [RatedWay: RateLimiter] = [:]
  /// The messages in the envelope that is being received, if the rate check has decoded them.
  var readMessages: [CallMessage]?
  var lastCut: UInt64 = 0
  /// The last posted messages. They are not sent yet, because more may follow at once.
  var batch: MessageBatch?
  /// When this member last sent a message in a session.
  var saidAt: Uptime?
  var beatAt: Uptime
  /// The readers for which there was no room. It contains this member if there was no room while a
  /// session was being joined.
  var refused: Set<MemberID> = []
  /// Whether data has changed from which sessions are derived.
  var isStale = true
  /// Whether the origin of the message that is being received is a watcher.
  var isFromWatcher = false
  /// The name that the origin of the message that is being received has to use, if one is
  /// prescribed.
  var givenName: SafeText?
  /// Whether that origin announced another name.
  var isMisnamed = false
  var actions: [Action] = []

  /// A message of a session has at most this many bytes. A message that does not fit into a frame
  /// is sent in pieces.
  public static let messageBytesMax = 256 * 1_024
  /// Each member sends a beat this often, milliseconds.
  static let beatEvery: Int64 = 2_000
  /// A joining member waits at most this long until the other participants have acknowledged its
  /// join, milliseconds.
  static let joiningMax: Int64 = 1_000
  /// A member with this many bytes of unread messages counts as joined.
  static let unreadBytesMax = 4 << 20
  static let releasedMax = 64
  /// The most sessions that this member records at once from the announcements of others.
  static let recordsMax = 256

  public struct Staged: Hashable, Sendable {
    public let identifier: String
    public let activity: [UInt8]

    public init(identifier: String, activity: [UInt8]) {
      self.identifier = identifier
      self.activity = activity
    }
  }

  public enum Action: Hashable, Sendable {
    case transmit(LinkMessage, over: LinkID)
    case close(LinkID, LinkRefusal?)
    case linked(MemberID, LinkID)
    case lostUpstream(LinkID, LinkRefusal?)
    /// A member came, left or changed. `members` has the current members.
    case membersChanged
    /// Whether another person is in the call.
    case eligible(Bool)
    case session(SessionID, SessionChange)
    /// The messages that a participant sent in one session, in order.
    case deliver([SessionMessage], from: ParticipantID, DeliveryMode)
    /// The messages that were still queued for this member are lost: it left, fell silent or
    /// acknowledged nothing.
    case undelivered(to: MemberID)
    /// After a refusal for lack of room: at least one of the refused readers has room again.
    case hasRoom
  }

  public init(me: MemberID, seat: MemberProfile, coding: CallCoding, at now: Uptime) {
    self.me = me
    self.coding = coding
    router = Router(me: me)
    own = Announcement(version: 1, seat: seat)
    beatAt = now
  }

  // MARK: Queries

  /// The other members of the call that have announced themselves.
  public var members: [MemberID: MemberProfile] {
    Dictionary(uniqueKeysWithValues: roster.announcements.map { ($0.member, $0.announcement.seat) })
  }

  /// The members that are in a session with this member.
  public var sessionMembers: Set<MemberID> {
    Set(
      seats.filter { $0.value.participant != nil }
        .flatMap { roster.index.present(in: $0.key).map(\.member) }
    ).subtracting([me])
  }

  /// The profiles of the members that were in a session with this member and fell silent there
  /// without a farewell. Each profile is kept for an hour.
  public var silentMembers: [MemberID: MemberProfile] {
    let sessions = Set(seats.filter { $0.value.participant != nil }.keys)
    return roster.silentMembers.filter { $0.value.joins.contains { sessions.contains($0.session) } }
      .mapValues(\.seat)
  }

  public var seat: MemberProfile { own.seat }
  /// The longest round trip to a neighbour, milliseconds; nil if none was measured.
  public var roundTrip: Int64? { router.roundTrip }

  /// The only member of the call that can be dialled, through which all the others find each other
  /// again. Nil if several members or no members can be dialled, and if no other member is in the
  /// call.
  public var hub: MemberID? {
    let others = members
    guard !others.isEmpty else { return nil }
    let dialable =
      others.filter { !$0.value.addresses.isEmpty }.map(\.key)
      + (own.seat.addresses.isEmpty ? [] : [me])
    return dialable.count == 1 ? dialable[0] : nil
  }

  /// Returns whether a member sent a farewell or was expelled.
  public func hasLeft(_ member: MemberID) -> Bool { roster.hasLeft(member) }
  /// The number of the last piece that was sent reliably; see `lacking`.
  public var lastPiece: UInt64 { outbox.last }
  /// Returns the members that still have to acknowledge reliable pieces up to this number.
  public func lacking(_ piece: UInt64) -> [MemberID] { outbox.lacking(piece) }
  /// Returns this member's participant in a session, or the participant that it becomes if it
  /// joins; nil if the session is not offered.
  public func place(in session: SessionID) -> ParticipantID? { seats[session]?.place }
  public var neighbours: [MemberID] { router.neighbours }
  /// The path to the root of the tree; this member's upstream comes first.
  public var path: [MemberID] { router.path }
  /// Returns the neighbour that leads to a member, as far as it is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    router.neighbour(towards: member)
  }

  public func isJoining(_ session: SessionID) -> Bool {
    if case .joining = seats[session]?.state { true } else { false }
  }

  /// When `woke` is due.
  public var deadline: Uptime? {
    // This property is read after every message, so it uses loops: a key path would be looked up
    // each time. The beat is due only while there is a link, because otherwise no member can
    // receive it.
    var next = router.links.isEmpty ? nil : beatAt
    for seat in seats.values {
      if case .joining(let joining) = seat.state { next = Uptime.first(of: next, joining.until) }
    }
    for moment in postponed.values { next = Uptime.first(of: next, moment) }
    if let batch { next = Uptime.first(of: next, batch.since) }
    return Uptime.first(
      of: next, router.deadline, outbox.deadline, roster.deadline, acknowledgements.deadline)
  }

  // MARK: Links and time

  public mutating func opened(_ link: LinkID, isDialled: Bool, at now: Uptime) -> [Action] {
    perform(router.opened(link, isDialled: isDialled, at: now), at: now)
    return finish(at: now)
  }

  public mutating func closed(_ link: LinkID, at now: Uptime) -> [Action] {
    perform(router.closed(link, at: now), at: now)
    return finish(at: now)
  }

  /// - Parameter isFromWatcher: whether the origin of the message is a watcher, which may change
  ///   nothing. From a watcher's announcement this member uses only the sessions that the watcher
  ///   is in. It handles and passes on about 60 unreliable messages of a watcher a second.
  /// - Parameter isByWatcher: whether the neighbour that passes on the message of another member is
  ///   a watcher, which may change nothing. The route to the origin does not lead over such a link.
  /// - Parameter givenName: the name that the origin has to use. If the origin announces another
  ///   name, this member passes nothing of the message on and closes the link.
  public mutating func received(
    _ message: LinkMessage, over link: LinkID, isFromWatcher: Bool = false,
    isByWatcher: Bool = false, givenName: SafeText? = nil, at now: Uptime
  ) -> [Action] {
    (self.isFromWatcher, self.givenName) = (isFromWatcher, givenName)
    defer { readMessages = nil }
    guard isWithinRate(message, over: link, at: now), hasPlace(for: message, over: link) else {
      return finish(at: now)
    }
    perform(router.received(message, over: link, isWay: !isByWatcher, at: now), at: now)
    guard isMisnamed else { return finish(at: now) }
    (isMisnamed, actions) = (false, [.close(link, nil)])
    return closed(link, at: now)
  }

  public mutating func woke(at now: Uptime) -> [Action] {
    perform(router.woke(at: now), at: now)
    for (item, reader) in outbox.woke(at: now) { post(.item(item), to: .only([reader]), at: now) }
    for member in roster.expire(at: now) { gone(member) }
    acknowledge(at: now, isDue: acknowledgements.isDue(at: now))
    if now >= beatAt {
      beatAt = now.advanced(by: Self.beatEvery)
      if tellsEnds() { announce(at: now) }
      post(.beat(version: own.version), to: .everyone, at: now)
    }
    // Joins and offers wait for points in time.
    isStale = true
    return finish(at: now)
  }

  /// Handles the last event: sends a farewell and gives up every session.
  ///
  /// - Parameter isComingBack: whether the others have to search for this member, as for a member
  ///   that fell silent. This member then sends no farewell.
  public mutating func left(isComingBack: Bool = false, at now: Uptime) -> [Action] {
    for session in seats.keys.sorted() {
      sayUnsent(in: session, at: now)
      vacate(session, .callEnded)
    }
    if !isComingBack { post(.farewell, to: .everyone, at: now) }
    sendSheaf(at: now)
    defer { actions = [] }
    return actions
  }

  /// Treats a member that others expelled as if it had sent a farewell.
  public mutating func expelled(_ member: MemberID, at now: Uptime) -> [Action] {
    departed(member)
    return finish(at: now)
  }

  /// Changes this member's profile and announces it.
  public mutating func changeProfile(_ seat: MemberProfile, at now: Uptime) -> [Action] {
    guard seat != own.seat else { return [] }
    own.seat = seat
    announce(at: now)
    return finish(at: now)
  }

  /// Completes every event.
  ///
  /// - Parameter isAmidMore: whether posted messages may wait for the messages that follow.
  mutating func finish(at now: Uptime, isAmidMore: Bool = false) -> [Action] {
    if isStale { reconcile(at: now) }
    if !isAmidMore { sendSheaf(at: now) }
    cutOff()
    if !refused.isEmpty { relieve() }
    defer { actions = [] }
    return actions
  }

  private mutating func relieve() {
    let relieved = refused.filter { $0 == me ? !isAnyJoining : outbox.hasRoom(for: [$0]) }
    guard !relieved.isEmpty else { return }
    refused.subtract(relieved)
    actions.append(.hasRoom)
  }
}
