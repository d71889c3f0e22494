import EaselBase

// What the person here does about sessions.
extension Call {
  /// Begins a session and brings everybody there.
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

  /// Takes up a session that this person was in as another member, which was lost without leaving it: as
  /// if it were begun here, except for its name, by which those who are still in it find it again.
  public mutating func resume(
    _ session: SessionID, _ identifier: String, _ activity: [UInt8], at now: Uptime
  ) -> [Action] {
    // Those who went on may have offered it already.
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

  /// Begins a session as soon as another person is in the call: at once where one is.
  public mutating func stage(_ staged: Staged?, at now: Uptime) -> [Action] {
    self.staged = staged
    isStale = true
    return finish(at: now)
  }

  /// Nothing where there is no offer.
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

  /// The others go on.
  public mutating func leave(_ session: SessionID, at now: Uptime) -> [Action] {
    guard seats[session] != nil else { return [] }
    sayUnsent(in: session, at: now)
    release(session)
    vacate(session, .left)
    announce(at: now)
    return finish(at: now)
  }

  /// For everyone.
  public mutating func end(_ session: SessionID, at now: Uptime) -> [Action] {
    guard seats[session] != nil else { return [] }
    sayUnsent(in: session, at: now)
    list(session)
    records[session]?.end(.ended(by: me))
    announce(at: now)
    return finish(at: now)
  }

  /// A session that this member left can be joined again.
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

  // MARK: What this member says of sessions

  /// Puts a session's record among those that this member tells of, in place of the oldest.
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

  /// Whoever is still in a session that ended has not heard so, and who ended it may be gone: those
  /// who know tell it from now on, as far as there is room.
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

  /// Nothing gives way that somebody may not have heard yet: two would take each other's place for ever.
  private mutating func makeRoomToTell() -> Bool {
    if own.sessions.count < Announcement.sessionsMax { return true }
    let heard = own.sessions.firstIndex {
      $0.ending != nil && roster.index.present(in: $0.id).isEmpty
    }
    if let heard { own.sessions.remove(at: heard) }
    return heard != nil
  }

  /// Brings the records that this member tells of up to date.
  mutating func relist() {
    own.sessions = own.sessions.map { records[$0.id] ?? $0 }
  }

  /// Gives a seat up.
  mutating func vacate(_ session: SessionID, _ reason: InvalidationReason) {
    guard seats.removeValue(forKey: session) != nil else { return }
    begun.remove(session)
    own.joins.removeAll { $0.session == session }
    if records[session]?.ending == nil { own.sessions.removeAll { $0.id == session } }
    actions.append(.session(session, .invalidated(reason)))
  }
}
