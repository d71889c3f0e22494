import EaselBase

// The actions of the user on sessions.
extension Call {
  /// Begins a session and offers it to all members.
  ///
  /// - Parameter isForAll: whether it replaces every session of its kind in the call, or only those
  ///   that this member began or is in.
  public mutating func activate(
    _ identifier: String, _ activity: [UInt8], isForAll: Bool = false, at now: Uptime
  ) -> [Action] {
    begin(identifier, activity, isForAll: isForAll)
    announce(at: now)
    return finish(at: now)
  }

  /// Resumes a session that this user was in under another member ID and lost without leaving it.
  /// It acts as if this member began the session, but keeps the session's ID, by which the
  /// remaining participants find it again.
  public mutating func resume(
    _ session: SessionID, _ identifier: String, _ activity: [UInt8], at now: Uptime
  ) -> [Action] {
    // The participants that went on may have offered it already.
    if case .waiting? = seats[session]?.state { vacate(session, .callEnded) }
    guard seats[session] == nil else { return finish(at: now) }
    begun.insert(session)
    released.remove(session)
    learn(
      SessionRecord(
        id: session, identifier: identifier,
        activity: .init(activity, edits: 0, editor: session.initiator)), from: me)
    list(session)
    announce(at: now)
    return finish(at: now)
  }

  /// Begins a session as soon as another person is in the call; at once if one already is.
  public mutating func stage(_ staged: Staged?, at now: Uptime) -> [Action] {
    self.staged = staged
    isStale = true
    return finish(at: now)
  }

  /// Joins an offered session. Does nothing if the session is not offered.
  public mutating func join(_ session: SessionID, at now: Uptime) -> [Action] {
    guard let seat = seats[session], case .waiting = seat.state,
      own.joins.count < Announcement.joinsMax
    else { return [] }
    own.joins.append(Join(seat.place.join, in: session))
    list(session)
    enter(session, at: now)
    let piece = announce(at: now)
    seats[session]?.state = .joining(
      LocalSession.Joining(
        participant: seat.place, piece: piece, until: now.advanced(by: Self.joiningMax)))
    return finish(at: now)
  }

  /// Leaves a session. The other participants go on.
  public mutating func leave(_ session: SessionID, at now: Uptime) -> [Action] {
    guard seats[session] != nil else { return [] }
    sayUnsent(in: session, at: now)
    release(session)
    vacate(session, .left)
    announce(at: now)
    return finish(at: now)
  }

  /// Ends a session for everyone.
  public mutating func end(_ session: SessionID, at now: Uptime) -> [Action] {
    guard seats[session] != nil else { return [] }
    sayUnsent(in: session, at: now)
    list(session)
    records[session]?.end(.ended(by: me))
    announce(at: now)
    return finish(at: now)
  }

  /// Offers a session again that this member left.
  public mutating func offerAgain(_ session: SessionID, at now: Uptime) -> [Action] {
    released.remove(session)
    isStale = true
    return finish(at: now)
  }

  /// Changes a session's activity for everyone.
  public mutating func edit(
    _ session: SessionID, _ activity: [UInt8], at now: Uptime
  ) -> [Action] {
    guard seats[session]?.participant != nil, records[session]?.activity.bytes != activity,
      activity.count <= SessionRecord.activityBytesMax
    else { return [] }
    records[session]?.edit(activity, by: me)
    announce(at: now)
    return finish(at: now)
  }

  mutating func begin(_ identifier: String, _ activity: [UInt8], isForAll: Bool = false) {
    guard lastActivation < .max else { return }
    lastActivation += 1
    let id = SessionID(me, activation: lastActivation)
    let kin = records.values.filter { $0.identifier == identifier && $0.ending == nil }
    let replaced = kin.map(\.id).filter {
      isForAll || seats[$0]?.participant != nil || begun.contains($0)
    }.sorted()
    let besides = kin.map(\.id).filter { !replaced.contains($0) }.sorted()
    records[id] = SessionRecord(
      id: id, identifier: identifier, besides: Array(besides.prefix(SessionRecord.besidesMax)),
      activity: .init(activity, edits: 0, editor: me))
    begun.insert(id)
    witnesses[id] = Set(roster.members.keys)
    for old in replaced {
      list(old)
      records[old]?.end(.replaced(by: id))
    }
    list(id)
  }

  mutating func release(_ session: SessionID) {
    if released.count >= Self.releasedMax { released = released.filter { isAlive($0) } }
    if released.count < Self.releasedMax { released.insert(session) }
  }

  // MARK: Sessions in this member's announcement

  /// Adds a session's record to this member's announcement, in place of the oldest if there are too
  /// many.
  mutating func list(_ session: SessionID) {
    guard let record = records[session] else { return }
    own.sessions.removeAll { $0.id == session }
    own.sessions.append(record)
    while own.sessions.count > Announcement.sessionsMax {
      let old = own.sessions.firstIndex { seats[$0.id]?.participant == nil } ?? 0
      own.sessions.remove(at: old)
    }
    relist()
  }

  /// Adds ended sessions to this member's announcement, as far as there is room. Some participants
  /// may not have heard of the end, and the member that ended the session may be gone. So each
  /// member that knows of the end announces it.
  ///
  /// - Returns: whether there is anything to announce.
  mutating func tellsEnds() -> Bool {
    let told = Set(own.sessions.map(\.id))
    let unheard = records.values.filter {
      $0.ending != nil && !told.contains($0.id) && !roster.index.present(in: $0.id).isEmpty
    }.map(\.id).sorted()
    var hasNews = false
    for session in unheard where makeRoomToTell() {
      list(session)
      hasNews = true
    }
    return hasNews
  }

  /// Makes room for one record. Only the record of an ended session that has no more participants
  /// gives way: otherwise two records would replace each other for ever.
  private mutating func makeRoomToTell() -> Bool {
    if own.sessions.count < Announcement.sessionsMax { return true }
    let heard = own.sessions.firstIndex {
      $0.ending != nil && roster.index.present(in: $0.id).isEmpty
    }
    if let heard { own.sessions.remove(at: heard) }
    return heard != nil
  }

  /// Updates the session records in this member's announcement.
  mutating func relist() {
    own.sessions = own.sessions.map { records[$0.id] ?? $0 }
  }

  /// Gives up this member's place in a session.
  mutating func vacate(_ session: SessionID, _ reason: InvalidationReason) {
    guard seats.removeValue(forKey: session) != nil else { return }
    begun.remove(session)
    own.joins.removeAll { $0.session == session }
    if records[session]?.ending == nil { own.sessions.removeAll { $0.id == session } }
    actions.append(.session(session, .invalidated(reason)))
  }
}
