import EaselBase

/// One member's side of a call: who is there, which sessions there are, and what is said in them.
///
/// A value: events go in, actions come out, in the order in which they are to be done. It neither
/// asks for the time nor touches a link.
public struct Call: Sendable {
  public let me: MemberID
  let coding: CallCoding
  var router: Router
  var outbox = Outbox()
  var inboxes = Inboxes()
  var roster = Roster()
  /// What this member says of itself.
  var own: Announcement
  var records: [SessionID: SessionRecord] = [:]
  var seats: [SessionID: LocalSession] = [:]
  /// Sessions that this member left, which are offered again only when asked for.
  var released: Set<SessionID> = []
  /// Sessions that this member began and waits in or is in, or took up again as if it had begun them:
  /// others may say so of any.
  var begun: Set<SessionID> = []
  /// Second sessions of a kind are offered when it is clear that they do not give way: from then on.
  var postponed: [SessionID: Uptime] = [:]
  /// Begins when another person comes.
  public internal(set) var staged: Staged?
  public internal(set) var isEligible = false
  var lastJoin: UInt32 = 0
  var lastActivation: UInt32 = 0
  /// Who was in the call when this member began a session.
  var witnesses: [SessionID: Set<MemberID>] = [:]
  var acknowledgements = Acknowledgements()
  /// The rates of the watchers that sent unreliable messages lately.
  var rates: [RatedWay: RateLimiter] = [:]
  /// The messages in the envelope that is being received, if the check of the rate has decoded them.
  var readMessages: [CallMessage]?
  var lastCut: UInt64 = 0
  /// What was said last and has not gone yet, since more may follow at once.
  var batch: MessageBatch?
  /// When something was said last in a session.
  var saidAt: Uptime?
  var beatAt: Uptime
  /// For whom there was no room; oneself while a session is being joined.
  var refused: Set<MemberID> = []
  /// Something that sessions are derived from has changed.
  var isStale = true
  /// Of what is being received.
  var isFromWatcher = false
  /// What the origin of what is being taken has to call itself, where that is decided.
  var givenName: SafeText?
  /// It calls itself otherwise.
  var isMisnamed = false
  var actions: [Action] = []

  /// A message of a session has at most this many bytes. What does not fit into a frame travels in
  /// pieces.
  public static let messageBytesMax = 256 * 1_024
  /// Everybody says this often that it is still here, milliseconds.
  static let beatEvery: Int64 = 2_000
  /// Joining waits this long for the others to have heard of it, milliseconds.
  static let joiningMax: Int64 = 1_000
  /// Who has more to read has joined.
  static let unreadBytesMax = 4 << 20
  static let releasedMax = 64
  /// As many sessions are known at once.
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
    /// Somebody came, went or changed: `members` says who is there.
    case membersChanged
    /// Whether another person is in the call.
    case eligible(Bool)
    case session(SessionID, SessionChange)
    /// What a participant said in one session, in order.
    case deliver([SessionMessage], from: ParticipantID, DeliveryMode)
    /// What was still on its way to this member is lost: it left, fell silent or took nothing.
    case undelivered(to: MemberID)
    /// After a refusal for lack of room: there is some again for one of those readers.
    case hasRoom
  }

  public init(me: MemberID, seat: MemberProfile, coding: CallCoding, at now: Uptime) {
    self.me = me
    self.coding = coding
    router = Router(me: me)
    own = Announcement(version: 1, seat: seat)
    beatAt = now
  }

  // MARK: What can be asked

  /// Everybody else in the call who said who it is.
  public var members: [MemberID: MemberProfile] {
    Dictionary(uniqueKeysWithValues: roster.announcements.map { ($0.member, $0.announcement.seat) })
  }

  /// The members that are in a session with this one.
  public var sessionMembers: Set<MemberID> {
    Set(
      seats.filter { $0.value.participant != nil }
        .flatMap { roster.index.present(in: $0.key).map(\.member) }
    ).subtracting([me])
  }

  /// The seats of the members that were in a session with this one and fell silent there,
  /// without a goodbye; for an hour.
  public var silentMembers: [MemberID: MemberProfile] {
    let sessions = Set(seats.filter { $0.value.participant != nil }.keys)
    return roster.silentMembers.filter { $0.value.joins.contains { sessions.contains($0.session) } }
      .mapValues(\.seat)
  }

  public var seat: MemberProfile { own.seat }
  /// Milliseconds to the neighbour that is the farthest and back; nil where none was measured.
  public var roundTrip: Int64? { router.roundTrip }

  /// The one member whom all the others would have to be dialled by, or dial, to find each other again;
  /// nil where more than one can be dialled, or nobody has to be.
  public var hub: MemberID? {
    let others = members
    guard !others.isEmpty else { return nil }
    let dialable =
      others.filter { !$0.value.addresses.isEmpty }.map(\.key)
      + (own.seat.addresses.isEmpty ? [] : [me])
    return dialable.count == 1 ? dialable[0] : nil
  }

  /// Whether it said goodbye.
  public func hasLeft(_ member: MemberID) -> Bool { roster.hasLeft(member) }
  /// The number of the last piece that was sent reliably; see `lacking`.
  public var lastPiece: UInt64 { outbox.last }
  /// Who has not yet acknowledged what was sent reliably up to a piece, and may still do so.
  public func lacking(_ piece: UInt64) -> [MemberID] { outbox.lacking(piece) }
  /// Whom this member is in a session, or would be if it joined; nil where none is offered.
  public func place(in session: SessionID) -> ParticipantID? { seats[session]?.place }
  public var neighbours: [MemberID] { router.neighbours }
  /// The way to the root of the tree, one's upstream first.
  public var path: [MemberID] { router.path }
  /// By which neighbour a member is reached, as far as is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    router.neighbour(towards: member)
  }

  public func isJoining(_ session: SessionID) -> Bool {
    if case .joining = seats[session]?.state { true } else { false }
  }

  /// When `woke` is due.
  public var deadline: Uptime? {
    // Asked after every message, so by loops: a key path would be looked up each time.
    // Without a link nobody would hear the beat.
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

  /// - Parameter isFromWatcher: whether its origin may change nothing: what such a one says of
  ///   sessions, besides being in one, is not heard. About 60 of its unreliable messages a second
  ///   are handled and passed on.
  /// - Parameter isByWatcher: whether a neighbour passes on what another said who may change nothing: no
  ///   way to the other leads by it.
  /// - Parameter givenName: what its origin has to call itself. Of who says otherwise nothing is
  ///   passed on, and the link is closed.
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
    // Joins and offers wait for moments.
    isStale = true
    return finish(at: now)
  }

  /// The last event: says goodbye and gives every seat up.
  ///
  /// - Parameter isComingBack: whether the others are to look for this member, as for one that fell silent.
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

  /// A member is in the call no longer, by others' decision: as if it had said goodbye.
  public mutating func expelled(_ member: MemberID, at now: Uptime) -> [Action] {
    departed(member)
    return finish(at: now)
  }

  /// What this member says of itself.
  public mutating func changeProfile(_ seat: MemberProfile, at now: Uptime) -> [Action] {
    guard seat != own.seat else { return [] }
    own.seat = seat
    announce(at: now)
    return finish(at: now)
  }

  /// Every event ends here.
  ///
  /// - Parameter isAmidMore: whether what was said may wait for what is said next.
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
