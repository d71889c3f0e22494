import EaselBase
import Foundation
import GroupCore

extension GroupSystem {
  /// Begins an activity as soon as another person is in the call: at once where one is. It takes the
  /// place of one that was staged before. ``GroupStateObserver/stagedActivity`` tells of it.
  ///
  /// - Throws: what ``GroupActivity/activate()`` throws.
  public func stage(_ activity: some GroupActivity) throws {
    let staged = try staged(activity)
    let isInCall = perform { $0.stage(staged, at: $1) }
    guard isInCall else { throw GroupSessionError.notInCall }
  }

  /// Nothing waits any longer.
  public func cancelStaging() {
    _ = perform { $0.stage(nil, at: $1) }
  }

  /// Offers a session that was left once more: as a new object, by `sessions()`. Nothing happens
  /// where it is over for everyone.
  public func offerAgain<Activity>(_ session: GroupSession<Activity>) {
    perform { core, now in
      _ = core.handle(at: now) { $0.offerAgain(session.place.session, at: now) }
    }
  }

  /// Begins a session of an activity and leaves those alone that others are in: whoever is in one is
  /// offered this as a second. ``GroupActivity/activate()`` puts it in their place.
  ///
  /// - Throws: what ``GroupActivity/activate()`` throws.
  public nonisolated(nonsending) func activateBesides(_ activity: some GroupActivity) async throws {
    let policy = await activity.metadata.lifetimePolicy
    try begin(activity, isForAll: false, policy)
  }

  /// Takes up a session that this person's program was in before it was lost without leaving, by
  /// ``GroupSession/id``. It comes by `sessions()` as one that was begun here; whoever is still in it is
  /// found in it again.
  ///
  /// - Parameter activity: as it was begun; what others made of it since stands.
  /// - Throws: what ``GroupActivity/activate()`` throws, and ``GroupSessionError/notJoined`` where no
  ///   session has such a name.
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
      core.endsWithInitiator = policy == .endsWhenInitiatorLeaves
      defer { core.endsWithInitiator = false }
      return core.handle(at: now) {
        $0.activate(staged.identifier, staged.activity, isForAll: isForAll, at: now)
      }
    }
    guard isInCall else { throw GroupSessionError.notInCall }
  }

  private func staged<Activity: GroupActivity>(_ activity: Activity) throws -> Call.Staged {
    // As this person, whoever asks: by default identifiers begin with the program's name.
    let identifier = Self.$current.withValue(self) { Activity.activityIdentifier }
    let bytes = try Coding.bytes(of: activity)
    try limit(identifier.utf8.count, SessionRecord.identifierBytesMax)
    try limit(bytes.count, SessionRecord.activityBytesMax)
    return Call.Staged(identifier: identifier, activity: bytes)
  }

  private func limit(_ bytes: Int, _ limit: Int) throws(GroupSessionError) {
    guard bytes <= limit else { throw .tooLarge(bytes: bytes, limit: limit) }
  }

  // MARK: For sessions

  /// - Returns: whether the place can be joined or is; false where it is over.
  func join(_ place: SessionPlace) -> Bool { send(place) { $0.join($1, at: $2) } }

  /// Publishes what waits, where this is the main actor and nothing is being published.
  func publishIfMain() { perform { core, _ in core.post }.drainIfMain() }

  func leave(_ place: SessionPlace) {
    perform { core, now in
      guard core.places[place.session] == place else { return }
      let isBound = core.bound.contains(place.session)
      core.handle(at: now) {
        isBound ? $0.end(place.session, at: now) : $0.leave(place.session, at: now)
      }
    }
  }

  func end(_ place: SessionPlace) { send(place) { $0.end($1, at: $2) } }

  func edit<Activity: GroupActivity>(_ place: SessionPlace, _ activity: Activity) {
    do {
      let bytes = try Coding.bytes(of: activity)
      try limit(bytes.count, SessionRecord.activityBytesMax)
      try perform { core, now throws(GroupSessionError) in
        try core.edit(place, bytes, at: now)
        return core.post
      }.drainIfMain()
    } catch { publish(.activityRefused(session: .init(place.session), error)) }
  }

  /// - Returns: whether the place is offered here or joined.
  @discardableResult
  private func send(
    _ place: SessionPlace, _ event: @Sendable (inout Call, SessionID, Uptime) -> [Call.Action]
  ) -> Bool {
    perform { core, now in
      guard core.places[place.session] == place else { return false }
      core.handle(at: now) { event(&$0, place.session, now) }
      return true
    }
  }
}
