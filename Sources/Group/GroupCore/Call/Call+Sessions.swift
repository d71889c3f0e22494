import EaselBase
import GroupBase

// The actions of the user on sessions.
extension Call {
  /// Begins a session and offers it to all members.
  ///
  /// - Parameters:
  ///   - identifier: the kind of activity, in at most `SessionRecord.identifierBytesMax` UTF-8
  ///     bytes.
  ///   - activity: at most `SessionRecord.activityBytesMax` bytes. The caller checks both limits.
  ///   - isForAll: true if the new session replaces every session of its kind in the call; false if
  ///     it replaces only the sessions that this member began or is in.
  public mutating func activate(
    _ identifier: String, _ activity: [UInt8], isForAll: Bool = false, at now: Uptime
  ) -> [Action] {
    sessions.begin(
      identifier, activity, isForAll: isForAll, among: Set(roster.members.keys))
    announce(at: now)
    return finish(at: now)
  }

  /// Resumes a session that this user lost without leaving it, when this user had another member
  /// ID. This member acts as if it began the session. The session keeps its ID, by which the
  /// remaining participants find it again.
  public mutating func resume(
    _ session: SessionID, _ identifier: String, _ activity: [UInt8], at now: Uptime
  ) -> [Action] {
    // The participants that went on may have offered it already.
    if case .waiting? = sessions[session]?.state {
      actions += sessions.vacate(session, .callEnded)
    }
    guard sessions[session] == nil else { return finish(at: now) }
    actions += sessions.resume(session, identifier, activity, roster.index)
    announce(at: now)
    return finish(at: now)
  }

  /// Begins a session as soon as another person is in the call; at once if one already is. Replaces
  /// the activity that was staged before; nil removes it.
  public mutating func stage(_ staged: StagedSession?, at now: Uptime) -> [Action] {
    staging.staged = staged
    isStale = true
    return finish(at: now)
  }

  /// Joins an offered session. Does nothing if the session is not offered, or if this member has
  /// `Announcement.joinsMax` joins already.
  public mutating func join(_ session: SessionID, at now: Uptime) -> [Action] {
    guard sessions.enter(session, roster.index, at: now) else { return [] }
    sessions.local.awaitJoin(of: session, announcedBy: announce(at: now), at: now)
    return finish(at: now)
  }

  /// Leaves a session. The other participants go on.
  public mutating func leave(_ session: SessionID, at now: Uptime) -> [Action] {
    guard sessions[session] != nil else { return [] }
    sendUnsent(in: session, at: now)
    sessions.local.release(session, roster.index)
    actions += sessions.vacate(session, .left)
    announce(at: now)
    return finish(at: now)
  }

  /// Ends a session for everyone. Does nothing if the session is neither offered nor joined.
  public mutating func end(_ session: SessionID, at now: Uptime) -> [Action] {
    guard sessions[session] != nil else { return [] }
    sendUnsent(in: session, at: now)
    sessions.end(session)
    announce(at: now)
    return finish(at: now)
  }

  /// Offers a session again that this member left.
  public mutating func offerAgain(_ session: SessionID, at now: Uptime) -> [Action] {
    sessions.local.offerAgain(session)
    isStale = true
    return finish(at: now)
  }

  /// Changes a session's activity for everyone. Does nothing if this member is not in the session,
  /// if the activity is the same, or if it exceeds `SessionRecord.activityBytesMax`.
  public mutating func edit(
    _ session: SessionID, _ activity: [UInt8], at now: Uptime
  ) -> [Action] {
    guard sessions.edit(session, activity) else { return [] }
    announce(at: now)
    return finish(at: now)
  }
}

// Derives the sessions from the announcements of all members. This is done anew after each event,
// so that the order of arrival does not matter.
extension Call {
  mutating func reconcile(at now: Uptime) {
    isStale = false
    let invalidated = sessions.invalidate(roster.index)
    actions += invalidated.actions
    if invalidated.isAnnounced { announce(at: now) }
    actions += sessions.updateActivities()
    sendEarlyMessages(at: now)
    completeJoins(at: now)
    reportParticipants()
    actions += sessions.offer(roster.index, at: now)
    reportEligibility(at: now)
  }

  private mutating func completeJoins(at now: Uptime) {
    for (session, joining) in sessions.local.joining {
      let present = Set(sessions.local.participants(of: session, roster.index).map(\.member))
      // A watcher that acknowledges nothing delays no join.
      let isKnown = present.isDisjoint(
        with: delivery.lacking(joining.piece).filter { !roster.isWatcher($0) })
      guard isKnown || now >= joining.until else { continue }
      sessions.local.complete(session)
      actions.append(.session(session, .joined(joining.participant)))
      reportParticipants()
      for unsent in joining.unsent { dispatch(unsent, in: session, at: now) }
      for unread in joining.unread {
        actions.append(.deliver([unread.message], from: unread.sender, unread.mode))
      }
    }
  }

  mutating func reportParticipants() { actions += sessions.local.updateParticipants(roster.index) }

  private mutating func reportEligibility(at now: Uptime) {
    if staging.update(isEligible: roster.isEligible(me)) { actions.append(.eligible(isEligible)) }
    guard let staged = staging.removeDue() else { return }
    sessions.begin(
      staged.identifier, staged.activity, isForAll: false, among: Set(roster.members.keys))
    announce(at: now)
    reconcile(at: now)
  }
}
