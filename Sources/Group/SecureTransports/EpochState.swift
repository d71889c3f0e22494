import EaselBase
import GroupBase
import GroupCore
import GroupSecurity

/// The epoch of this run in a call, and the known data of the other members. A run is one process
/// of the program; each run is a member of its own.
struct EpochState: ~Copyable {
  private(set) var epoch: Epoch
  private var sealer: Sealer
  private var opener: Opener
  /// Opens messages of the previous epoch that were on their way when keys were changed. It accepts
  /// them only from members that stay.
  private var past: Opener?
  /// Members of the previous epoch that stay and have not yet introduced themselves in this epoch.
  private var awaited: [UInt64: MemberCertificate] = [:]
  /// The roles that changed after the members in `awaited` introduced themselves, by identity key.
  private var rulings: [[UInt8]: Role] = [:]
  /// Identity keys of all people that could draw in an earlier epoch and were not removed or
  /// silenced since.
  private var veterans: Set<[UInt8]> = []
  /// The ended epochs by number. A member that comes back may still be in one of them.
  private var ended: [UInt32: Epoch] = [:]
  /// The change of keys that led into this epoch, for members that come back.
  private(set) var last: Rotation?
  /// The lock of the call, as far as the root keys or a change of keys told this run about it.
  private(set) var lock: CallLock?
  /// The order in which the known members came. A change of keys does not alter it.
  private var arrivals = AdmissionOrder()
  /// The number of introduced members that only watch.
  private var watchers = 0
  /// The certificates that were accepted in this epoch, as bytes, each with its member. All
  /// neighbours pass the same bytes on, so bytes in this list need no second check. A check costs
  /// more than all other work for a new member.
  private var proved: [[UInt8]: UInt64] = [:]
  /// The number of links from this run to each neighbour. A neighbour's certificate is never
  /// dropped to make room for another member.
  private var neighbours: [UInt64: Int] = [:]

  /// The members whose certificates are kept. There are as many watchers as have a place in the
  /// call.
  static let rule = AdmissionRule(
    capacity: Opener.originsMax, watchersMax: AdmissionRule.members.watchersMax)
  /// The maximum number of ended epochs that this run remembers.
  static let endedMax = 256

  init(_ epoch: Epoch, _ keys: MemberKeys, lock: CallLock? = nil) throws(SecurityError) {
    (self.epoch, self.lock) = (epoch, lock)
    sealer = try Sealer(epoch: epoch, keys: keys)
    opener = Opener(epoch: epoch)
  }

  // MARK: Known members

  var memberCertificates: [MemberCertificate] { opener.memberCertificates }

  /// The identity key of this run.
  var ownIdentityKey: [UInt8] { sealer.memberCertificate.identityKey }

  func memberCertificate(of member: UInt64) -> MemberCertificate? {
    opener.memberCertificate(of: member) ?? past?.memberCertificate(of: member)
  }

  /// Returns the identity key of a known member, even if the member has been out of reach since
  /// keys were changed.
  func identityKey(of member: UInt64) -> [UInt8]? {
    (memberCertificate(of: member) ?? awaited[member])?.identityKey
  }

  /// Returns these people, each with all of its known runs.
  func removed(_ identityKeys: [[UInt8]]) -> [RemovedMember] {
    let runs = Dictionary(
      grouping: opener.memberCertificates + awaited.values, by: \.identityKey)
    return identityKeys.map { key in
      RemovedMember(
        identityKey: key, runs: (runs[key] ?? []).map { MemberID($0.member) }.sorted())
    }
  }

  /// The known members (runs) of each person, by the person's identity key.
  var people: [[UInt8]: [MemberID]] {
    Dictionary(grouping: opener.memberCertificates + awaited.values, by: \.identityKey)
      .mapValues { runs in runs.map { MemberID($0.member) } }
  }

  /// Identity keys of all people whose entries count, whichever member sends the entries.
  var drawers: Set<[UInt8]> { opener.drawers.union(veterans) }

  /// The new facts in a certificate.
  struct News {
    /// The certificate to pass on; nil if it was known and the neighbours need not receive it
    /// again.
    var bytes: [UInt8]?
    /// Whether the member's role differs from the known one.
    var isRuling = false
  }

  /// Returns whether these exact bytes were already accepted as a certificate.
  func isProved(_ bytes: [UInt8]) -> Bool { proved[bytes] != nil }

  /// Accepts a certificate. A watcher needs the voucher of the member that admitted it; an invented
  /// watcher has no voucher.
  ///
  /// - Parameter introducer: the neighbour that passed the certificate on; nil if the member proved its
  ///   identity over a link to this run. The neighbours then receive the certificate even if it was
  ///   known, because they may have dropped it.
  mutating func introduce(
    _ memberCertificate: MemberCertificate, by introducer: AdmissionOrder.Introducer
  ) throws(FrameRefusal) -> News {
    guard memberCertificate.epoch == epoch.number, memberCertificate.call == epoch.call else {
      throw .otherEpoch(memberCertificate.epoch)
    }
    let memberCertificate = try vouched(memberCertificate)
    let member = memberCertificate.member
    let (before, known) = (
      self.memberCertificate(of: member)?.role, opener.memberCertificate(of: member)
    )
    // A neighbour has proved its identity to this run, even if another member introduces it after
    // keys were changed.
    let bringer = neighbours[member] == nil ? introducer : nil
    if known == nil { try makeRoom(for: rank(of: memberCertificate), by: bringer) }
    let isNew = try opener.introduce(memberCertificate)
    if known == nil || bringer == nil { arrivals.came(member, by: bringer) }
    guard isNew else { return News(bytes: introducer == nil ? try known.map(epoch.sealed) : nil) }
    if known?.role == .watch { watchers -= 1 }
    if memberCertificate.role == .watch { watchers += 1 }
    awaited[member] = nil
    // A draw certificate proves that the person may draw, so it replaces the recorded role. A watch
    // certificate proves nothing about other runs of the same person.
    if memberCertificate.role == .draw { rulings[memberCertificate.identityKey] = nil }
    let bytes = try epoch.sealed(memberCertificate)
    proved[bytes] = member
    return News(bytes: bytes, isRuling: before.map { $0 != memberCertificate.role } ?? false)
  }

  /// Returns the certificate as other members accept it. If a watcher has no voucher, but the last
  /// change of keys kept it, the watcher was admitted before and gets a voucher here.
  private func vouched(_ memberCertificate: MemberCertificate) throws(FrameRefusal)
    -> MemberCertificate
  {
    guard memberCertificate.role == .watch, !memberCertificate.isVouched else {
      return memberCertificate
    }
    // A change of keys gives no member the rights of a ticket.
    guard let last, last.keeps(memberCertificate.member),
      last.isPersonal(memberCertificate.member) == memberCertificate.isPersonal
    else { throw .unvouched }
    do { return try epoch.vouched(memberCertificate) } catch { throw .cryptographyFailed }
  }

  private func rank(of memberCertificate: MemberCertificate) -> AdmissionRule.Rank {
    guard memberCertificate.role == .draw else { return .watcher }
    return memberCertificate.identityKey == ownIdentityKey ? .own : .drawer
  }

  /// Drops the certificate of another member to make room for a new member, if there is no room.
  /// Invented members cannot keep out a member that came through another neighbour. A neighbour's
  /// certificate is never dropped.
  private mutating func makeRoom(
    for newcomer: AdmissionRule.Rank, by introducer: AdmissionOrder.Introducer
  ) throws(FrameRefusal) {
    guard !Self.rule.isOpen(to: newcomer, taken: opener.count, watchers: watchers) else { return }
    let others = opener.memberCertificates.filter { neighbours[$0.member] == nil }.map {
      AdmissionRule.Occupant(
        $0.member, rank(of: $0), by: arrivals.introducer(of: $0.member),
        order: arrivals.order(of: $0.member))
    }
    let replaced = Self.rule.occupantToReplace(
      by: newcomer, from: introducer, isReal: introducer == nil, among: others)
    guard let goes = replaced else { throw .tooManyOrigins }
    if opener.memberCertificate(of: goes)?.role == .watch { watchers -= 1 }
    opener.forget(goes)
    arrivals.forget(goes)
    for (bytes, member) in proved where member == goes { proved[bytes] = nil }
  }

  /// Whether a member has introduced itself in this epoch.
  func isIntroduced(_ member: UInt64) -> Bool { opener.memberCertificate(of: member) != nil }

  mutating func linked(to member: UInt64) { neighbours[member, default: 0] += 1 }
  mutating func unlinked(from member: UInt64) {
    neighbours[member] = neighbours[member].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// Returns this run's certificate, in the form in which neighbours pass it on.
  func ownIntroduction() throws(FrameRefusal) -> [UInt8] {
    try epoch.sealed(sealer.memberCertificate)
  }

  // MARK: Messages

  mutating func seal(_ envelope: Envelope) throws(FrameRefusal) -> [UInt8] {
    try sealer.seal(envelope.body, number: envelope.number, header: envelope.to.header).body
  }

  mutating func open(_ frame: SealedFrame, for destination: EnvelopeDestination) -> [UInt8]? {
    // The reason for a failure is useless: the sender of the frame is unknown.
    if let frame = try? opener.open(frame, header: destination.header) { return frame.bytes }
    return try? past?.open(frame, header: destination.header).bytes
  }

  // MARK: Changes of keys

  /// Returns the members that stay when keys are changed, each with its last known role. The order
  /// decides which members get a place: first this run, then the other runs of its person, then the
  /// named members, then the other runs of the named members' people. Within a group, members that
  /// may draw come before watchers, and earlier members come before later ones. So no member can
  /// displace others with invented members.
  ///
  /// - Parameter named: the named members; nil names all known members.
  func staying(named: Set<UInt64>?) -> [(MemberCertificate, Role)] {
    let own = sealer.memberCertificate
    var others = knownOthers
    if let named {
      let people = Set(others.map(\.0).filter { named.contains($0.member) }.map(\.identityKey))
      others.removeAll { $0.0.identityKey != own.identityKey && !people.contains($0.0.identityKey) }
    }
    func rank(_ other: MemberCertificate, _ role: Role) -> (Int, Int, UInt64) {
      let isNamed = named?.contains(other.member) ?? true
      return (
        other.identityKey == own.identityKey ? 0 : isNamed ? 1 : 2, role == .draw ? 0 : 1,
        arrivals.order(of: other.member)
      )
    }
    return [(own, own.role)] + others.sorted { rank($0.0, $0.1) < rank($1.0, $1.1) }
  }

  private var knownOthers: [(MemberCertificate, Role)] {
    opener.memberCertificates.map { ($0, $0.role) }
      + awaited.values.map { ($0, rulings[$0.identityKey] ?? $0.role) }
  }

  /// The people that came in only through others, as far as this run knows.
  var bringing: Bringing {
    arrivals.bringing(among: knownOthers.map { ($0.0.member, $0.0.identityKey) })
  }

  /// Records new roles of people, by identity keys.
  mutating func rule(_ roles: [[UInt8]: Role]) { rulings.merge(roles) { $1 } }

  /// Enters another epoch.
  mutating func rotate(to epoch: Epoch, by rotation: Rotation) throws(SecurityError) {
    try sealer.rotate(to: epoch)
    let gone = Set(rotation.putOut + rotation.silenced)
    // If an epoch was skipped, this run cannot know whom that epoch removed or silenced.
    let isNext = epoch.number == self.epoch.number + 1
    veterans = isNext ? drawers.subtracting(gone) : []
    for key in rotation.silenced { rulings[key] = .watch }
    var over = opener
    over.limit { rotation.keeps($0.member) && !gone.contains($0.identityKey) }
    for stays in opener.memberCertificates + awaited.values where rotation.keeps(stays.member) {
      awaited[stays.member] = stays
    }
    awaited = awaited.filter { rotation.keeps($0.key) }
    arrivals.keep { [awaited] in awaited[$0] != nil }
    ended[self.epoch.number] = self.epoch
    if ended.count > Self.endedMax, let oldest = ended.keys.min() { ended[oldest] = nil }
    opener.rotate(to: epoch)
    (past, last, watchers, proved) = (isNext ? over : nil, rotation, 0, [:])
    lock = rotation.lock
    self.epoch = epoch
  }

  /// Stops accepting messages of the previous epoch; by now they have arrived or are lost.
  mutating func forgetPast(of number: UInt32) {
    if number == epoch.number { past = nil }
  }

  /// Returns the messages for a member that comes back.
  ///
  /// - Throws: `renewed` if this run does not remember the epoch that the question names.
  func answer(to question: KeyCatchUpRequest, after hello: [UInt8]) throws(SecurityError)
    -> [[UInt8]]
  {
    guard let last, let old = ended[question.epoch] else { throw .renewed }
    return try question.answer(with: last, from: old, after: hello)
  }
}

extension EnvelopeDestination {
  /// The recipients of an envelope, as bytes that the seal authenticates.
  fileprivate var header: [UInt8] {
    switch self {
    case .everyone: [0]
    case .only(let members):
      [1] + members.flatMap { member in withUnsafeBytes(of: member.raw.bigEndian) { Array($0) } }
    }
  }
}
