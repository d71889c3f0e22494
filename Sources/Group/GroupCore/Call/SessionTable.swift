import EaselBase
import GroupBase

/// The sessions of the call: their records, and this member's part in them.
struct SessionTable: Sendable {
  private let me: MemberID
  private(set) var records: SessionRecords
  var local: LocalSessions

  var queues: [QueueLoad] {
    let announcements = Roster.membersMax * (Announcement.sessionsMax + 1)
    return [
      QueueLoad("sessions", records.count, of: announcements),
      QueueLoad("sessions left", local.releasedCount, of: LocalSessions.releasedMax),
    ]
  }

  init(me: MemberID) {
    self.me = me
    records = SessionRecords(me: me)
    local = LocalSessions(me: me)
  }

  subscript(session: SessionID) -> LocalSession? { local[session] }

  // MARK: Changes by the user

  /// Begins a session.
  ///
  /// - Parameter members: the other members of the call.
  mutating func begin(
    _ identifier: String, _ activity: [UInt8], isForAll: Bool, among members: Set<MemberID>
  ) {
    let session = records.begin(
      identifier, activity, among: members,
      isReplaced: { [local] in isForAll || local.isBegunOrPresent(in: $0) },
      isPresent: { [local] in local.isPresent(in: $0) })
    if let session { local.begin(session) }
  }

  mutating func resume(
    _ session: SessionID, _ identifier: String, _ activity: [UInt8], _ index: SessionIndex
  ) -> [Call.Action] {
    local.resume(session)
    let actions = merge(
      SessionRecord(
        id: session, identifier: identifier,
        activity: .init(activity, edits: 0, editor: session.initiator)), from: me, index)
    list(session)
    return actions
  }

  /// - Returns: whether the session is offered and there is room for another join.
  mutating func enter(_ session: SessionID, _ index: SessionIndex, at now: Uptime) -> Bool {
    guard local.enter(session, index, at: now) else { return false }
    list(session)
    return true
  }

  mutating func end(_ session: SessionID) {
    list(session)
    records.end(session)
  }

  /// - Returns: whether the activity has changed.
  mutating func edit(_ session: SessionID, _ activity: [UInt8]) -> Bool {
    guard local.isPresent(in: session), records[session]?.activity.bytes != activity,
      activity.count <= SessionRecord.activityBytesMax
    else { return false }
    records.edit(session, activity)
    return true
  }

  /// Gives up this member's place in a session.
  mutating func vacate(_ session: SessionID, _ reason: InvalidationReason) -> [Call.Action] {
    guard local.remove(session) else { return [] }
    records.unlist(session)
    return [.session(session, .invalidated(reason))]
  }

  // MARK: This member's announcement

  private mutating func list(_ session: SessionID) {
    records.list(session) { [local] in local.isPresent(in: $0) }
  }

  mutating func updateListed() { records.updateListed() }

  /// Adds ended sessions to this member's announcement; returns whether there are any. Nobody believes
  /// a watcher's announcement of an end, so a watcher follows the others instead.
  mutating func spreadEnds(_ index: SessionIndex, isWatcher: Bool) -> Bool {
    guard isWatcher else { return records.listEnded(index) { [local] in local.isPresent(in: $0) } }
    records.reopenUnheard(index)
    return false
  }

  // MARK: Deriving

  /// - Parameter sender: the member that sent the record.
  mutating func merge(
    _ record: SessionRecord, from sender: MemberID, _ index: SessionIndex
  ) -> [Call.Action] {
    let isOver = records.isContradicted(by: record, from: sender)
    let actions = isOver ? vacate(record.id, .ended(by: sender)) : []
    records.merge(record, from: sender, index)
    return actions
  }

  /// Invalidates the sessions that are over.
  ///
  /// - Returns: the actions, and whether this member has to announce the change.
  mutating func invalidate(
    _ index: SessionIndex
  ) -> (actions: [Call.Action], isAnnounced: Bool) {
    records.giveWay()
    var result: (actions: [Call.Action], isAnnounced: Bool) = ([], false)
    for session in local.ids {
      switch records[session]?.ending {
      case .ended(let member): result.actions += vacate(session, .ended(by: member))
      case .replaced(let other): result.actions += vacate(session, .replaced(by: other))
      case nil:
        if !local.isAlive(session, index) { result.actions += vacate(session, .everyoneLeft) }
        continue
      }
      result.isAnnounced = true
    }
    return result
  }

  mutating func updateActivities() -> [Call.Action] { local.updateActivities(records) }

  /// Offers new sessions, and forgets the sessions that are over.
  mutating func offer(_ index: SessionIndex, at now: Uptime) -> [Call.Action] {
    let actions = local.offer(records, index, at: now)
    records.prune { [local] in local[$0] != nil || index.holds($0) }
    local.prune(records)
    return actions
  }
}
