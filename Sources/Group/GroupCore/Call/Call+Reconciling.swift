import EaselBase

// Derives the sessions from the announcements of all members. This is done anew after each event,
// so that the order of arrival does not matter.
extension Call {
  /// - Parameter teller: the member that sent the record. If it began the session, its record
  ///   replaces a record with another identifier.
  mutating func learn(_ record: SessionRecord, from teller: MemberID) {
    guard record.isSound else { return }
    guard let known = records[record.id] else {
      guard records.count < Self.recordsMax || teller == me else { return }
      records[record.id] = record
      // Members may have announced its end before, when it had no participants and `prune` removed
      // the record.
      for told in roster.index.tellings(ofEnded: record.id) { records[record.id]?.merge(told) }
      return
    }
    if known.identifier != record.identifier, record.id.initiator == teller {
      vacate(record.id, .ended(by: teller))
      records[record.id] = record
    } else {
      records[record.id]?.merge(record)
    }
  }

  mutating func reconcile(at now: Uptime) {
    isStale = false
    giveWay()
    if invalidate() { announce(at: now) }
    showActivities()
    sendEarlyMessages(at: now)
    settleJoins(at: now)
    showParticipants()
    offer(at: now)
    prune()
    showEligibility(at: now)
  }

  /// Returns whether a member is in the session, or began it and waits.
  func isAlive(_ session: SessionID) -> Bool {
    if let seat = seats[session], seat.participant != nil || begun.contains(session) { return true }
    return roster.index.holds(session)
  }

  var isAnyJoining: Bool {
    seats.values.contains { if case .joining = $0.state { true } else { false } }
  }

  /// Returns all participants of a session, including this member's own.
  func participants(of session: SessionID) -> [ParticipantID] {
    (Array(roster.index.present(in: session)) + [seats[session]?.participant].compactMap { $0 })
      .sorted()
  }

  // MARK: Steps

  /// If two members of one call began the same session at once, the session with the larger ID
  /// gives way. Its initiator decides this.
  private mutating func giveWay() {
    for (mine, seen) in witnesses.sorted(by: { $0.key < $1.key }) {
      guard let record = records[mine], record.ending == nil else {
        witnesses[mine] = nil
        continue
      }
      let rival = records.values.filter { other in
        other.identifier == record.identifier && other.ending == nil && other.id < mine
          && seen.contains(other.id.initiator) && !other.besides.contains(mine)
          && !record.besides.contains(other.id)
      }.map(\.id).min()
      if let rival { records[mine]?.end(.replaced(by: rival)) }
    }
  }

  /// Returns whether something has to be announced.
  private mutating func invalidate() -> Bool {
    var hasChanged = false
    for session in seats.keys.sorted() {
      if let ending = records[session]?.ending {
        switch ending {
        case .ended(let member): vacate(session, .ended(by: member))
        case .replaced(let other): vacate(session, .replaced(by: other))
        }
        hasChanged = true
      } else if !isAlive(session) {
        vacate(session, .everyoneLeft)
      }
    }
    return hasChanged
  }

  private mutating func showActivities() {
    for (session, seat) in seats.sorted(by: { $0.key < $1.key }) {
      guard let bytes = records[session]?.activity.bytes, bytes != seat.shown else { continue }
      seats[session]?.shown = bytes
      actions.append(.session(session, .activity(bytes)))
    }
  }

  private mutating func settleJoins(at now: Uptime) {
    for (session, seat) in seats.sorted(by: { $0.key < $1.key }) {
      guard case .joining(let joining) = seat.state else { continue }
      let there = Set(participants(of: session).map(\.member))
      let isTold = there.isDisjoint(with: outbox.lacking(joining.piece))
      guard isTold || now >= joining.until else { continue }
      seats[session]?.state = .joined(joining.participant, participants: [])
      actions.append(.session(session, .joined(joining.participant)))
      showParticipants()
      for unsent in joining.unsent { dispatch(unsent, in: session, at: now) }
      for unread in joining.unread {
        actions.append(.deliver([unread.message], from: unread.sender, unread.mode))
      }
    }
  }

  mutating func showParticipants() {
    for (session, seat) in seats.sorted(by: { $0.key < $1.key }) {
      guard case .joined(let participant, let shown) = seat.state else { continue }
      let now = participants(of: session)
      guard now != shown else { continue }
      seats[session]?.state = .joined(participant, participants: now)
      actions.append(.session(session, .participants(now)))
    }
  }

  /// Offers sessions. An ended session is invalidated before its successor is offered, so a second
  /// session of a kind waits until it is clear that both go on.
  private mutating func offer(at now: Uptime) {
    for (session, record) in records.sorted(by: { $0.key < $1.key }) {
      guard seats[session] == nil, record.ending == nil, !released.contains(session),
        isAlive(session) || begun.contains(session), lastJoin < .max
      else {
        postponed[session] = nil
        continue
      }
      let hasKin = seats.keys.contains { records[$0]?.identifier == record.identifier }
      if hasKin, !begun.contains(session) {
        let until = postponed[session] ?? now.advanced(by: Self.beatEvery)
        postponed[session] = until
        if now < until { continue }
      }
      postponed[session] = nil
      lastJoin += 1
      seats[session] = LocalSession(
        place: ParticipantID(me, join: lastJoin), state: .waiting, shown: record.activity.bytes)
      actions.append(
        .session(
          session, .offered(record, isLocallyInitiated: begun.contains(session))))
    }
  }

  private mutating func prune() {
    let told = Set(own.sessions.map(\.id))
    records = records.filter { seats[$0.key] != nil || told.contains($0.key) || isAlive($0.key) }
    released = released.filter { records[$0] != nil }
    postponed = postponed.filter { records[$0.key] != nil }
  }

  private mutating func showEligibility(at now: Uptime) {
    let isNow = Eligibility.isEligible(
      me, among: roster.announcements.lazy.map { ($0.member, $0.announcement.seat.kind == .person) }
    )
    if isNow != isEligible {
      isEligible = isNow
      actions.append(.eligible(isNow))
    }
    startStaged(at: now)
  }

  private mutating func startStaged(at now: Uptime) {
    guard isEligible, let staged else { return }
    self.staged = nil
    begin(staged.identifier, staged.activity)
    announce(at: now)
    reconcile(at: now)
  }
}
