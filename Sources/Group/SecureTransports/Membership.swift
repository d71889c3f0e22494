import EaselBase
import GroupCore
import GroupSecurity
import Synchronization

/// The membership of one run in a call: its keys, and its epoch once it has founded the call or was
/// admitted. A run is one execution of the program; each run is a member of its own.
///
/// All secure transports of a run share one membership, whichever of them led into the call. The
/// membership is also the seal of the messages over these transports. It never changes to another
/// call.
public final class Membership: Seal {
  let keys: MemberKeys
  /// The name that this run sends when it asks for admission.
  let greeting: [UInt8]
  let state: Mutex<State>

  struct State: ~Copyable {
    /// Callbacks that run once this run is in a call.
    var waiting: [@Sendable () -> Void] = []
    /// Nil until this run founded a call or was admitted.
    var place: EpochState?
    /// The ticket with which this run asks for admission while `place` is nil.
    var ticket: Ticket?
    /// The keys that make this run a host; nil for guests.
    var rootKeys: CallRootKeys?
    /// The names that this run assigned to members, by member number.
    var namesGiven: [UInt64: SafeText] = [:]
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
    let way: [UInt8]
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

  /// Creates a membership outside of any call. At a meeting place, the run founds a call or enters
  /// the call of the members there.
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
      State(place: try EpochState(try rootKeys.epoch(), keys), rootKeys: rootKeys))
  }

  /// Creates the membership of a run that has a ticket to a call.
  public init(_ keys: MemberKeys, ticket: Ticket, called name: String = "") {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(State(ticket: ticket))
  }

  /// Returns a membership outside of any call, with a new identity that is never stored.
  public static func passing(called name: String) -> Membership {
    var chance = SystemRandomNumberGenerator()
    // The initialisers return nil only for a wrong number of bytes, so the loop ends in its first
    // pass.
    while true {
      if let identity = Identity(seed: chance.bytes(Identity.seedLength)),
        let keys = MemberKeys(
          identity: identity, run: chance.bytes(MemberKeys.runLength),
          agreement: chance.bytes(MemberKeys.agreementLength))
      {
        return Membership(keys, called: name)
      }
    }
  }

  private static func greeting(_ name: String) -> [UInt8] {
    Array(name.utf8.prefix(HandshakeLimits.greetingBytesMax))
  }

  /// This run's member number on the wire.
  public var member: MemberID { MemberID(keys.member) }

  /// The unique identifier of the call; nil outside of any call.
  public var call: HostFingerprint? { state.withLock { $0.place?.epoch.call } }

  /// The role of this run. Outside of any call: the role of its ticket, or nil without a ticket.
  public var role: Role? { state.withLock { $0.place?.epoch.role ?? $0.ticket?.role } }

  /// Returns a ticket for this role. Nil if the role is higher than this run's own role, and
  /// outside of any call.
  ///
  /// - Throws: an error if no ticket can hold these addresses.
  public func ticket(to role: Role, at addresses: [String]) throws(TicketError) -> Ticket? {
    let epoch = state.withLock { $0.place?.epoch }
    return try epoch?.ticket(to: role, at: addresses)
  }

  /// Runs the closure once this run is in a call, or at once if it already is.
  public func whenInCall(_ act: @escaping @Sendable () -> Void) {
    let isThere = state.withLock { state in
      let isThere = state.place?.epoch != nil
      if !isThere { state.waiting.append(act) }
      return isThere
    }
    if isThere { act() }
  }

  private func notifyInCall() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.place?.epoch == nil ? [] : state.waiting
    }
    for act in waiting { act() }
  }

  // MARK: Rights

  /// The identity keys of all people that may draw now, or that could draw in an earlier epoch and
  /// were neither put out nor silenced since. This run's own key is included if this run may draw.
  /// If this run missed a change of keys, the keys from earlier epochs are not included.
  public var drawers: Set<[UInt8]> {
    state.withLock { state in
      let own = state.place?.epoch.role == .draw ? [keys.identity.publicKey] : []
      return (state.place?.drawers ?? []).union(own)
    }
  }

  /// Returns the identity key that a member has proved; that key signs the member's entries. Nil
  /// for an unknown member.
  public func identityKey(of member: MemberID) -> [UInt8]? {
    state.withLock { $0.place?.identityKey(of: member.raw) }
  }

  /// Returns whether a member has proved that it is another run of this run's own identity.
  public func isOwn(_ member: MemberID) -> Bool {
    identityKey(of: member) == keys.identity.publicKey
  }

  /// Returns whether this run already knows the member with the same role or a higher role.
  func knows(_ memberCertificate: MemberCertificate) -> Bool {
    state.withLock { state in
      let known = state.place?.memberCertificate(of: memberCertificate.member)
      return known.map { $0.role >= memberCertificate.role } ?? false
    }
  }

  /// Returns whether a member has the role `draw` in this epoch; false for an unknown member.
  public func mayDraw(_ member: MemberID) -> Bool {
    state.withLock { state in
      if member.raw == keys.member { return state.place?.epoch.role == .draw }
      return state.place?.memberCertificate(of: member.raw)?.role == .draw
    }
  }

  // MARK: Seal

  /// Seals this run's own envelope for the members of the call.
  ///
  /// - Returns: nil outside of any call, and if the envelope is too large.
  public func sealed(_ envelope: Envelope) -> [UInt8]? {
    // Sealing fails only for an envelope that is too large. The caller has already refused such an
    // envelope.
    state.withLock { try? $0.place?.seal(envelope) }
  }

  /// Opens an envelope that another member sealed.
  ///
  /// - Returns: nil outside of any call, and if the envelope was seen before or was not sealed by
  ///   the origin that it names.
  public func opened(_ envelope: Envelope) -> [UInt8]? {
    let frame = SealedFrame(
      origin: envelope.origin.raw, number: envelope.number, body: envelope.body)
    return state.withLock { $0.place?.open(frame, for: envelope.to) }
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
    let tell = state.withLock { state in
      state.ownName = name
      return state.named
    }
    tell(name)
  }

  // MARK: Handshakes

  /// Returns the asking side of a handshake; nil if this run has neither a call nor a ticket.
  ///
  /// - Parameter told: a ticket that the other side sent over the link.
  func guest(with told: Ticket? = nil) throws(SecurityError) -> HandshakeInitiator? {
    let (epoch, invitation) = state.withLock { state in
      state.ticket = told ?? state.ticket
      return (state.place?.epoch, state.ticket)
    }
    if let epoch { return try HandshakeInitiator(epoch: epoch, keys: keys) }
    guard let ticket = invitation else { return nil }
    return try HandshakeInitiator(ticket: ticket, keys: keys, role: ticket.role)
  }

  /// Returns the admitting side of a handshake; nil outside of any call, and for a run that may not
  /// draw.
  func host(nonce: [UInt8]) throws(SecurityError) -> HandshakeResponder? {
    guard let epoch = state.withLock({ $0.place?.epoch }), epoch.role == .draw else { return nil }
    return try HandshakeResponder(epoch: epoch, keys: keys, nonce: nonce)
  }

  /// Enters the epoch of the member that admitted this run.
  func admitted(_ admission: Admission) throws(SecurityError) {
    try state.withLock { state throws(SecurityError) in
      guard let current = state.place?.epoch else {
        state.place = try EpochState(admission.epoch, keys)
        return
      }
      guard current.call == admission.epoch.call else { throw .anotherHost }
      guard current.number == admission.epoch.number else { throw .oldEpoch }
    }
    try introduced(admission.host)
    notifyInCall()
  }

  // MARK: Introductions

  /// The certificates of all known members, in the form in which neighbours pass them on.
  var memberCertificates: [[UInt8]] {
    state.withLock { state in
      let epoch = state.place?.epoch
      // Sealing fails only if the system's cryptography fails, and then the link fails as well.
      return (state.place?.memberCertificates ?? []).compactMap { try? epoch?.sealed($0) }
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

  /// Accepts a member that has proved its identity to this run, and vouches for it. Passes the
  /// certificate on even if this run knew the member: neighbours may have dropped the certificate
  /// to make room for others. A neighbour that still knows the member does not pass it on again.
  func introduced(_ memberCertificate: MemberCertificate) throws(SecurityError) {
    let epoch = state.withLock { $0.place?.epoch }
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
  /// certificate is not the neighbour's fault, so the link to the neighbour stays. A certificate is
  /// refused if there are too many members, if its epoch ended while it was on its way, or if its
  /// epoch was never used because two hosts changed keys at the same time.
  func received(_ message: PassedOn) {
    let bytes = message.memberCertificate
    let (epoch, isKnown) = state.withLock { state in
      (state.place?.epoch, state.place?.isProved(bytes) ?? false)
    }
    guard let epoch, !isKnown else { return }
    do {
      let memberCertificate = try epoch.memberCertificate(opening: bytes)
      if message.only ?? memberCertificate.member == memberCertificate.member {
        try pass(on: memberCertificate, by: message.way)
      }
    } catch {
      guard case .otherEpoch(let other) = error, other >= epoch.number else { return }
      // The certificate arrived before the change of keys that it belongs to.
      state.withLock { if $0.early.count < Self.earlyMax { $0.early.append(message) } }
    }
  }

  static let earlyMax = Rotation.membersMax

  private func pass(
    on memberCertificate: MemberCertificate, by way: AdmissionOrder.Way
  ) throws(FrameRefusal) {
    guard memberCertificate.member != keys.member else { return }
    let news = try state.withLock { state throws(FrameRefusal) in
      try state.place?.introduce(memberCertificate, by: way)
    }
    if let bytes = news?.bytes { pass(on: [.memberCertificate(bytes)]) }
    if news?.isRuling == true { publish(.ruled) }
  }

  /// Records an open link to a neighbour, which keeps its place as long as the link exists. If the
  /// neighbour lost its place while the link was opening, it gets a place again.
  func linked(to neighbour: MemberCertificate) {
    let isKnown = state.withLock { state in
      state.place?.linked(to: neighbour.member)
      return state.place?.memberCertificate(of: neighbour.member) != nil
    }
    // If keys were changed meanwhile, the certificate is refused, and the change of keys closes the
    // link.
    if !isKnown { try? introduced(neighbour) }
  }
  func unlinked(from member: UInt64) { state.withLock { $0.place?.unlinked(from: member) } }

  // MARK: Agreeing

  /// The result of agreeing on a call at a meeting place.
  package enum Agreement {
    /// The run is in the call whose keys the meeting place holds.
    case found
    /// The run is in this call, and the caller has to save its keys at the meeting place.
    case founded(CallRootKeys)
    /// The members at the meeting place have not saved the keys of their call yet.
    case unknown
    /// This run is in another call already.
    case elsewhere
  }

  /// Agrees on a call with the members at a meeting place.
  ///
  /// - Parameters:
  ///   - bytes: the saved keys of the meeting place; nil if it holds none.
  ///   - isFirst: whether no other process is at the meeting place.
  ///   - chance: returns the random bytes for the keys of a new call.
  package func agree(
    on bytes: [UInt8]?, isFirst: Bool, chance: () -> [UInt8]
  ) throws(SecurityError) -> Agreement {
    let known = bytes.flatMap { CallRootKeys($0) }
    defer { notifyInCall() }
    return try state.withLock { state throws(SecurityError) in
      if let own = state.rootKeys {
        if known == own { return .found }
        if isFirst { return .founded(own) }
        // If the epochs differ, the link handshake tells the member that is behind about the change
        // of keys.
        guard let known else { return .unknown }
        return known.isSameCall(as: own) ? .found : .elsewhere
      }
      guard state.place == nil, state.ticket == nil else { return .elsewhere }
      guard let rootKeys = known ?? (isFirst ? CallRootKeys(chance: chance()) : nil) else {
        return .unknown
      }
      state.place = try EpochState(try rootKeys.epoch(), keys)
      state.rootKeys = rootKeys
      return known == nil ? .founded(rootKeys) : .found
    }
  }
}
