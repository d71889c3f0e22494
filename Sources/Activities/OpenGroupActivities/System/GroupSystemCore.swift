import EaselBase
import GroupBase
import GroupCore
import GroupWire

/// Handles events and performs the actions of the call, always under the system's lock.
struct GroupSystemCore {
  /// Nil outside any call.
  var call: Call?
  var links: LinkMultiplexer
  /// The sessions that are offered here or joined.
  var participations: [SessionID: SessionParticipation] = [:]
  var open: [SessionParticipation: OpenSession] = [:]
  var sends = SendQueue()
  /// Whether sending the queued messages may be tried again.
  var mayHaveRoom = false
  var isSendingWaiting = false
  /// The messages whose senders wait for confirmations.
  var receipts: [Receipt] = []
  var preparation: GroupSystem.Preparation?
  var sharing: GroupSystem.Sharing?
  var listeners: [Weak<CallNoticeListener>] = []
  /// The transports that failed, the latest last: they may fail before a listener can be added.
  var failures: [TransportFault] = []
  static let failuresMax = 16
  let publisher = MainActorPublisher()
  private(set) var view = CallSnapshot()
  /// Whether the published view of the call may be out of date.
  var isViewStale = true
  private(set) var facts: [MemberID: MemberFacts] = [:]
  var own = OwnSessions()
  /// Links that could not carry a necessary message.
  var broken: [LinkID] = []
  /// For each transport, the search for another upstream.
  var redials: [Reconnector] = []
  var reach = ReachReport()
  /// The callers that wait for links that a person asked for.
  var attempts: [LinkID: @Sendable (TransportFault?) -> Void] = [:]
  /// Whether the need for links to other members may have changed.
  var isTreeStale = true
  var chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

  struct Weak<Value: AnyObject & Sendable> {
    weak var value: Value?
    init(_ value: Value) { self.value = value }
  }

  init() { links = LinkMultiplexer([]) }

  init(
    member: MemberID, _ profile: MemberProfile, transports: [any Transport], seal: (any Seal)?,
    chance: any RandomNumberGenerator & Sendable, at now: Uptime
  ) {
    call = Call(me: member, profile: profile, coding: WireCoding.call, at: now)
    links = LinkMultiplexer(transports, seal: seal)
    redials = transports.map { Reconnector(me: member, attemptMax: $0.dialMax) }
    self.chance = chance
    facts[member] = MemberFacts(name: profile.name?.string)
    publisher.publish(.facts(facts))
  }

  private var time = CallTime()

  /// Returns the call's time.
  mutating func time(at clock: Uptime) -> Uptime { time.time(at: clock) }

  /// Returns the clock time at which to wake, or nil if there is no deadline.
  mutating func nextAlarm() -> Uptime? {
    time.due = call?.apply { $0.deadline } ?? nil
    for redial in redials {
      if let moment = redial.deadline { time.due = min(time.due ?? moment, moment) }
    }
    return time.alarm
  }

  /// Applies an event to the call and performs the resulting actions.
  ///
  /// - Returns: false outside any call.
  @discardableResult
  mutating func handle(
    at now: Uptime, _ event: (inout Call) throws -> [Call.Action]
  ) rethrows -> Bool {
    if let me = call?.me { call?.isWatcher = links.isWatcher(me) }
    guard let actions = try call?.apply(event) else { return false }
    perform(actions, at: now)
    if !receipts.isEmpty { completeReceipts() }
    if mayHaveRoom { sendWaiting(at: now) }
    if isViewStale { show() }
    return true
  }

  mutating func woke(at now: Uptime) { handle(at: now) { $0.woke(at: now) } }

  mutating func stage(_ staged: StagedSession?, at now: Uptime) -> Bool {
    isViewStale = true
    return handle(at: now) { $0.stage(staged, at: now) }
  }

  /// Changes a session's activity for everyone.
  mutating func edit(
    _ participation: SessionParticipation, _ activity: [UInt8], at now: Uptime
  ) throws(GroupSessionError) {
    guard participations[participation.session] == participation,
      open[participation]?.participants != nil
    else { throw .notJoined }
    handle(at: now) { $0.edit(participation.session, activity, at: now) }
  }

  mutating func leaveCall(
    isComingBack: Bool = false, at now: Uptime, _ done: @escaping @Sendable () -> Void
  ) {
    if !isComingBack {
      for session in own.bound.sorted() { handle(at: now) { $0.end(session, at: now) } }
    }
    handle(at: now) { $0.left(isComingBack: isComingBack, at: now) }
    (call, redials) = (nil, [])
    links.stop(done)
    for attempt in attempts.values { attempt(TransportFault(nil, .broken)) }
    attempts = [:]
    dropSends()
    for index in receipts.indices {
      for reader in receipts[index].awaited { receipts[index].lose(reader.participantID.member) }
    }
    completeReceipts()
    show()
  }

  mutating func publish(_ notice: CallNotice) {
    if case .transportFailed(let fault) = notice {
      failures = (failures + [fault]).suffix(Self.failuresMax)
    }
    listeners.removeAll { $0.value == nil }
    for listener in listeners { listener.value?.receive(notice) }
  }

  mutating func add(_ listener: CallNoticeListener) {
    for fault in failures { listener.receive(.transportFailed(fault)) }
    if reach.isCutOff { listener.receive(.reach(.lost)) }
    listeners.append(Weak(listener))
  }

  func person(_ member: MemberID) -> GroupPerson { GroupPerson(member, name: facts[member]?.name) }
  func participant(_ id: ParticipantID) -> Participant {
    Participant(id, facts[id.member])
  }

  // MARK: Who is there

  /// Publishes changed facts; they must come before any change that mentions their members.
  mutating func learnFacts() {
    guard let call else { return }
    let linked = links.nearby
    var known: [MemberID: MemberFacts] = [:]
    for (member, profile) in call.members {
      let isNearby = linked.contains(member) || links.hasMet(member)
      guard isNearby || profile.name != nil else { continue }
      known[member] = MemberFacts(name: profile.name?.string, isNearby: isNearby)
    }
    known[call.me] = call.profile.name.map { MemberFacts(name: $0.string) }
    guard known != facts else { return }
    facts = known
    publisher.publish(.facts(known))
  }

  private mutating func show() {
    isViewStale = false
    var now = CallSnapshot()
    if let call {
      now.isEligible = call.isEligible
      now.people = members(of: call, .person)
      now.displays = members(of: call, .display)
      now.isAlone = call.members.isEmpty
      now.staged = call.staged.map { StagedActivity(activityIdentifier: $0.identifier) }
      now.roundTrip = call.roundTrip
      now.hub = call.hub.map { $0 == call.me ? .oneself : .other(person($0)) }
    }
    guard now != view || now.names != view.names else { return }
    view = now
    publisher.publish(.call(now))
  }

  private func members(of call: Call, _ kind: MemberProfile.Kind) -> [GroupPerson] {
    call.members.filter { $0.value.kind == kind }.keys.sorted().map(person)
  }
}

/// The sessions that this program begins.
struct OwnSessions {
  /// The sessions that end when this member leaves them.
  var bound: Set<SessionID> = []
  /// Whether a session that ends with its initiator is being begun now.
  var endsWithInitiator = false
  /// Whether the sessions are offered here.
  var areReceived = true
}

/// A session that is offered here or joined.
struct OpenSession {
  let ending = SessionEnding()
  var dispatcher = MessageDispatcher()
  /// Nil until this member has joined.
  var participants: [ParticipantID]?
}

/// The time of the call, which stands still while this process is suspended: other members do not
/// count as silent while this process could not hear them.
private struct CallTime {
  /// The next deadline, as computed after the last event; nil if there is none.
  var due: Uptime?
  /// Milliseconds in which this process was suspended.
  private var slept: Int64 = 0
  /// A process that wakes more than this many milliseconds too late counts as suspended.
  private static let oversleptMin: Int64 = 1_000

  mutating func time(at clock: Uptime) -> Uptime {
    let now = clock.advanced(by: -slept)
    guard let due, now.since(due) > Self.oversleptMin else { return now }
    slept += now.since(due)
    return due
  }

  /// The deadline by the clock.
  var alarm: Uptime? { due?.advanced(by: slept) }
}

/// The last report about lost members.
struct ReachReport {
  /// Whether other members were lost and the transports look for them.
  private(set) var isCutOff = false
  /// Whether any lost members were found again.
  private var hasFoundAgain = false

  /// - Returns: what has to be reported; nil if nothing changed.
  mutating func follow(_ redials: [Reconnector]) -> CallNotice.Reach? {
    let isCutOff = redials.contains(where: \.isCutOff)
    if !self.isCutOff { hasFoundAgain = false }
    if redials.contains(where: \.hasFoundAgain) { hasFoundAgain = true }
    guard isCutOff != self.isCutOff else { return nil }
    self.isCutOff = isCutOff
    return isCutOff ? .lost : hasFoundAgain ? .back : .givenUp
  }
}

extension Call {
  /// Runs an event on the call in place; otherwise Swift would copy the whole call first.
  fileprivate mutating func apply<Result>(
    _ event: (inout Call) throws -> Result
  ) rethrows -> Result { try event(&self) }
}
