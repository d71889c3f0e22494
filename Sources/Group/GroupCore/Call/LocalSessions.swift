import EaselBase
import GroupBase

/// The sessions that are offered to this member, and this member's state in each of them.
struct LocalSessions: Sendable {
  private let me: MemberID
  private var sessions: [SessionID: LocalSession] = [:]
  /// The joins that this member announces: one for each session that it is in or is entering.
  private(set) var joins: [SessionJoin] = []
  /// The sessions that this member left. They are offered again only on request.
  private var released: Set<SessionID> = []
  /// The sessions that this member began or resumed, until it leaves them. Another member may claim
  /// to have begun the same session.
  private var begun: Set<SessionID> = []
  /// The second session of an activity is offered at this time. By then it is clear whether both
  /// sessions go on, or whether one of them replaces the other.
  private var postponed: [SessionID: Uptime] = [:]
  private var lastJoin: UInt32 = 0

  /// The longest time in milliseconds that a joining member waits for the other participants to
  /// acknowledge its join.
  static let joiningMax: Int64 = 1_000
  /// A joining member with this many bytes of unread messages counts as joined.
  static let unreadBytesMax = 4 << 20
  static let releasedMax = 64

  init(me: MemberID) { self.me = me }

  // MARK: Queries

  subscript(session: SessionID) -> LocalSession? { sessions[session] }
  /// The sessions, ascending.
  var ids: [SessionID] { sessions.keys.sorted() }
  /// The sessions that this member is in or is joining.
  var present: Set<SessionID> { Set(sessions.filter { $0.value.participant != nil }.keys) }
  var releasedCount: Int { released.count }

  func isPresent(in session: SessionID) -> Bool { sessions[session]?.participant != nil }

  /// Returns whether this member is in a session, or began it and has not entered it yet.
  func isBegunOrPresent(in session: SessionID) -> Bool {
    isPresent(in: session) || begun.contains(session)
  }

  /// Returns whether any member is in the session, or whether this member began it and has not
  /// entered it yet.
  func isAlive(_ session: SessionID, _ index: SessionIndex) -> Bool {
    sessions[session] != nil && isBegunOrPresent(in: session) || index.holds(session)
  }

  func isJoining(_ session: SessionID) -> Bool { sessions[session]?.isJoining ?? false }

  var isAnyJoining: Bool { sessions.values.contains { $0.isJoining } }

  /// The joins under way, ascending by session.
  var joining: [(session: SessionID, joining: LocalSession.Joining)] {
    sessions.sorted { $0.key < $1.key }.compactMap { session, local in
      guard case .joining(let joining) = local.state else { return nil }
      return (session, joining)
    }
  }

  /// Returns all participants of a session, including this member's own, ascending.
  func participants(of session: SessionID, _ index: SessionIndex) -> [ParticipantID] {
    (Array(index.present(in: session)) + [sessions[session]?.participant].compactMap { $0 })
      .sorted()
  }

  /// Returns the other members to which a waiting message of this member goes.
  func readers(
    of unsent: LocalSession.Unsent, in session: SessionID, _ index: SessionIndex
  ) -> Set<MemberID> {
    let others = participants(of: session, index).filter { $0.member != me }
    switch unsent.to {
    case .all: return Set(others.map(\.member))
    case .only(let chosen): return Set(others.filter(chosen.contains).map(\.member))
    }
  }

  /// The time at which the next join or offer is due; nil if none is due.
  var deadline: Uptime? {
    // This property is read after every message. So it uses loops, which are faster than key paths.
    var next: Uptime?
    for local in sessions.values {
      if case .joining(let joining) = local.state { next = Uptime.first(of: next, joining.until) }
    }
    for moment in postponed.values { next = Uptime.first(of: next, moment) }
    return next
  }

  // MARK: Changes by the user

  /// Marks a session as begun by this member.
  mutating func begin(_ session: SessionID) { begun.insert(session) }

  mutating func resume(_ session: SessionID) {
    begun.insert(session)
    released.remove(session)
  }

  mutating func offerAgain(_ session: SessionID) { released.remove(session) }

  /// Adds a join to the joins that this member announces.
  ///
  /// - Returns: false if the session is not offered or this member is in it already, or if the
  ///   announcement has no room for the join.
  mutating func enter(_ session: SessionID, _ index: SessionIndex, at now: Uptime) -> Bool {
    guard let local = sessions[session], case .waiting = local.state,
      joins.count < Announcement.joinsMax
    else { return false }
    joins.append(SessionJoin(local.me.join, in: session))
    let known = index.present(in: session)
    sessions[session]?.entry = SessionEntry(joinedAt: now, known: known)
    sessions[session]?.early = EarlyMessages(joinedAt: now, known: Set(known.map(\.member)))
    return true
  }

  /// Begins to wait until the other participants have acknowledged the join.
  ///
  /// - Parameter piece: the number of the last piece of this member's reliable stream that
  ///   announces the join.
  mutating func awaitJoin(of session: SessionID, announcedBy piece: UInt64, at now: Uptime) {
    guard let participant = sessions[session]?.me else { return }
    sessions[session]?.state = .joining(
      LocalSession.Joining(
        participant: participant, piece: piece, until: now.advanced(by: Self.joiningMax)))
  }

  /// Completes a join. The participants of the session are reported later.
  mutating func complete(_ session: SessionID) {
    guard case .joining(let joining) = sessions[session]?.state else { return }
    sessions[session]?.state = .joined(joining.participant, participants: [])
  }

  /// Stops the offers of a session that this member left, until the user asks for the session.
  mutating func release(_ session: SessionID, _ index: SessionIndex) {
    if released.count >= Self.releasedMax { released = released.filter { isAlive($0, index) } }
    if released.count < Self.releasedMax { released.insert(session) }
  }

  /// Removes this member's state in a session, when the session is over for this member.
  ///
  /// - Returns: whether the session was offered to this member.
  mutating func remove(_ session: SessionID) -> Bool {
    guard sessions.removeValue(forKey: session) != nil else { return false }
    begun.remove(session)
    joins.removeAll { $0.session == session }
    return true
  }

  // MARK: Messages

  /// Stores a message of this member until the join is complete.
  ///
  /// - Returns: whether there is room for the message.
  mutating func keepUnsent(_ unsent: LocalSession.Unsent, in session: SessionID) -> Bool {
    guard case .joining(var joining) = sessions[session]?.state,
      joining.unsent.reduce(0, { $0 + $1.bytes.count }) + unsent.bytes.count
        <= Outbox.lineBytesFull
    else { return false }
    joining.unsent.append(unsent)
    sessions[session]?.state = .joining(joining)
    return true
  }

  /// Returns the messages of this member that waited for the join, and removes them.
  mutating func removeUnsent(in session: SessionID) -> [LocalSession.Unsent] {
    guard case .joining(var joining) = sessions[session]?.state else { return [] }
    defer {
      joining.unsent = []
      sessions[session]?.state = .joining(joining)
    }
    return joining.unsent
  }

  /// Stores received messages until the join is complete.
  ///
  /// - Returns: whether the join counts as complete from now on, because many messages wait.
  mutating func keepUnread(
    _ messages: [SessionMessage], from sender: ParticipantID, _ mode: DeliveryMode,
    in session: SessionID
  ) -> Bool {
    guard case .joining(var joining) = sessions[session]?.state else { return false }
    for message in messages {
      joining.unread.append(.init(message: message, sender: sender, mode: mode))
      joining.unreadBytes += message.bytes.count
    }
    // No message is dropped. Instead, the join counts as complete, so that the messages are read.
    let isFull =
      joining.unread.count >= Inbox.waitingMax || joining.unreadBytes >= Self.unreadBytesMax
    if isFull { joining.until = Uptime(milliseconds: .min) }
    sessions[session]?.state = .joining(joining)
    return isFull
  }

  /// Stores a message to all for participants that enter the session at the same moment as this
  /// member.
  mutating func keepEarly(
    _ message: ParticipantMessage, in session: SessionID, sentTo readers: Set<MemberID>,
    at now: Uptime
  ) {
    sessions[session]?.early?.keep(message, sentTo: readers, at: now)
  }

  /// Returns the members of new participants, and the messages that this member sent to all before
  /// it knew of them. The caller sends the messages to these members; they are not returned again.
  mutating func earlyMessages(
    _ index: SessionIndex, at now: Uptime
  ) -> [(newcomers: Set<MemberID>, messages: [EarlyMessages.Message])] {
    sessions.sorted { $0.key < $1.key }.compactMap { session, local in
      guard var early = local.early else { return nil }
      guard !early.isOver(at: now) else {
        sessions[session]?.early = nil
        return nil
      }
      let newcomers = early.reach(Set(index.present(in: session).map(\.member)))
      guard !newcomers.isEmpty else { return nil }
      sessions[session]?.early = early
      return (newcomers, early.messages)
    }
  }

  // MARK: Reports

  /// Offers sessions. If this member already has a session of the same activity, the second session
  /// waits until it is clear that both go on. If the second session replaces the first, the first
  /// ends before the second is offered.
  mutating func offer(
    _ records: SessionRecords, _ index: SessionIndex, at now: Uptime
  ) -> [Call.Action] {
    records.sorted.compactMap { record in
      let session = record.id
      guard sessions[session] == nil, record.ending == nil, !released.contains(session),
        index.holds(session) || begun.contains(session), lastJoin < .max
      else {
        postponed[session] = nil
        return nil
      }
      let hasKin = sessions.keys.contains { records[$0]?.identifier == record.identifier }
      if hasKin, !begun.contains(session) {
        let until = postponed[session] ?? now.advanced(by: Call.beatEvery)
        postponed[session] = until
        if now < until { return nil }
      }
      postponed[session] = nil
      lastJoin += 1
      sessions[session] = LocalSession(
        me: ParticipantID(me, join: lastJoin), state: .waiting,
        shown: record.activity.bytes)
      return .session(
        session, .offered(record, isLocallyInitiated: begun.contains(session)))
    }
  }

  /// Reports the activities that have changed.
  mutating func updateActivities(_ records: SessionRecords) -> [Call.Action] {
    sessions.sorted { $0.key < $1.key }.compactMap { session, local in
      guard let bytes = records[session]?.activity.bytes, bytes != local.shown else { return nil }
      sessions[session]?.shown = bytes
      return .session(session, .activity(bytes))
    }
  }

  /// Reports the participants of each joined session in which the participants have changed.
  mutating func updateParticipants(_ index: SessionIndex) -> [Call.Action] {
    sessions.sorted { $0.key < $1.key }.compactMap { session, local in
      guard case .joined(let participant, let shown) = local.state else { return nil }
      let now = participants(of: session, index)
      guard now != shown else { return nil }
      sessions[session]?.state = .joined(participant, participants: now)
      return .session(session, .participants(now))
    }
  }

  /// Forgets the sessions that have no record any more.
  mutating func prune(_ records: SessionRecords) {
    released = released.filter { records[$0] != nil }
    postponed = postponed.filter { records[$0.key] != nil }
  }
}

extension LocalSession {
  fileprivate var isJoining: Bool { if case .joining = state { true } else { false } }
}
