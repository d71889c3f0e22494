import EaselBase
import GroupBase
import GroupCore
import GroupSecurity

// Guests whose handshake is not finished.
extension SecureTransport {
  func receive(_ link: LinkID) throws(SecurityError) {
    let source = transport.source(of: link)
    let displaced: LinkID?
    do throws(SecurityError) {
      displaced = try state.withLock { state throws(SecurityError) in
        if let source, state.attempts.isBarred(source) {
          guard state.attempts.takePlace(of: source) else { throw .tooManyAttempts }
          freePlaceLater(of: source)
        }
        return try state.pendingLinks.add(link, from: source)
      }
    } catch {
      if error == .busy { countFailure(of: source) }
      throw error
    }
    if let displaced { refuse(displaced, SecurityError.busy, isInitiator: false) }
    switch admissionMode {
    case .grantsTicket, .grantsPass: limit(link, LinkHandshake())
    case .ticket, .ticketAndApproval, .requestsTicket: try expect(link)
    }
  }

  /// Asks the owner of `admissionMode` which role the guest gets. This side ignores the guest's
  /// messages until the answer arrives.
  func asked(for wish: AdmissionWish, _ link: LinkID) {
    switch admissionMode {
    case .grantsTicket(let ask, _), .grantsPass(let ask, _):
      state.withLock { $0.handshakes[link] = nil }
      ask(link, wish.role) { [weak self] said in
        self?.give(said.map { min($0, wish.role) }, to: wish.identityKey, over: link)
      }
    case .ticket, .ticketAndApproval, .requestsTicket: break
    }
  }

  /// Handles a ring, and passes the answer to it back over the same link.
  package typealias RingHandler =
    @Sendable (LinkID, RingMessage, _ answer: @escaping @Sendable (RingAnswer) -> Void) -> Void

  /// Sets the handler of rings. A transport without one refuses a ring as an unknown message.
  package func handleRings(_ handler: @escaping RingHandler) {
    state.withLock { $0.rang = handler }
  }

  /// This side ignores further messages of the link.
  func rang(_ ring: RingMessage, _ link: LinkID) throws {
    guard let handler = state.withLock({ $0.rang }) else { throw SecurityError.malformed }
    state.withLock { $0.handshakes[link] = nil }
    handler(link, ring) { [weak self] in self?.answerRing(link, $0) }
  }

  /// Sends the answer to a ring, and closes the link. Only a ring that came too soon counts against
  /// its sender.
  private func answerRing(_ link: LinkID, _ answer: RingAnswer) {
    guard isPending(link) else { return }
    if answer != .tooSoon { state.withLock { $0.pendingLinks.proved(.watcher, by: link) } }
    // A link that accepts no more bytes is closed either way.
    _ = transport.send(answer.bytes, over: link)
    forget(link)
    transport.close(link)
  }

  /// Gives a ticket or a pass to a guest whose transport has already proved its identity, or refuses
  /// the guest.
  private func give(
    _ said: Result<Role, SecurityError>, to identityKey: [UInt8], over link: LinkID
  ) {
    guard isPending(link) else { return }
    do {
      let role = try said.get()
      let bytes: [UInt8]
      var issued: IssuedPass?
      if case .grantsPass = admissionMode {
        guard let epoch = membership.epoch else { throw SecurityError.declined }
        let new = try epoch.issuePass(to: role, for: identityKey, calling: name)
        (issued, bytes) = (new, new.pass.bytes)
      } else {
        guard let ticket = try membership.ticket(to: role, at: ["here"]) else {
          throw SecurityError.declined
        }
        bytes = Array(ticket.text.utf8)
      }
      guard transport.send(bytes, over: link) else {
        return turnAway(link, .busy, isInitiator: false)
      }
      state.withLock { $0.pendingLinks.proved(role == .draw ? .drawer : .watcher, by: link) }
      try expect(link, issued)
    } catch {
      refuse(link, error, isInitiator: false)
    }
  }

  /// - Parameter issued: the pass that this side gave to the guest; nil if a ticket lets the guest in.
  private func expect(_ link: LinkID, _ issued: IssuedPass? = nil) throws(SecurityError) {
    var chance = SystemRandomNumberGenerator()
    guard
      let responder = try membership.responder(
        nonce: chance.bytes(HandshakeResponder.nonceLength), admitting: issued)
    else {
      throw .mayNotDraw
    }
    let hello = responder.hello
    limit(link, LinkHandshake(expecting: responder))
    guard transport.send(hello, over: link) else {
      return turnAway(link, .busy, isInitiator: false)
    }
  }

  /// Stores the handshake of the link and starts a new time limit of `patience` for it.
  func limit(_ link: LinkID, _ handshake: LinkHandshake) {
    state.withLock { $0.handshakes[link] = handshake }
    delay(Self.patience) { [weak self, weak handshake] in
      if let handshake { self?.lostPatience(with: link, handshake) }
    }
  }

  private func lostPatience(with link: LinkID, _ handshake: LinkHandshake) {
    guard self.handshake(link) === handshake, !handshake.isPatient else { return }
    let cause: TransportFault.Cause =
      handshake.isUnanswered ? .notEasel : .notAdmitted(.init(SecurityError.noAnswer))
    turnAway(link, cause, isInitiator: handshake.isInitiator)
  }

  /// Counts a link that got no place against its source.
  private func countFailure(of source: String?) {
    guard let source, state.withLock({ $0.attempts.failed(from: source) }) else { return }
    forgetFailure(of: source)
  }

  private func freePlaceLater(of source: String) {
    delay(FailureThrottle.placeEvery) { [weak self] in
      self?.state.withLock { $0.attempts.freePlace(of: source) }
    }
  }

  func forgetFailure(of source: String) {
    delay(FailureThrottle.memory) { [weak self] in
      self?.state.withLock { $0.attempts.forget(one: source) }
    }
  }

  /// Handles a guest that has proved its ticket. The guest may have to wait for a person's answer.
  func knocked(_ knocked: LinkHandshake.Knocked, _ handshake: LinkHandshake, _ link: LinkID)
    throws
  {
    let isDrawer = knocked.guest.role == .draw
    state.withLock { $0.pendingLinks.proved(isDrawer ? .drawer : .watcher, by: link) }
    guard case .ticketAndApproval(let isWanted, let ask, _) = admissionMode, isWanted(),
      !membership.knows(knocked.guest)
    else {
      return try admit(knocked, handshake, link)
    }
    handshake.hold(knocked)
    guard transport.send(HandshakeLimits.asking, over: link) else {
      return turnAway(link, .busy, isInitiator: false)
    }
    let name = String(decoding: knocked.greeting, as: UTF8.self)
    let caller = Caller(
      name: name, role: knocked.guest.role, source: transport.source(of: link),
      isOwn: knocked.guest.identityKey == membership.keys.identity.publicKey)
    ask(link, caller) { [weak self] refusal in self?.answer(link, refusal) }
  }
}
