import EaselBase
import GroupBase
import GroupSecurity

/// Events of a run's membership.
public enum MembershipEvent: Sendable {
  /// The keys were changed, so there are new tickets. Any member, this run included, may have left
  /// or may have another role than before.
  ///
  /// `gone` holds all people that the change of keys removed: first the people that a moderator
  /// chose, then the people that came in only through them.
  case renewed(gone: [RemovedMember])
  /// This run learned that a member has another role than before.
  case ruled
  /// This run is no longer in the call.
  case out(SecurityError)
  /// The other side asks a person whether this run may enter the call.
  case asked
}

/// A person that a change of keys removed from the call.
public struct RemovedMember: Sendable, Hashable {
  /// The key that signs this person's entries: `ReplicaGenesis.author(of:)` returns its author in a
  /// board's log.
  public let identityKey: [UInt8]
  /// The runs of this person that this run knew.
  public let runs: [MemberID]

  /// Creates a person from its identity key and its runs.
  public init(identityKey: [UInt8], runs: [MemberID]) {
    (self.identityKey, self.runs) = (identityKey, runs)
  }
}

/// A change of keys: new tickets for all members, and new roles for some of them.
struct Renewal: Sendable {
  /// The identity keys of the people to remove; those that a moderator chose come first.
  var putOut: [[UInt8]] = []
  var roles: [[UInt8]: Role] = [:]
  /// The only members that stay, with all runs of their people; nil if all known members stay.
  var named: Set<UInt64>?
  var lock = LockChange.stays
  /// The epoch that this change of keys led to.
  var epoch: UInt32 = 0
}

// Changes of keys.
extension Membership {
  /// Whether this run can change keys.
  public var isHost: Bool { state.withLock { $0.rootKeys != nil && $0.epochState != nil } }

  /// The root keys, with which another run can be a host of this call; nil for guests.
  public var rootKeys: CallRootKeys? { state.withLock { $0.rootKeys } }

  /// Adds an observer for the lifetime of this membership. The observer is called on the thread of
  /// each event.
  public func observe(_ observer: @escaping @Sendable (MembershipEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Ends all present tickets and makes new ones for the members that stay.
  ///
  /// A member that came in only through a removed person is removed as well. A member that came in
  /// only through a person that gets the role `watch` gets this role as well. The host's own runs
  /// stay.
  ///
  /// - Parameters:
  ///   - putOut: members that leave, with all runs of their people.
  ///   - roles: the new roles of these members. A role holds for all runs of the member's person.
  ///   - named: the only members that stay, with all runs of their people. The list is needed
  ///     because a member may have brought in others that no participant sees. Nil keeps all known
  ///     members.
  ///   - spared: members that stay even if they came in through a removed person.
  /// - Throws: `anotherHost` if this run is not a host.
  public func renew(
    puttingOut putOut: [MemberID] = [], roles: [MemberID: Role] = [:],
    keeping named: [MemberID]? = nil, sparing spared: [MemberID] = []
  ) throws(SecurityError) {
    let renewal = state.withLock { state in
      state.epochState?.renewal(puttingOut: putOut, roles: roles, keeping: named, sparing: spared)
    }
    try renew(renewal ?? Renewal())
  }

  /// For each member, the other members that a ruling (a moderator's decision) about it also
  /// affects: the other runs of its person, and the members that came in only through that person.
  /// A member without such companions has no entry.
  public var companions: [MemberID: Set<MemberID>] {
    state.withLock { $0.epochState?.companions ?? [:] }
  }

  /// Stores a callback that saves the new root keys at each change of keys by this run. The
  /// callback runs before any other member learns about the change, because a restarted host has to
  /// know the keys that the other members use.
  ///
  /// - Parameter keep: saves the keys. If it throws, the keys are not changed.
  public func beforeRenewing(_ keep: @escaping @Sendable (CallRootKeys) throws -> Void) {
    state.withLock { $0.keep = keep }
  }

  /// A change of keys that no other member knows yet.
  private struct Change {
    let renewal: Renewal
    let old: Epoch
    let new: Epoch
    let rotation: Rotation
    /// Nil if this run cannot be a host afterwards.
    let rootKeys: CallRootKeys?
  }

  /// The maximum number of attempts: another host may change keys while this run saves its own, and
  /// then this run changes them once more.
  private static let renewalsMax = 3

  func renew(_ renewal: Renewal) throws(SecurityError) {
    for _ in 0..<Self.renewalsMax {
      let keep = state.withLock { $0.keep }
      let change = try state.withLock { state throws(SecurityError) -> Change in
        try makeChange(renewal, in: &state)
      }
      do {
        if let rootKeys = change.rootKeys { try keep(rootKeys) }
      } catch { throw .notKept }
      if try begin(change) { return }
    }
    throw .oldEpoch
  }

  private func makeChange(
    _ renewal: Renewal, in state: inout State
  ) throws(SecurityError) -> Change {
    guard let rootKeys = state.rootKeys, let epoch = state.epochState?.epoch else {
      throw .anotherHost
    }
    let own = keys.identity.publicKey
    var renewal = renewal
    // The host that changes the keys stays in the call, even if the request names it.
    renewal.putOut.removeAll { $0 == own }
    let putOut = Set(renewal.putOut)
    let known = (state.epochState?.staying(named: renewal.named) ?? [])
      .filter { !putOut.contains($0.0.identityKey) }
      .prefix(Rotation.membersMax)
    let lock = renewal.changeRoles(
      by: state.epochState?.lock, of: known.filter { $0.0.identityKey != own })
    let staying = known.map { [renewal] member, role in
      let isOwn = member.identityKey == own
      return (member, isOwn ? member.role : renewal.roles[member.identityKey] ?? role)
    }
    var chance = SystemRandomNumberGenerator()
    let (new, rotation) = try rootKeys.renewal(
      of: epoch, chance: chance.bytes(CallRootKeys.renewalChanceLength), staying: staying,
      putOut: Array(renewal.putOut.prefix(Rotation.membersMax)), lock: lock)
    renewal.epoch = new.number
    return Change(
      renewal: renewal, old: epoch, new: new, rotation: rotation,
      rootKeys: CallRootKeys(rootKeys, in: new, lock: lock))
  }

  /// - Returns: false if another host changed keys meanwhile.
  private func begin(_ change: Change) throws(SecurityError) -> Bool {
    let passed = try state.withLock {
      state throws(SecurityError) -> (messages: [GossipMessage], gone: [RemovedMember])? in
      guard state.epochState?.epoch == change.old else { return nil }
      state.renewal = change.renewal
      let gone = state.epochState?.removed(change.renewal.putOut) ?? []
      state.epochState?.rule(change.renewal.roles)
      return (try Self.rotate(&state, to: change.new, by: change.rotation), gone)
    }
    guard let passed else { return false }
    pass(on: passed.messages)
    publish(.renewed(gone: passed.gone))
    return true
  }

  /// Handles a change of keys from a neighbour; the bytes may be anything.
  ///
  /// - Throws: an error if the bytes are not a valid change of keys, or the reason why this run is
  ///   no longer in the call.
  func received(rotation bytes: [UInt8]) throws(SecurityError) {
    guard let epoch else { return }
    do {
      try rotate(by: try Rotation(bytes, after: epoch))
    } catch {
      // An old epoch is harmless: another neighbour has already sent this change of keys.
      if error != .oldEpoch { throw error }
    }
  }

  /// - Throws: the reason why this run is no longer in the call.
  func rotate(by rotation: Rotation) throws(SecurityError) {
    var refusal: SecurityError?
    var lost: Renewal?
    var gone: [RemovedMember] = []
    var early: [PassedOn] = []
    let messages = try state.withLock { state throws(SecurityError) -> [GossipMessage] in
      // This change of keys, or a later one, may have arrived over another link since it was read.
      guard let epoch = state.epochState?.epoch, rotation.leads(on: epoch) else { return [] }
      (early, state.early) = (state.early, [])
      gone = state.epochState?.removed(rotation.putOut) ?? []
      do throws(SecurityError) {
        let messages = try Self.rotate(&state, to: try rotation.epoch(for: keys), by: rotation)
        // Another host changed keys at the same moment, and all members accept that host's keys.
        if let own = state.renewal, own.epoch == rotation.epochCertificate.epoch { lost = own }
        state.renewal = nil
        return messages
      } catch {
        refusal = error
        return Self.messages(of: rotation)
      }
    }
    if messages.isEmpty { return }
    // The other members receive the change of keys even if this run is out.
    pass(on: messages)
    publish(refusal.map(MembershipEvent.out) ?? .renewed(gone: gone))
    if let refusal { throw refusal }
    // An invalid early certificate is not the fault of the neighbour that sent the change of keys.
    for message in early { received(message) }
    if let lost { try renew(lost) }
  }

  private static func rotate(
    _ state: inout State, to epoch: Epoch, by rotation: Rotation
  ) throws(SecurityError) -> [GossipMessage] {
    try state.epochState?.rotate(to: epoch, by: rotation)
    state.rootKeys = state.rootKeys.flatMap { CallRootKeys($0, in: epoch, lock: rotation.lock) }
    do {
      let memberCertificate = try state.epochState?.ownIntroduction()
      // The change of keys comes first, so that its receivers know the epoch of the certificate.
      return messages(of: rotation)
        + [memberCertificate].compactMap { $0 }.map(GossipMessage.memberCertificate)
    } catch { throw .cryptographyFailed }
  }

  /// Removed members receive the change of keys last, when no member accepts their messages any
  /// more.
  private static func messages(of rotation: Rotation) -> [GossipMessage] {
    let putOut = Set(rotation.putOut)
    return [
      .rotation(rotation.bytes, epoch: rotation.epochCertificate.epoch, putOut: putOut),
      .dismissal(rotation.bytes, putOut: putOut),
    ]
  }

  func publish(_ event: MembershipEvent) {
    for observer in state.withLock({ $0.observers }) { observer(event) }
  }

  /// Returns whether a member has introduced itself in the present epoch.
  func isIntroduced(_ member: UInt64) -> Bool {
    state.withLock { $0.epochState?.isIntroduced(member) ?? false }
  }

  /// Stops accepting messages of the previous epoch; by now they have arrived or are lost.
  func forgetPast(of epoch: UInt32) { state.withLock { $0.epochState?.forgetPast(of: epoch) } }

  /// Returns the messages that tell a member what it missed while it was out of reach.
  func answer(to question: KeyCatchUpRequest, after hello: [UInt8]) throws(SecurityError)
    -> [[UInt8]]
  {
    try state.withLock { state throws(SecurityError) in
      guard let messages = try state.epochState?.answer(to: question, after: hello) else {
        throw .renewed
      }
      return messages
    }
  }
}
