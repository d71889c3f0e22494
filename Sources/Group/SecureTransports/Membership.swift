import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

/// The membership of one run in a call: the run's keys, and its epoch once the run has founded the
/// call or was admitted. A run is one process of the program; each run is a member of its own.
///
/// All secure transports of a run share one membership. The membership also seals the messages over
/// these transports. It never changes to another call.
public final class Membership: Seal {
  let keys: MemberKeys
  /// The name that this run sends when it asks for admission.
  let greeting: [UInt8]
  let state: Mutex<State>

  struct State: ~Copyable {
    /// Callbacks that run once this run is in a call.
    var waiting: [@Sendable () -> Void] = []
    /// Nil until this run founded a call or was admitted.
    var epochState: EpochState?
    /// The credentials with which this run asks for admission.
    var credentials = AdmissionCredentials()
    /// The keys that make this run a host; nil for guests.
    var rootKeys: CallRootKeys?
    /// The names that this run assigned to members, by member number.
    var namesGiven: [UInt64: SafeText] = [:]
    /// The identity keys of the people whom this user met.
    var met: Set<[UInt8]> = []
    /// The name that another member assigned to this run, and the callback that receives it.
    var ownName: SafeText?
    var named: @Sendable (SafeText) -> Void = { _ in }
    /// Saves the keys that make this run a host.
    var keep: @Sendable (CallRootKeys) throws -> Void = { _ in }
    /// The last change of keys, if this run made it; nil if another host made it.
    var renewal: Renewal?
    /// Certificates for an epoch that this run does not know yet.
    var early: [PassedOn] = []
    /// Callbacks that pass new messages on to all members.
    var listeners: [@Sendable (GossipMessage) -> Void] = []
    /// Callbacks that receive membership events.
    var observers: [@Sendable (MembershipEvent) -> Void] = []
  }

  /// A certificate that a neighbour passed on.
  struct PassedOn: Sendable {
    let memberCertificate: [UInt8]
    /// The neighbour's identity key.
    let neighbourKey: [UInt8]
    /// The only member that this neighbour may introduce; nil if it may introduce any member.
    let only: UInt64?
  }

  /// A message that neighbours pass on until it has reached every member of the call.
  package enum GossipMessage: Sendable {
    case memberCertificate([UInt8])
    /// A change of keys, for all members except those with these identity keys.
    case rotation([UInt8], epoch: UInt32, putOut: Set<[UInt8]>)
    /// The same change of keys, for the members that it puts out. Their links close afterwards.
    case dismissal([UInt8], putOut: Set<[UInt8]>)
  }

  /// Creates a membership outside of any call. The run founds a call or enters a call at a meeting
  /// place; see ``agree(on:isFirst:chance:)``.
  public init(_ keys: MemberKeys, called name: String = "") {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(State())
  }

  /// Creates the membership of a run that has founded a call.
  public init(
    _ keys: MemberKeys, rootKeys: CallRootKeys, called name: String = ""
  ) throws(SecurityError) {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(
      State(
        epochState: try EpochState(try rootKeys.epoch(), keys, lock: rootKeys.lock),
        rootKeys: rootKeys))
  }

  /// Creates the membership of a run that has a ticket to a call.
  public init(_ keys: MemberKeys, ticket: Ticket, called name: String = "") {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(State(credentials: AdmissionCredentials(ticket: ticket)))
  }

  /// Returns a membership outside of any call, with a new identity that is never stored.
  public static func passing(called name: String) -> Membership {
    Membership(MemberKeys.passing(), called: name)
  }

  private static func greeting(_ name: String) -> [UInt8] {
    Array(name.utf8.prefix(HandshakeLimits.greetingBytesMax))
  }

  /// This run's member number on the wire.
  public var member: MemberID { MemberID(keys.member) }

  /// The key of this run's identity, which other runs of the same person share.
  package var identityKey: [UInt8] { keys.identity.publicKey }

  /// The unique identifier of the call; nil outside of any call.
  public var call: HostFingerprint? { epoch?.call }

  /// The role of this run. Outside of any call: the role of its ticket, or nil without a ticket.
  public var role: Role? {
    state.withLock { $0.epochState?.epoch.role ?? $0.credentials.ticket?.role }
  }

  /// Returns a ticket for this role. Returns nil outside of any call, and if this run's own role is
  /// lower.
  ///
  /// - Throws: an error if no ticket can hold these addresses.
  public func ticket(to role: Role, at addresses: [String]) throws(TicketError) -> Ticket? {
    try epoch?.ticket(to: role, at: addresses)
  }

  /// Runs the closure once this run is in a call, or at once if it already is.
  public func whenInCall(_ act: @escaping @Sendable () -> Void) {
    let isThere = state.withLock { state in
      let isThere = state.epochState?.epoch != nil
      if !isThere { state.waiting.append(act) }
      return isThere
    }
    if isThere { act() }
  }

  func notifyInCall() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.epochState?.epoch == nil ? [] : state.waiting
    }
    for act in waiting { act() }
  }

  // MARK: Rights

  /// The identity keys of the people whose entries count:
  ///
  /// - All people that may draw now, this run's own person included.
  /// - All people that could draw in an earlier epoch and were not put out or silenced since. This
  ///   run forgets these people if it misses a change of keys.
  public var drawers: Set<[UInt8]> {
    state.withLock { state in
      let own = state.epochState?.epoch.role == .draw ? [keys.identity.publicKey] : []
      return (state.epochState?.drawers ?? []).union(own)
    }
  }

  /// Returns the identity key with which a member signs its entries; nil for an unknown member.
  public func identityKey(of member: MemberID) -> [UInt8]? {
    state.withLock { $0.epochState?.identityKey(of: member.raw) }
  }

  /// Returns whether a member has proved that it is another run of this run's own identity.
  public func isOwn(_ member: MemberID) -> Bool {
    identityKey(of: member) == keys.identity.publicKey
  }

  /// Notes that this user met the person with this identity key, before the person joins the call.
  package func noteMet(_ identityKey: [UInt8]) {
    state.withLock { _ = $0.met.insert(identityKey) }
  }

  /// Returns whether this user met the person of a member.
  public func hasMet(_ member: MemberID) -> Bool {
    state.withLock { state in
      guard !state.met.isEmpty, let key = state.epochState?.identityKey(of: member.raw) else {
        return false
      }
      return state.met.contains(key)
    }
  }

  /// Returns whether this run already knows the member with the same role or a higher role.
  func knows(_ memberCertificate: MemberCertificate) -> Bool {
    state.withLock { state in
      let known = state.epochState?.memberCertificate(of: memberCertificate.member)
      return known.map { $0.role >= memberCertificate.role } ?? false
    }
  }

  /// Returns whether a member has the role `draw` in this epoch; false for an unknown member.
  public func mayDraw(_ member: MemberID) -> Bool {
    state.withLock { state in
      if member.raw == keys.member { return state.epochState?.epoch.role == .draw }
      return state.epochState?.memberCertificate(of: member.raw)?.role == .draw
    }
  }

  // MARK: Seal

  /// Seals this run's own envelope for the members of the call.
  ///
  /// - Returns: nil outside of any call, and if the envelope is too large.
  public func sealed(_ envelope: Envelope) -> [UInt8]? {
    // Sealing fails only for an envelope that is too large. The caller has already refused such an
    // envelope.
    state.withLock { try? $0.epochState?.seal(envelope) }
  }

  /// Opens an envelope that another member sealed.
  ///
  /// - Returns: nil in three cases: outside of any call; if the envelope was opened before; or if
  ///   another member than its origin sealed it.
  public func opened(_ envelope: Envelope) -> [UInt8]? {
    let frame = SealedFrame(
      origin: envelope.origin.raw, number: envelope.number, body: envelope.body)
    return state.withLock { $0.epochState?.open(frame, for: envelope.to) }
  }

  // MARK: Names

  /// Returns the name that this run assigned to a guest; nil if the guest may choose its name.
  public func name(givenTo member: MemberID) -> SafeText? {
    state.withLock { $0.namesGiven[member.raw] }
  }

  func give(_ name: SafeText, to member: UInt64) {
    state.withLock { $0.namesGiven[member] = name }
  }

  /// The name that another member assigned to this run; nil if it uses its own name.
  public var givenName: SafeText? { state.withLock { $0.ownName } }

  /// Stores the callback that receives an assigned name. The callback runs before any other member
  /// learns about this run. A new callback replaces the old one.
  public func whenNamed(_ act: @escaping @Sendable (SafeText) -> Void) {
    state.withLock { $0.named = act }
  }

  func named(_ name: SafeText) {
    let handler = state.withLock { state in
      state.ownName = name
      return state.named
    }
    handler(name)
  }

  // MARK: Handshakes

  /// This run's epoch; nil outside of any call.
  var epoch: Epoch? { state.withLock { $0.epochState?.epoch } }

  /// Returns the asking side of a handshake; nil if this run is in no call and has no ticket.
  ///
  /// - Parameter ticket: a ticket that the other side sent over the link.
  func initiator(with ticket: Ticket? = nil) throws(SecurityError) -> HandshakeInitiator? {
    let credentials = state.withLock { state in
      state.credentials.ticket = ticket ?? state.credentials.ticket
      return state.credentials
    }
    return try credentials.initiator(as: keys, in: epoch)
  }

  /// Returns the asking side of a handshake with a pass that the other side sent over the link. The
  /// run takes the name that the pass assigns.
  func initiator(with pass: PersonalPass) throws(SecurityError) -> HandshakeInitiator {
    state.withLock { $0.credentials.pass = pass }
    if let name = pass.givenName { named(name) }
    return try HandshakeInitiator(pass: pass, keys: keys, epoch: epoch)
  }

  /// Whether this run can enter or enter again only with a new pass.
  var needsPass: Bool { state.withLock { $0.credentials.needsPass(in: $0.epochState?.epoch) } }
  /// Whether this run can let others in; false outside of any call.
  public var mayAdmit: Bool { epoch?.mayAdmit ?? false }

  /// Returns the admitting side of a handshake; nil if this run admits no guests.
  func responder(
    nonce: [UInt8], admitting issued: IssuedPass? = nil
  ) throws(SecurityError) -> HandshakeResponder? {
    guard let epoch else { return nil }
    return try epoch.responder(as: keys, nonce: nonce, admitting: issued)
  }

  /// Enters the epoch of the member that admitted this run.
  func admitted(_ admission: Admission) throws(SecurityError) {
    try state.withLock { state throws(SecurityError) in
      guard let current = state.epochState?.epoch else {
        state.epochState = try EpochState(admission.epoch, keys)
        return
      }
      guard current.call == admission.epoch.call else { throw .anotherHost }
      guard current.number == admission.epoch.number else { throw .oldEpoch }
    }
    try introduced(admission.admittingMember)
    notifyInCall()
  }

  // MARK: Introductions

  /// The certificates of all known members, in the form in which neighbours pass them on.
  var memberCertificates: [[UInt8]] {
    state.withLock { state in
      let epoch = state.epochState?.epoch
      // Sealing fails only if the system's cryptography fails, and then the link fails as well.
      return (state.epochState?.memberCertificates ?? []).compactMap { try? epoch?.sealed($0) }
    }
  }

  /// Adds a listener that receives each new message, in the form in which neighbours pass it on.
  package func listen(_ listener: @escaping @Sendable (GossipMessage) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  func pass(on messages: [GossipMessage]) {
    let listeners = messages.isEmpty ? [] : state.withLock { $0.listeners }
    for message in messages {
      for listener in listeners { listener(message) }
    }
  }

  /// Accepts a member that has proved its identity to this run, and vouches for it.
  ///
  /// Passes the member's certificate on to the neighbours, even if this run knew the member: they
  /// may have dropped the certificate to make room for others. A neighbour that still has the
  /// certificate does not pass it on again.
  func introduced(_ memberCertificate: MemberCertificate) throws(SecurityError) {
    let vouched = try epoch?.vouched(memberCertificate) ?? memberCertificate
    do {
      try pass(on: vouched, by: nil)
    } catch {
      switch error {
      case .tooManyOrigins: throw .full
      case .otherEpoch: throw .renewed
      default: throw .malformed
      }
    }
  }

  /// Handles a certificate that a neighbour passed on; the bytes may be anything. A refused
  /// certificate is not the neighbour's fault, so the link to the neighbour stays. A valid
  /// certificate is refused in three cases:
  ///
  /// - There are too many members.
  /// - Its epoch ended while the certificate was on its way.
  /// - Its epoch was never used, because two hosts changed keys at the same time.
  func received(_ message: PassedOn) {
    let bytes = message.memberCertificate
    let (epoch, isKnown) = state.withLock { state in
      (state.epochState?.epoch, state.epochState?.isProved(bytes) ?? false)
    }
    guard let epoch, !isKnown else { return }
    do {
      let memberCertificate = try epoch.memberCertificate(opening: bytes)
      if message.only ?? memberCertificate.member == memberCertificate.member {
        try pass(on: memberCertificate, by: message.neighbourKey)
      }
    } catch {
      guard case .otherEpoch(let other) = error, other >= epoch.number else { return }
      // The certificate arrived before the change of keys that it belongs to.
      state.withLock { if $0.early.count < Self.earlyMax { $0.early.append(message) } }
    }
  }

  static let earlyMax = Rotation.membersMax

  private func pass(
    on memberCertificate: MemberCertificate, by introducer: AdmissionOrder.Introducer
  ) throws(FrameRefusal) {
    guard memberCertificate.member != keys.member else { return }
    let news = try state.withLock { state throws(FrameRefusal) in
      try state.epochState?.introduce(memberCertificate, by: introducer)
    }
    if let bytes = news?.bytes { pass(on: [.memberCertificate(bytes)]) }
    if news?.isRuling == true { publish(.ruled) }
  }

  /// Records an open link to a neighbour. As long as the link exists, the neighbour's certificate
  /// is not dropped to make room for another member. If the certificate was dropped while the link
  /// was opening, this method accepts it again.
  func linked(to neighbour: MemberCertificate) {
    let isKnown = state.withLock { state in
      state.epochState?.linked(to: neighbour.member)
      return state.epochState?.memberCertificate(of: neighbour.member) != nil
    }
    // If keys were changed meanwhile, the certificate is refused, and the change of keys closes the
    // link.
    if !isKnown { try? introduced(neighbour) }
  }
  func unlinked(from member: UInt64) { state.withLock { $0.epochState?.unlinked(from: member) } }
}
