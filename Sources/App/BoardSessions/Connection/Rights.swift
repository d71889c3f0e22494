import BoardContract
import BoardLog
import BoardModel
import EaselBase
import GroupBase
import GroupSecurity
import SecureTransports
import Synchronization

/// The rights of the members of a call, by proofs that every member checks.
package struct Rights: Sendable {
  private let membership: Membership?
  private let moderators: ModerationRights

  /// Gives all rights to all members.
  package init() { (membership, moderators) = (nil, ModerationRights()) }

  /// Knows no moderators.
  package init(_ membership: Membership) { self.init(membership, ModerationRights()) }

  init(_ membership: Membership, _ moderators: ModerationRights) {
    (self.membership, self.moderators) = (membership, moderators)
  }

  func mayDraw(_ member: MemberID) -> Bool { membership?.mayDraw(member) ?? true }

  /// This run; nil if all members have all rights.
  var member: MemberID? { membership?.member }

  /// Changes the keys, and with them the rights of a member.
  ///
  /// - Parameter kept: the members that stay in the call; all other members are out of it.
  func rule(
    _ ruling: Ruling, _ member: MemberID, keeping kept: [MemberID]
  ) throws(SecurityError) {
    switch ruling {
    case .putOut: try membership?.renew(puttingOut: [member], keeping: kept)
    case .watches: try membership?.renew(roles: [member: .watch], keeping: kept + [member])
    case .draws: try membership?.renew(roles: [member: .draw], keeping: kept + [member])
    }
  }

  /// - Parameter kept: the members that stay in the call; all other members are out of it.
  package func renewTickets(keeping kept: [MemberID]) throws(SecurityError) {
    try membership?.renew(keeping: kept)
  }

  /// The lock of the call; nil if it is not locked.
  var lock: CallLock? { membership?.lock }

  /// Changes the keys so that all people only watch, except this host and these members.
  ///
  /// - Parameter kept: the members that stay in the call; all other members are out of it.
  func lock(sparing spared: [MemberID], keeping kept: [MemberID]) throws(SecurityError) {
    guard let membership else { return }
    try membership.lock(by: membership.member, sparing: spared, keeping: kept)
  }

  /// Changes the keys so that the people that the lock made watchers may draw again.
  ///
  /// - Parameter kept: the members that stay in the call; all other members are out of it.
  func unlock(keeping kept: [MemberID]) throws(SecurityError) {
    try membership?.unlock(keeping: kept)
  }

  /// The members that a ruling about one member also affects: see `Membership.companions`.
  var companions: [MemberID: Set<MemberID>] { membership?.companions ?? [:] }

  /// Whether this run can change keys by itself.
  var isHost: Bool { membership?.isHost ?? false }

  /// Returns whether this run, as a host, follows the requests of a member.
  func delegates(to member: MemberID) -> Bool {
    membership?.delegates(to: member, isNamed: moderators.isNamed) ?? false
  }

  /// Returns the host's signed statement that it follows a member's requests.
  func delegationToken(for member: MemberID) throws(SecurityError) -> [UInt8] {
    try membership?.delegationToken(for: member) ?? []
  }

  /// Returns whether these bytes are a host's signed statement that it follows this run's requests.
  func isDelegate(of host: MemberID, token: [UInt8]) -> Bool {
    membership?.isDelegate(of: host, token: token) ?? false
  }

  /// The number of the present keys; it rises with each change.
  var epochNumber: UInt32 { membership?.epochNumber ?? 0 }

  /// Returns whether a host may have carried out a request after the keys had this number. For a
  /// change of rights, newer keys are enough: this run learns a member's new right only from that
  /// member's first message under the new keys.
  func isDone(
    _ action: RulingRequest.ModerationAction, about subject: MemberID?, since number: UInt32
  ) -> Bool {
    guard let membership, membership.epochNumber > number else { return false }
    return switch action {
    case .putOut: subject.map(membership.knows) != true
    case .lock: membership.lock != nil
    case .unlock: membership.lock == nil
    case .watch, .draw, .renewTickets: true
    }
  }

  /// Returns the request to send to a host that follows this run.
  func request(
    _ action: RulingRequest.ModerationAction, about subject: MemberID?, sparing spared: [MemberID]
  ) throws(SecurityError) -> [UInt8] {
    try membership?.request(action, about: subject, sparing: spared) ?? []
  }

  /// Carries out the request of a member, if this host follows that member.
  ///
  /// - Parameter present: the members in the session.
  /// - Parameter silent: the members that fell silent in the session.
  func handle(
    request: [UInt8], from member: MemberID, present: [MemberID], silent: [MemberID]
  ) throws(SecurityError) -> RulingOutcome {
    try membership?.handle(
      request: request, from: member, present: present, silent: silent,
      isNamed: moderators.isNamed) ?? .refused
  }

  /// Returns whether a member is another run of the same person.
  func isOwn(_ member: MemberID) -> Bool { membership?.isOwn(member) ?? false }

  /// Returns whether this user met the person of a member.
  func hasMet(_ member: MemberID) -> Bool { membership?.hasMet(member) ?? false }

  /// Returns whether a member has proved to be the author that it claims to be.
  func proves(_ member: MemberID, _ author: AuthorID) -> Bool {
    guard let membership else { return true }
    return membership.identityKey(of: member).map(ReplicaGenesis.author) == author
  }

  /// Returns the author that a member has proved to be; nil for an unknown member.
  func author(of member: MemberID) -> AuthorID? {
    membership?.identityKey(of: member).map(ReplicaGenesis.author)
  }

  /// Returns the authors whose entries this member may send; nil means all authors. A member that
  /// may draw is responsible for all entries that it passes on. A watcher can pass on only entries
  /// that authors with the right to draw have signed.
  func authors(from member: MemberID) -> Set<AuthorID>? {
    guard let membership, !membership.mayDraw(member) else { return nil }
    return Set(membership.drawers.map { ReplicaGenesis.author(of: $0) })
  }
}

/// The people who may decide about others besides the host.
final class ModerationRights: Sendable {
  /// The authors whose requests this run follows as a host, beside its own person.
  let named: Set<AuthorID>
  /// Whether a host has said that it follows this run's requests.
  let isHeeded = Atomic(false)

  init(named: Set<AuthorID> = []) { self.named = named }

  func isNamed(_ identityKey: [UInt8]) -> Bool {
    named.contains(ReplicaGenesis.author(of: identityKey))
  }
}

extension RulingRequest.ModerationAction {
  init(_ ruling: Ruling) {
    self =
      switch ruling {
      case .putOut: .putOut
      case .watches: .watch
      case .draws: .draw
      }
  }
}
