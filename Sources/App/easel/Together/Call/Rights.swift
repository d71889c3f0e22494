import BoardLog
import BoardModel
import EaselBase
import GroupSecurity
import SecureTransports

/// What the members of a call may do, by the proofs that everybody checks.
struct Rights: Sendable {
  private let membership: Membership?
  private let moderators: Moderators

  /// Where all may do all.
  init() { (membership, moderators) = (nil, Moderators()) }

  init(_ membership: Membership, _ moderators: Moderators) {
    (self.membership, self.moderators) = (membership, moderators)
  }

  func mayDraw(_ member: MemberID) -> Bool { membership?.mayDraw(member) ?? true }

  /// Changes keys, and with them what one may do.
  ///
  /// - Parameter kept: the members that stay; no others do.
  func rule(
    _ ruling: Ruling, _ member: MemberID, keeping kept: [MemberID]
  ) throws(SecurityError) {
    switch ruling {
    case .putOut: try membership?.renew(puttingOut: [member], keeping: kept)
    case .watches: try membership?.renew(roles: [member: .watch], keeping: kept + [member])
    case .draws: try membership?.renew(roles: [member: .draw], keeping: kept + [member])
    }
  }

  /// - Parameter kept: the members that stay; no others do.
  func renewTickets(keeping kept: [MemberID]) throws(SecurityError) {
    try membership?.renew(keeping: kept)
  }

  /// The members that a ruling about one is about as well: see ``Membership/companions``.
  var companions: [MemberID: Set<MemberID>] { membership?.companions ?? [:] }

  /// Whether this run can change keys by itself.
  var isHost: Bool { membership?.isHost ?? false }

  /// Whether this run, as a host, does what a member asks for.
  func heeds(_ member: MemberID) -> Bool {
    membership?.heeds(member, isNamed: moderators.isNamed) ?? false
  }

  /// A host's word that it does.
  func word(for member: MemberID) throws(SecurityError) -> [UInt8] {
    try membership?.word(for: member) ?? []
  }

  /// Whether that is the word of a host.
  func isHeeded(by host: MemberID, word: [UInt8]) -> Bool {
    membership?.isHeeded(by: host, word: word) ?? false
  }

  /// The number of the present keys: it rises with each change.
  var epochNumber: UInt32 { membership?.epochNumber ?? 0 }

  /// Whether what was asked for can have come about since the keys had a number. What somebody may do
  /// now is seen only once they have said something under the new ones.
  func isDone(
    _ deed: RulingRequest.ModerationAction, about subject: MemberID?, since number: UInt32
  ) -> Bool {
    guard let membership, membership.epochNumber > number else { return false }
    return deed != .putOut || subject.map(membership.knows) != true
  }

  /// What to say to a host that heeds this run.
  func request(
    _ deed: RulingRequest.ModerationAction, about subject: MemberID?
  ) throws(SecurityError) -> [UInt8] {
    try membership?.request(deed, about: subject) ?? []
  }

  /// Does what a member asks for, if it is heeded.
  ///
  /// - Parameter present: the members in the session.
  /// - Parameter silent: the members that fell silent there.
  func handle(
    request: [UInt8], from member: MemberID, present: [MemberID], silent: [MemberID]
  ) throws(SecurityError) -> RulingOutcome {
    try membership?.handle(
      request: request, from: member, present: present, silent: silent,
      isNamed: moderators.isNamed) ?? .refused
  }

  /// Whether a member is another run of the same person.
  func isOwn(_ member: MemberID) -> Bool { membership?.isOwn(member) ?? false }

  /// Whether a member has proved to be whom they show themselves as.
  func proves(_ member: MemberID, _ author: AuthorID) -> Bool {
    guard let membership else { return true }
    return membership.identityKey(of: member).map(ReplicaGenesis.author) == author
  }

  /// Whose entries count where that member brings them; nil is everybody's. Who may draw answers for what
  /// they pass on; a watcher can only pass on what others, who may draw, have signed.
  func authors(from member: MemberID) -> Set<AuthorID>? {
    guard let membership, !membership.mayDraw(member) else { return nil }
    return Set(membership.drawers.map { ReplicaGenesis.author(of: $0) })
  }
}
