import EaselBase
import GroupCore
import GroupSecurity
import Synchronization

/// What one run is to a call: its keys, and the epoch it is in once it founded the call or was let in.
///
/// One is shared by all the guarded transports of a run, whichever of them led into the call, and is
/// the seal of what goes over them. It is in one call, for good.
public final class Membership: Seal {
  let keys: MemberKeys
  /// How this run calls itself where it knocks.
  let greeting: [UInt8]
  let state: Mutex<State>

  struct State: ~Copyable {
    /// Who waits for a place in a call.
    var waiting: [@Sendable () -> Void] = []
    /// Nil until this run founded a call or was let in.
    var place: EpochState?
    /// What lets it in until then.
    var ticket: Ticket?
    /// What it takes to be a host; nil of guests.
    var founding: CallRootKeys?
    /// Who was let in under a name that is not theirs to choose.
    var namesGiven: [UInt64: SafeText] = [:]
    /// The name that this run was let in under, and who is told.
    var ownName: SafeText?
    var named: @Sendable (SafeText) -> Void = { _ in }
    /// Saves what it takes to be a host.
    var keep: @Sendable (CallRootKeys) throws -> Void = { _ in }
    /// The last change of keys that was made here.
    var renewal: Renewal?
    /// Introductions in an epoch that this run has not heard of yet.
    var early: [PassedOn] = []
    /// Who passes on what is to be known to all.
    var listeners: [@Sendable (Word) -> Void] = []
    /// Who hears of what happens to it.
    var observers: [@Sendable (MembershipEvent) -> Void] = []
  }

  /// An introduction as a neighbour passed it on.
  struct PassedOn: Sendable {
    let introduction: [UInt8]
    /// The neighbour's identity key.
    let way: [UInt8]
    /// Of whom alone that neighbour may say so; nil where it may of all.
    let only: UInt64?
  }

  /// What goes from neighbour to neighbour, to everybody in the call.
  package enum Word: Sendable {
    case introduction([UInt8])
    /// Keys are changed; for all but the members with these identity keys.
    case rotation([UInt8], epoch: UInt32, putOut: Set<[UInt8]>)
    /// The same, for the members with these identity keys, whose links end with it.
    case dismissal([UInt8], putOut: Set<[UInt8]>)
  }

  /// In no call yet: a call is founded, or agreed on with those who are there, as soon as somebody
  /// is met.
  public init(_ keys: MemberKeys, called name: String = "") {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(State())
  }

  /// Has founded a call.
  public init(
    _ keys: MemberKeys, founding: CallRootKeys, called name: String = ""
  ) throws(SecurityError) {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(
      State(place: try EpochState(try founding.epoch(), keys), founding: founding))
  }

  /// Is invited to a call.
  public init(_ keys: MemberKeys, ticket: Ticket, called name: String = "") {
    (self.keys, greeting) = (keys, Self.greeting(name))
    state = Mutex(State(ticket: ticket))
  }

  /// Of a run that keeps no identity: who it is ends with it. In no call yet.
  public static func passing(called name: String) -> Membership {
    var chance = SystemRandomNumberGenerator()
    // Bytes of the right number always make keys; another draw costs nothing.
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
    Array(name.utf8.prefix(Handshake.greetingBytesMax))
  }

  /// The name on the wire.
  public var member: MemberID { MemberID(keys.member) }

  /// The call's name, which nobody else's has; nil outside of any.
  public var call: HostFingerprint? { state.withLock { $0.place?.epoch.call } }

  /// What this run may do, as far as it is known.
  public var role: Role? { state.withLock { $0.place?.epoch.role ?? $0.ticket?.role } }

  /// A ticket to what this run may do itself or less; nil for more, and outside of any call.
  ///
  /// - Throws: where no ticket can have these addresses.
  public func ticket(to role: Role, at addresses: [String]) throws(TicketError) -> Ticket? {
    let epoch = state.withLock { $0.place?.epoch }
    return try epoch?.ticket(to: role, at: addresses)
  }

  /// Calls once this run is in a call; at once where it is.
  public func whenInCall(_ act: @escaping @Sendable () -> Void) {
    let isThere = state.withLock { state in
      let isThere = state.place?.epoch != nil
      if !isThere { state.waiting.append(act) }
      return isThere
    }
    if isThere { act() }
  }

  private func tellInCall() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.place?.epoch == nil ? [] : state.waiting
    }
    for act in waiting { act() }
  }

  // MARK: Rights

  /// The identity keys of all who were ever seen to be allowed to draw in this call, this run's own
  /// among them.
  public var drawers: Set<[UInt8]> {
    state.withLock { state in
      let own = state.place?.epoch.role == .draw ? [keys.identity.publicKey] : []
      return (state.place?.drawers ?? []).union(own)
    }
  }

  /// Whose a member has proved to be: the key that signs what they write. Nil of who is not known.
  public func identityKey(of member: MemberID) -> [UInt8]? {
    state.withLock { $0.place?.identityKey(of: member.raw) }
  }

  /// Whether a member has proved to be another run of the same identity.
  public func isOwn(_ member: MemberID) -> Bool {
    identityKey(of: member) == keys.identity.publicKey
  }

  /// Whether somebody was let into this call before, to do as much.
  func knows(_ introduction: MemberCertificate) -> Bool {
    state.withLock { state in
      let known = state.place?.introduction(of: introduction.member)
      return known.map { $0.role >= introduction.role } ?? false
    }
  }

  public func mayDraw(_ member: MemberID) -> Bool {
    state.withLock { state in
      if member.raw == keys.member { return state.place?.epoch.role == .draw }
      return state.place?.introduction(of: member.raw)?.role == .draw
    }
  }

  // MARK: Seal

  public func sealed(_ envelope: Envelope) -> [UInt8]? {
    // What is too large, the one cause there is, was refused before it came here.
    state.withLock { try? $0.place?.seal(envelope) }
  }

  public func opened(_ envelope: Envelope) -> [UInt8]? {
    let frame = SealedFrame(
      origin: envelope.origin.raw, number: envelope.number, body: envelope.body)
    return state.withLock { $0.place?.open(frame, for: envelope.to) }
  }

  // MARK: Names

  public func name(givenTo member: MemberID) -> SafeText? {
    state.withLock { $0.namesGiven[member.raw] }
  }

  func give(_ name: SafeText, to member: UInt64) {
    state.withLock { $0.namesGiven[member] = name }
  }

  /// The name that this run was let in under; nil where it goes by its own.
  public var givenName: SafeText? { state.withLock { $0.ownName } }

  /// Calls once this run is let in under a name, before anybody hears of it.
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

  /// What one needs to knock somewhere; nil outside of any call and without a ticket.
  ///
  /// - Parameter told: a ticket that one was told on the way.
  func guest(with told: Ticket? = nil) throws(SecurityError) -> HandshakeGuest? {
    let (epoch, invitation) = state.withLock { state in
      state.ticket = told ?? state.ticket
      return (state.place?.epoch, state.ticket)
    }
    if let epoch { return try HandshakeGuest(epoch: epoch, keys: keys) }
    guard let ticket = invitation else { return nil }
    return try HandshakeGuest(ticket: ticket, keys: keys, role: ticket.role)
  }

  /// What one needs to let somebody in; nil of who may not.
  func host(nonce: [UInt8]) throws(SecurityError) -> HandshakeHost? {
    guard let epoch = state.withLock({ $0.place?.epoch }), epoch.role == .draw else { return nil }
    return try HandshakeHost(epoch: epoch, keys: keys, nonce: nonce)
  }

  /// Was let in by somebody.
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
    tellInCall()
  }

  // MARK: Introductions

  /// All who are known, as they are passed on.
  var introductions: [[UInt8]] {
    state.withLock { state in
      let epoch = state.place?.epoch
      // Sealing fails where the system's cryptography does, and then the link does as well.
      return (state.place?.introductions ?? []).compactMap { try? epoch?.sealed($0) }
    }
  }

  /// Called with each word that was not known before, as it is passed on.
  package func listen(_ listener: @escaping @Sendable (Word) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  func pass(on words: [Word]) {
    let listeners = words.isEmpty ? [] : state.withLock { $0.listeners }
    for word in words {
      for listener in listeners { listener(word) }
    }
  }

  /// Somebody proved who they are to this run, which answers for them. The neighbours hear of it though
  /// it was known: they may have forgotten them for others. Those who have not leave it at that.
  func introduced(_ introduction: MemberCertificate) throws(SecurityError) {
    let epoch = state.withLock { $0.place?.epoch }
    let vouched = try epoch?.vouched(introduction) ?? introduction
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

  /// Any bytes may come, by a neighbour who passes on what it heard. An introduction that is refused is
  /// not the neighbour's fault, whose link stays: it may be one too many, or of an epoch that ended while
  /// it was on its way, or that never came to be since two hosts changed keys at once.
  func received(_ word: PassedOn) {
    let bytes = word.introduction
    let (epoch, isKnown) = state.withLock { state in
      (state.place?.epoch, state.place?.isProved(bytes) ?? false)
    }
    guard let epoch, !isKnown else { return }
    do {
      let introduction = try epoch.introduction(opening: bytes)
      if word.only ?? introduction.member == introduction.member {
        try pass(on: introduction, by: word.way)
      }
    } catch {
      guard case .otherEpoch(let other) = error, other >= epoch.number else { return }
      // It overtook the change of keys.
      state.withLock { if $0.early.count < Self.earlyMax { $0.early.append(word) } }
    }
  }

  static let earlyMax = Rotation.membersMax

  private func pass(
    on introduction: MemberCertificate, by way: AdmissionOrder.Way
  ) throws(FrameRefusal) {
    guard introduction.member != keys.member else { return }
    let news = try state.withLock { state throws(FrameRefusal) in
      try state.place?.introduce(introduction, by: way)
    }
    if let bytes = news?.bytes { pass(on: [.introduction(bytes)]) }
    if news?.isRuling == true { publish(.ruled) }
  }

  /// A link leads to a neighbour from now on, which keeps its place as long as it does, and has it again
  /// where somebody took it while the link was opening.
  func linked(to neighbour: MemberCertificate) {
    let isKnown = state.withLock { state in
      state.place?.linked(to: neighbour.member)
      return state.place?.introduction(of: neighbour.member) != nil
    }
    // Keys that were changed meanwhile end the link.
    if !isKnown { try? introduced(neighbour) }
  }
  func unlinked(from member: UInt64) { state.withLock { $0.place?.unlinked(from: member) } }

  // MARK: Agreeing

  /// What is to become of a call that people of one place agree on.
  package enum Agreement {
    /// It is the one that was found there.
    case found
    /// It is this one, and to be written down there.
    case founded(CallRootKeys)
    /// Those who are there have not written it down yet.
    case unknown
    /// This run is in another already.
    case elsewhere
  }

  /// - Parameters:
  ///   - bytes: what is written down where those meet who agree; nil where nothing is.
  ///   - isFirst: whether nobody else is there.
  ///   - chance: for a call that was never there.
  package func agree(
    on bytes: [UInt8]?, isFirst: Bool, chance: () -> [UInt8]
  ) throws(SecurityError) -> Agreement {
    let known = bytes.flatMap { CallRootKeys($0) }
    defer { tellInCall() }
    return try state.withLock { state throws(SecurityError) in
      if let own = state.founding {
        if known == own { return .found }
        if isFirst { return .founded(own) }
        // Of changes of keys since, one hears at the door.
        guard let known else { return .unknown }
        return known.isSameCall(as: own) ? .found : .elsewhere
      }
      guard state.place == nil, state.ticket == nil else { return .elsewhere }
      guard let founding = known ?? (isFirst ? CallRootKeys(chance: chance()) : nil) else {
        return .unknown
      }
      state.place = try EpochState(try founding.epoch(), keys)
      state.founding = founding
      return known == nil ? .founded(founding) : .found
    }
  }
}
