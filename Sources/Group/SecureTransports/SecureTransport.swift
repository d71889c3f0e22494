import Dispatch
import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import GroupWire
import Synchronization

/// A transport around any other transport. It opens a link only to a neighbour that holds a ticket.
///
/// First the two sides of a link prove their identities, see `GroupSecurity`. Only then the link
/// opens for the layer above. From then on this transport seals the messages between neighbours.
/// The ``Membership`` seals the messages from members to the call; the layer above has to use it as
/// its seal.
public final class SecureTransport: Transport {
  let transport: any Transport
  let membership: Membership
  let admissionMode: AdmissionMode
  let name: SafeText?
  let delay: Delay
  private let observe: @Sendable (LinkReport) -> Void
  /// The datagram paths; nil for a transport without datagrams.
  let datagrams: DatagramPaths?
  let state = Mutex(State())

  struct State {
    var receive: (@Sendable (TransportEvent) -> Void)?
    var handshakes: [LinkID: LinkHandshake] = [:]
    /// The addresses of links that are dialled and not connected yet.
    var dialled: [LinkID: String] = [:]
    /// Links that neighbours dialled and whose handshake is not finished.
    var pendingLinks = PendingLinks()
    var attempts = FailureThrottle()
    /// Handles the rings of other users; nil if this side takes no rings.
    var rang: RingHandler?
  }

  /// Runs the closure after this time.
  public typealias Delay = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// Creates a secure transport around another transport.
  ///
  /// - Parameters:
  ///   - transport: a transport that is not started yet and that has no other user.
  ///   - admissionMode: the way in which guests enter the call over this transport.
  ///   - name: the name that this side assigns to each guest that receives a ticket here; nil if
  ///     guests choose their own names.
  ///   - delay: runs a closure after a time. A test passes a clock that it moves itself.
  ///   - observe: receives the events of each link, on any thread, for a log.
  public init(
    _ transport: any Transport, for membership: Membership,
    by admissionMode: AdmissionMode = .ticket,
    calling name: SafeText? = nil,
    delay: @escaping Delay = SecureTransport.delayed,
    observe: @escaping @Sendable (LinkReport) -> Void = { _ in }
  ) {
    (self.transport, self.membership, self.observe) = (transport, membership, observe)
    (self.admissionMode, self.name, self.delay) = (admissionMode, name, delay)
    datagrams = (transport as? any DatagramCarrier).map { DatagramPaths(over: $0, delay: delay) }
  }

  // MARK: Transport

  /// Starts the inner transport. The event `opened` comes only after both sides have proved their
  /// identities.
  public func start(_ receive: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.receive = receive }
    membership.listen { [weak self] in self?.send($0) }
    listenForDatagrams()
    transport.start { [weak self] in self?.handle($0) }
  }

  /// The medium of the inner transport.
  public var medium: LinkMedium? { transport.medium }
  /// Returns whether an address is of the kind of the inner transport.
  public func reaches(_ address: String) -> Bool { transport.reaches(address) }
  /// The longest time that a dial of the inner transport may take.
  public var dialMax: Duration { transport.dialMax }
  /// Returns whether the inner transport may dial an announced address.
  public func mayDialAnnounced(_ address: String) -> Bool { transport.mayDialAnnounced(address) }
  /// Returns whether the inner transport may dial an address again without asking the user.
  public func mayRedial(_ address: String) -> Bool { transport.mayRedial(address) }

  /// Dials with the inner transport. The lock is held meanwhile, so that `state` knows the link
  /// before its first event arrives.
  public func dial(_ address: String) -> LinkID { dialling(address) { transport.dial($0) } }
  /// Dials with the inner transport, which judges the address at the moment of dialling.
  public func dialAnnounced(_ address: String) -> LinkID {
    dialling(address) { transport.dialAnnounced($0) }
  }

  private func dialling(_ address: String, _ dial: (String) -> LinkID) -> LinkID {
    state.withLock { state in
      let link = dial(address)
      state.dialled[link] = address
      return link
    }
  }

  /// Returns the source of a link, as the inner transport knows it.
  public func source(of link: LinkID) -> String? { transport.source(of: link) }
  /// Limits the messages that the inner transport accepts over a link, in bytes.
  public func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {
    transport.limitMessages(over: link, to: bytes, lastWords: lastWords)
  }

  /// Sends a message, and seals it first if it is for the neighbour alone.
  ///
  /// - Returns: whether the message was accepted; false also while the handshake is not finished.
  public func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    guard let handshake = handshake(link) else { return false }
    return handshake.send(bytes) { transport.send($0, over: link) }
  }

  /// Sends a message. An envelope is passed on as it is, so links go on sharing its bytes.
  ///
  /// - Returns: whether the message was accepted; false also while the handshake is not finished.
  public func send(_ frame: LinkFrame, over link: LinkID) -> Bool {
    guard frame.body != nil, !LinkMessageTag.isNeighbourly(frame) else {
      return send(frame.bytes, over: link)
    }
    return handshake(link)?.isOpen == true && transport.send(frame, over: link)
  }

  /// Returns the member that proved its identity at the other end; nil until the handshake is
  /// finished.
  public func neighbour(of link: LinkID) -> MemberID? {
    handshake(link)?.neighbourMember.map { MemberID($0) }
  }

  /// Returns the bytes that the inner transport has queued for a neighbour.
  public func backlog(of link: LinkID) -> Backlog { transport.backlog(of: link) }
  /// The memory of the data that waits in the inner transport, in bytes.
  public var held: Int { transport.held }
  /// Passes the action on to the inner transport.
  public func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool {
    transport.afterSending(act)
  }

  /// Closes a link, and reports this as an event for the log.
  public func close(_ link: LinkID) {
    observe(.closed(link, nil))
    forget(link)
    transport.close(link)
  }

  /// Closes a link at once. The messages that wait for the neighbour are lost.
  public func cut(_ link: LinkID) {
    observe(.closed(link, nil))
    forget(link)
    transport.cut(link)
  }

  /// Forgets all handshakes, and stops the inner transport. No event follows.
  public func stop(_ done: @escaping @Sendable () -> Void) {
    state.withLock { $0 = State() }
    datagrams?.endAll()
    transport.stop(done)
  }

  // MARK: Events

  private func handle(_ event: TransportEvent) {
    switch event {
    case .listens: hand(event)
    case .opened(let link, let isDialled): opened(link, isDialled)
    case .received(let bytes, let link): received(bytes, over: link)
    // The inner transport proves nothing, so its lossy messages are of unknown origin.
    case .receivedLossy, .mediumChanged: break
    case .closed(let link, let fault):
      handshake(link)?.awaitAdmission()
      let isPending = isPending(link)
      let isUnanswered = handshake(link)?.isUnanswered == true
      let address = forget(link)
      if isPending { return gone(link) }
      if isUnanswered, let address, fault?.cause.maybeOfAnotherProgram != false {
        return hand(.closed(link, TransportFault(address, .notEasel)))
      }
      hand(.closed(link, fault ?? address.map { TransportFault($0, .broken) }))
    }
  }

  /// Tells the owner of `admissionMode` that the guest has left, so the question about the guest
  /// needs no answer.
  private func gone(_ link: LinkID) {
    switch admissionMode {
    case .grantsTicket(_, let gone), .grantsPass(_, let gone), .ticketAndApproval(_, _, let gone):
      gone(link)
    case .ticket, .requestsTicket: break
    }
  }

  /// Returns whether a neighbour dialled the link and the handshake is not finished. The layer
  /// above does not know such a link yet.
  func isPending(_ link: LinkID) -> Bool {
    state.withLock { $0.pendingLinks.contains(link) }
  }

  func hand(_ event: TransportEvent) {
    switch event {
    case .opened(let link, let isDialled):
      observe(.opened(link, neighbour(of: link), isDialled: isDialled))
    case .closed(let link, let fault): observe(.closed(link, fault))
    case .listens, .received, .receivedLossy, .mediumChanged: break
    }
    state.withLock { $0.receive }?(event)
  }

  func handshake(_ link: LinkID) -> LinkHandshake? {
    state.withLock { $0.handshakes[link] }
  }

  /// Forgets a link. If the link ends before its guest has proved a right, this is a failure of the
  /// link's source, whatever ended the link: each such link costs this side signatures.
  ///
  /// - Returns: the dialled address if the link never opened, otherwise nil.
  @discardableResult
  func forget(_ link: LinkID) -> String? {
    let (address, handshake, failed) = state.withLock { state in
      let source = state.pendingLinks.source(of: link)
      let isFailure = state.pendingLinks.remove(link) && state.attempts.failed(from: source)
      return (
        state.dialled.removeValue(forKey: link), state.handshakes.removeValue(forKey: link),
        isFailure ? source : nil
      )
    }
    if let failed { forgetFailure(of: failed) }
    datagrams?.end(link)
    if let member = handshake?.neighbourMember { membership.unlinked(from: member) }
    return address ?? (handshake?.isOpen == false ? handshake?.address : nil)
  }

  // MARK: Link handshake

  private func opened(_ link: LinkID, _ isDialled: Bool) {
    transport.limitMessages(
      over: link, to: HandshakeLimits.messageBytesMax, lastWords: SecurityError.malformed.message)
    do {
      if isDialled {
        try knock(at: state.withLock { $0.dialled.removeValue(forKey: link) }, link)
      } else {
        try receive(link)
      }
    } catch {
      refuse(link, error, isInitiator: isDialled)
    }
  }

  /// Asks for admission over a link that this side dialled. The other side sends the first
  /// handshake message, unless this side first asks for a ticket.
  private func knock(at address: String?, _ link: LinkID) throws(SecurityError) {
    // A member that has only a pass needs a new one for each link.
    let initiator = membership.needsPass ? nil : try membership.initiator()
    if case .requestsTicket(let most) = admissionMode {
      // The other side may have to ask a person, so no time limit starts here.
      let handshake = LinkHandshake(
        awaitingTicketAt: address, initiator, saying: membership.greeting)
      state.withLock { $0.handshakes[link] = handshake }
      let wish = AdmissionWish(most, membership.keys.identity.publicKey)
      if !transport.send(wish.bytes, over: link) { turnAway(link, .busy, isInitiator: true) }
      return
    }
    guard let initiator else { throw .wrongTicket }
    limit(link, LinkHandshake(knockingAt: address, initiator, saying: membership.greeting))
  }

  /// Closes the link. Sends the reason first if the other side asks for admission.
  func refuse(_ link: LinkID, _ error: any Error, isInitiator: Bool) {
    let refusal = error as? SecurityError ?? .malformed
    if !isInitiator { _ = transport.send(refusal.message, over: link) }
    turnAway(link, .notAdmitted(.init(refusal)), isInitiator: isInitiator)
  }

  func turnAway(
    _ link: LinkID, _ cause: TransportFault.Cause, isInitiator: Bool
  ) {
    let isPending = !isInitiator && handshake(link)?.isOpen != true
    let source = state.withLock { $0.pendingLinks.source(of: link) }
    let address = forget(link)
    transport.close(link)
    if isPending {
      observe(.refused(link, cause, source: source))
      return gone(link)
    }
    hand(.closed(link, TransportFault(address, cause)))
  }

  private func received(_ bytes: [UInt8], over link: LinkID) {
    guard let handshake = handshake(link) else { return }
    handshake.awaitAdmission()
    let isOpen = handshake.isOpen
    if !isOpen { state.withLock { $0.pendingLinks.spoke(link) } }
    do {
      guard isOpen || bytes.count <= HandshakeLimits.messageBytesMax else {
        throw SecurityError.malformed
      }
      switch try handshake.received(bytes) {
      case .nothing: break
      case .wished(let wish): asked(for: wish, link)
      case .rang(let ring): try rang(ring, link)
      case .ticket(let ticket):
        guard case .requestsTicket(let most) = admissionMode,
          let initiator = try membership.initiator(with: ticket.atMost(most))
        else { throw SecurityError.wrongTicket }
        handshake.knock(initiator)
      case .passed(let pass):
        guard case .requestsTicket(let most) = admissionMode, pass.role <= most else {
          throw SecurityError.wrongTicket
        }
        handshake.knock(try membership.initiator(with: pass))
      case .answer(let answer):
        if !transport.send(answer, over: link) { turnAway(link, .busy, isInitiator: true) }
      case .admitted(let admission):
        try membership.admitted(admission)
        open(handshake, link, admission.link, to: admission.admittingMember, isDialled: true)
      case .asked: membership.publish(.asked)
      case .knocked(let guest): try knocked(guest, handshake, link)
      case .behind(let question, let hello):
        for message in try membership.answer(to: question, after: hello) {
          guard transport.send(message, over: link) else {
            return turnAway(link, .busy, isInitiator: false)
          }
        }
      case .caughtUp(let rotation, let hello):
        try membership.rotate(by: rotation)
        guard let initiator = try membership.initiator() else { throw SecurityError.wrongTicket }
        handshake.knock(initiator)
        received(hello, over: link)
      case .message(let message): received(message: message, over: link, handshake)
      case .memberCertificate(let bytes):
        // A guest with a pass may introduce only itself, because it lets nobody in.
        let only = handshake.isPersonal ? handshake.neighbourMember : nil
        membership.received(
          Membership.PassedOn(
            memberCertificate: bytes, neighbourKey: handshake.neighbourKey, only: only))
      case .rotation(let rotation): try membership.received(rotation: rotation)
      }
    } catch {
      // An open link closes at once, without a reason, if the neighbour sends an invalid message.
      if isOpen {
        turnAway(link, .unreadable, isInitiator: handshake.isInitiator)
      } else {
        refuse(link, error, isInitiator: handshake.isInitiator)
      }
    }
  }
}

extension TransportFault.Cause {
  /// Whether a program that is not Easel ends a link like this before its first message.
  fileprivate var maybeOfAnotherProgram: Bool {
    switch self {
    case .broken, .unreadable: true
    default: false
    }
  }
}
