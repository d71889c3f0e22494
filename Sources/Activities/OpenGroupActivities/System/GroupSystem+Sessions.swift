import EaselBase
import Foundation
import GroupBase
import GroupCore

extension GroupSystem {
  /// Begins an activity as soon as another person is in the call, which may be now. The activity
  /// replaces an activity that was staged before. ``GroupStateObserver/stagedActivity`` shows it.
  ///
  /// - Throws: what ``GroupActivity/activate()`` throws.
  public func stage(_ activity: some GroupActivity) throws {
    let staged = try staged(activity)
    let isInCall = perform { $0.stage(staged, at: $1) }
    guard isInCall else { throw GroupSessionError.notInCall }
  }

  /// Removes the staged activity, if there is one.
  public func cancelStaging() {
    _ = perform { $0.stage(nil, at: $1) }
  }

  /// Offers a session again after this program left it. `sessions()` returns it as a new object.
  /// Has no effect if the session is over for everyone.
  public func offerAgain<Activity>(_ session: GroupSession<Activity>) {
    perform { core, now in
      _ = core.handle(at: now) { $0.offerAgain(session.participation.session, at: now) }
    }
  }

  /// Begins a session of an activity and keeps the existing sessions. A person in an existing
  /// session gets the new session as a second offer. ``GroupActivity/activate()`` replaces the
  /// existing sessions instead.
  ///
  /// - Throws: what ``GroupActivity/activate()`` throws.
  public nonisolated(nonsending) func activateBesides(_ activity: some GroupActivity) async throws {
    let policy = await activity.metadata.lifetimePolicy
    try begin(activity, isForAll: false, policy)
  }

  /// Resumes a session by its ``GroupSession/id``, after this person's program ended without
  /// leaving it. `sessions()` returns it as a session begun here. The people who are still in the
  /// session are found again.
  ///
  /// - Parameter activity: the activity as it was at the session's beginning; later changes by
  ///   other participants stay.
  /// - Throws: what ``GroupActivity/activate()`` throws, and ``GroupSessionError/notJoined`` if no
  ///   session can have this name.
  public func resume(_ session: UUID, as activity: some GroupActivity) throws {
    guard let id = SessionID(session) else { throw GroupSessionError.notJoined }
    let staged = try staged(activity)
    let isInCall = perform { core, now in
      core.handle(at: now) { $0.resume(id, staged.identifier, staged.activity, at: now) }
    }
    guard isInCall else { throw GroupSessionError.notInCall }
  }

  func begin(
    _ activity: some GroupActivity, isForAll: Bool,
    _ policy: GroupActivityMetadata.LifetimePolicy
  ) throws {
    let staged = try staged(activity)
    let isInCall = perform { core, now in
      core.own.endsWithInitiator = policy == .endsWhenInitiatorLeaves
      defer { core.own.endsWithInitiator = false }
      return core.handle(at: now) {
        $0.activate(staged.identifier, staged.activity, isForAll: isForAll, at: now)
      }
    }
    guard isInCall else { throw GroupSessionError.notInCall }
  }

  func staged<Activity: GroupActivity>(_ activity: Activity) throws -> StagedSession {
    // Sets the current system, since default identifiers begin with that system's program name.
    let identifier = Self.$current.withValue(self) { Activity.activityIdentifier }
    let bytes = try Coding.bytes(of: activity)
    try limit(identifier.utf8.count, SessionRecord.identifierBytesMax)
    try limit(bytes.count, SessionRecord.activityBytesMax)
    return StagedSession(identifier: identifier, activity: bytes)
  }

  private func limit(_ bytes: Int, _ limit: Int) throws(GroupSessionError) {
    guard bytes <= limit else { throw .tooLarge(bytes: bytes, limit: limit) }
  }

  // MARK: For sessions

  /// - Returns: whether the session is joined or can be joined; false if the participation is over.
  func join(_ participation: SessionParticipation) -> Bool {
    send(participation) { $0.join($1, at: $2) }
  }

  /// Publishes waiting changes if this is the main actor and no publishing is in progress.
  func publishIfMain() { perform { core, _ in core.publisher }.drainIfMain() }

  func leave(_ participation: SessionParticipation) {
    perform { core, now in
      guard core.participations[participation.session] == participation else { return }
      let isBound = core.own.bound.contains(participation.session)
      core.handle(at: now) {
        isBound ? $0.end(participation.session, at: now) : $0.leave(participation.session, at: now)
      }
    }
  }

  func end(_ participation: SessionParticipation) { send(participation) { $0.end($1, at: $2) } }

  func edit<Activity: GroupActivity>(_ participation: SessionParticipation, _ activity: Activity) {
    do {
      let bytes = try Coding.bytes(of: activity)
      try limit(bytes.count, SessionRecord.activityBytesMax)
      try perform { core, now throws(GroupSessionError) in
        try core.edit(participation, bytes, at: now)
        return core.publisher
      }.drainIfMain()
    } catch { publish(.activityRefused(session: .init(participation.session), error)) }
  }

  /// - Returns: whether the session is offered here or joined.
  @discardableResult
  private func send(
    _ participation: SessionParticipation,
    _ event: @Sendable (inout Call, SessionID, Uptime) -> [Call.Action]
  ) -> Bool {
    perform { core, now in
      guard core.participations[participation.session] == participation else { return false }
      core.handle(at: now) { event(&$0, participation.session, now) }
      return true
    }
  }
}
