import GroupSecurity
import OpenGroupActivities
import SecureTransports
import Synchronization

/// The state of one session: its call, its peers, and the attempts to connect to peers.
///
/// If neither side of an invitation is in a call, the inviting side founds one and gives the ticket.
/// Otherwise the side in a call gives it. If both are in calls, nothing happens: calls do not merge. If
/// two sides invite each other at once, the invitation of the lower id counts. A side that waits for a
/// ticket gives others one of the same call. Such sides can wait for each other in a circle, so a side
/// that has waited for about a second founds a call.
final class PeerSession: Sendable {
  let own: MCPeerID
  private let identity: Identity?
  private let network: PeerNetwork
  private let report: @Sendable (PeerTable.Change, PeerSession) -> Void
  private let state: Mutex<State>

  /// The most bytes of an invitation's context.
  static let contextBytesMax = 8 * 1_024

  /// - Parameters:
  ///   - seed: the secret of this session's key; another number of bytes than 32 counts as none.
  ///   - report: receives the changes in order, on any thread. It must return at once.
  init(
    _ own: MCPeerID, seed: [UInt8]?, in network: PeerNetwork,
    _ report: @escaping @Sendable (PeerTable.Change, PeerSession) -> Void
  ) {
    (self.own, self.network, self.report) = (own, network, report)
    identity =
      seed.flatMap { Identity(seed: $0) }
      ?? Identity(seed: PeerNetwork.random(Identity.seedLength))
    state = Mutex(State(table: PeerTable(own: own)))
  }

  var connectedPeers: [MCPeerID] {
    state.withLock { $0.table.connected.keys.sorted { $0.precedes($1) } }
  }

  func send(_ bytes: [UInt8], to peers: [MCPeerID], isReliable: Bool) throws(MCError) {
    try state.withLock { state throws(MCError) in
      let recipients = peers.compactMap { state.table.connected[$0] }
      guard recipients.count == peers.count, let call = state.call else {
        throw MCError(.notConnected)
      }
      call.send(bytes, to: Set(recipients), isReliable: isReliable)
    }
  }

  func disconnect() {
    let call = state.withLock { endCall(&$0) }
    call?.leave()
  }

  /// Gives up an attempt to connect to a peer.
  func cancel(_ peer: MCPeerID) {
    guard let number = state.withLock({ $0.attempts[peer]?.number }) else { return }
    fail(peer, number)
  }

  /// Tells the delegate that a peer is not connected.
  func refuse(_ peer: MCPeerID) {
    state.withLock { state in
      if state.table.connected[peer] == nil { report(.state(peer, .notConnected), self) }
    }
  }

  // MARK: Invitations

  func invite(
    _ peer: MCPeerID, found finder: PeerFinder, context: [UInt8]?, within timeout: Duration
  ) {
    state.withLock { state in
      guard state.table.connected[peer] == nil, state.attempts[peer] == nil else { return }
      state.lastNumber += 1
      let number = state.lastNumber
      let invitation = PeerInvitation(
        peer: own, isInSession: state.isInSession, context: context)
      let link =
        state.isFull
        ? nil
        : finder.dial(peer) { [weak self] link, event in
          if case .opened = event { return link.send(.invitation(invitation)) }
          self?.handle(event, of: peer, number)
        }
      guard let link else { return report(.state(peer, .notConnected), self) }
      begin(Attempt(number: number, link: link, stage: .invited), with: peer, timeout, &state)
    }
  }

  /// Accepts an invitation that came over a link.
  func accept(_ invitation: PeerInvitation, over link: InvitationLink) {
    let peer = invitation.peer
    state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      guard peer != own, state.table.connected[peer] == nil else { return link.refuse(.declined) }
      guard !state.isFull else { return link.refuse(.full) }
      if let attempt = state.attempts[peer] {
        guard attempt.isUnanswered, peer.precedes(own) else { return link.refuse(.busy) }
        attempt.link.close()
      }
      let isGiver = state.isInSession
      guard !isGiver || !invitation.isInSession else { return link.refuse(.busy) }
      let isOpen = link.handle { [weak self] in self?.handle($0, of: peer, number) }
      guard isOpen, let exchange = exchange(isGiver: isGiver) else {
        link.close()
        state.attempts[peer] = nil
        publish(state.table.fail(peer), &state)
        return report(.state(peer, .notConnected), self)
      }
      if isGiver { link.send(.come) }
      if let request = exchange.request { link.send(request) }
      begin(
        Attempt(number: number, link: link, stage: .exchanging(exchange)), with: peer,
        MCNearbyServiceBrowser.defaultTimeout, &state)
    }
  }

  private func begin(
    _ attempt: Attempt, with peer: MCPeerID, _ timeout: Duration, _ state: inout State
  ) {
    state.attempts[peer] = attempt
    publish(state.table.begin(peer), &state)
    SecureTransport.delayed(timeout) { [weak self] in self?.fail(peer, attempt.number) }
  }

  private func exchange(isGiver: Bool) -> TicketExchange? {
    guard let identity else { return nil }
    let participant = MeetingParticipant(identity, name: Array(own.displayName.utf8), role: .draw)
    // Only a failure of the cryptography library prevents an exchange.
    return isGiver
      ? try? TicketExchange(givingAs: participant) : try? TicketExchange(takingAs: participant)
  }

  // MARK: Exchange

  /// Handles an event of an attempt's link.
  private func handle(_ event: InvitationLink.Event, of peer: MCPeerID, _ number: UInt64) {
    switch event {
    case .opened: break
    case .closed:
      let isServed = state.withLock { state in
        switch state.attempts[peer]?.stage {
        case .joining, .waiting: true
        case .invited, .exchanging, nil: false
        }
      }
      if !isServed { fail(peer, number) }
    case .received(let bytes): received(bytes, from: peer, number)
    }
  }

  private func received(_ bytes: [UInt8], from peer: MCPeerID, _ number: UInt64) {
    advance(peer, number) { state, attempt throws(MeetingError) in
      switch attempt.stage {
      case .joining, .waiting: return []
      case .exchanging(var exchange):
        defer { attempt.stage = .exchanging(exchange) }
        return try exchange.receive(bytes, from: peer)
      case .invited:
        if bytes.count <= 8, let refusal = SecurityError(message: bytes) {
          guard refusal == .busy else { throw .malformed }
          attempt.stage = .waiting
          return []
        }
        let isTaker = InvitationMessage(bytes) == .come
        if isTaker, state.isInSession {
          attempt.stage = .waiting
          return []
        }
        guard !state.isFull else { throw .malformed }
        guard var exchange = self.exchange(isGiver: !isTaker) else { throw .cryptographyFailed }
        defer { attempt.stage = .exchanging(exchange) }
        if let request = exchange.request { return [.send(request)] }
        return try exchange.receive(bytes, from: peer)
      }
    }
  }

  /// Takes the next step of an attempt, and ends the attempt if the step fails.
  private func advance(
    _ peer: MCPeerID, _ number: UInt64,
    _ step: (inout State, inout Attempt) throws(MeetingError) -> [MeetingAction]
  ) {
    do throws(MeetingError) {
      try state.withLock { state throws(MeetingError) in
        guard var attempt = state.attempts[peer], attempt.number == number else { return }
        let actions = try step(&state, &attempt)
        state.attempts[peer] = attempt
        for action in actions { try perform(action, of: peer, attempt, &state) }
      }
    } catch { fail(peer, number) }
    giveTickets()
  }

  private func perform(
    _ action: MeetingAction, of peer: MCPeerID, _ attempt: Attempt, _ state: inout State
  ) throws(MeetingError) {
    switch action {
    case .send(let bytes): attempt.link.send(bytes)
    case .met:
      guard case .exchanging(var exchange) = attempt.stage, let question = exchange.question else {
        return
      }
      publish(state.table.ask(question), &state)
      guard let accepts = state.table.answer(to: question) else { return }
      guard accepts else { throw .malformed }
      for action in try exchange.accept() {
        if case .send(let bytes) = action { attempt.link.send(bytes) }
      }
      state.attempts[peer]?.stage = .exchanging(exchange)
    case .gave:
      state.attempts[peer]?.stage = .joining
      attempt.link.close()
    case .received(let ticket):
      state.attempts[peer]?.stage = .joining
      attempt.link.close()
      guard state.call == nil else { return }
      let addresses = PeerSockets.addresses(of: ticket, over: attempt.link)
      guard !addresses.isEmpty, enterCall(ticket, at: addresses, &state) else { throw .malformed }
    }
  }

  /// Notes the answer of the program about a key.
  func answer(_ question: PeerTable.Question, accepts: Bool) {
    let number = state.withLock { state -> UInt64? in
      publish(state.table.answer(question, accepts: accepts), &state)
      guard let attempt = state.attempts[question.peer],
        case .exchanging(let exchange) = attempt.stage, exchange.question == question
      else { return nil }
      return attempt.number
    }
    guard let number else { return }
    advance(question.peer, number) { state, attempt throws(MeetingError) in
      guard case .exchanging(var exchange) = attempt.stage, !exchange.isReady else { return [] }
      guard state.table.answer(to: question) == true else { throw .malformed }
      defer { attempt.stage = .exchanging(exchange) }
      return try exchange.accept()
    }
  }

  // MARK: Call

  /// The time after which a side that waits for a ticket founds a call for those who wait for it. It
  /// differs, so that not all sides of a circle found calls.
  private static var circleTime: Duration { .milliseconds(.random(in: 500...1_500)) }

  /// Gives tickets to the peers whose keys are accepted. Founds a call if there is none, and none is
  /// about to be joined.
  ///
  /// - Parameter isImpatient: whether to found a call although one is about to be joined.
  private func giveTickets(isImpatient: Bool = false) {
    let (call, peers, failed) = state.withLock { state in
      let peers = state.waitingPeers
      var failed = false
      if isImpatient { state.foundsSoon = false }
      if !peers.isEmpty, state.call == nil {
        if isImpatient || !state.isInSession {
          failed = !enterCall(nil, at: nil, &state)
        } else if !state.foundsSoon {
          state.foundsSoon = true
          SecureTransport.delayed(Self.circleTime) { [weak self] in
            self?.giveTickets(isImpatient: true)
          }
        }
      }
      return (state.call, peers, failed)
    }
    if failed { for (peer, number) in peers { fail(peer, number) } }
    guard let call else { return }
    for (peer, number) in peers {
      // A member that is still on its way into its call has no ticket yet.
      call.membership.whenInCall { [weak self] in
        self?.advance(peer, number) { _, attempt throws(MeetingError) in
          guard case .exchanging(var exchange) = attempt.stage else { return [] }
          defer { attempt.stage = .exchanging(exchange) }
          do { return try exchange.give(try call.ticket(for: attempt.link)) } catch {
            throw error as? MeetingError ?? .malformed
          }
        }
      }
    }
  }

  /// - Parameter ticket: nil to found a call.
  /// - Returns: false if this machine gives no sockets, or has no cryptography.
  private func enterCall(_ ticket: Ticket?, at addresses: [String]?, _ state: inout State) -> Bool {
    guard let identity else { return false }
    do {
      let call = try PeerCall(of: own, identity: identity, ticket: ticket, in: network) {
        [weak self] call, event in self?.handle(event, of: call)
      }
      state.call = call
      call.enter(at: addresses)
      return true
    } catch { return false }
  }

  private func handle(_ event: PeerCall.Event, of call: PeerCall) {
    let ended = state.withLock { state -> PeerCall? in
      guard state.call === call else { return nil }
      switch event {
      case .introduced(let participant, let introduction):
        guard let peer = introduction.peer,
          let key = call.membership.identityKey(of: participant.participantID.member)
        else { return nil }
        publish(
          state.table.introduce(participant, as: PeerTable.Question(peer: peer, key: key)), &state)
      case .shown(let participants):
        // Two peers that were invited at once may be one too many: the newcomer leaves.
        if state.table.connected.isEmpty, participants.count > PeerTable.othersMax {
          return endCall(&state)
        }
        publish(state.table.show(participants), &state)
      case .received(let bytes, let participant):
        publish(state.table.receive(bytes, from: participant), &state)
      case .over: return endCall(&state)
      }
      return endedCall(&state)
    }
    ended?.leave()
  }

  /// Ends an attempt that did not connect the peer.
  private func fail(_ peer: MCPeerID, _ number: UInt64) {
    let ended = state.withLock { state -> PeerCall? in
      guard let attempt = state.attempts[peer], attempt.number == number else { return nil }
      state.attempts[peer] = nil
      attempt.link.close()
      publish(state.table.fail(peer), &state)
      return endedCall(&state)
    }
    ended?.leave()
    giveTickets()
  }

  /// Ends a call without peers that no peer is about to join.
  ///
  /// - Returns: the call, which the caller leaves after it has released the lock.
  private func endedCall(_ state: inout State) -> PeerCall? {
    guard state.table.connected.isEmpty, state.attempts.values.allSatisfy(\.isUnanswered) else {
      return nil
    }
    defer { state.call = nil }
    state.table.forgetMembers()
    return state.call
  }

  /// Ends the call and all attempts.
  ///
  /// - Returns: the call, which the caller leaves after it has released the lock.
  private func endCall(_ state: inout State) -> PeerCall? {
    for attempt in state.attempts.values { attempt.link.close() }
    state.attempts = [:]
    defer { state.call = nil }
    publish(state.table.end(), &state)
    return state.call
  }

  /// Publishes the changes of the table while the lock is held, so that their order stays.
  private func publish(_ changes: [PeerTable.Change], _ state: inout State) {
    for change in changes {
      if case .state(let peer, .connected) = change {
        state.attempts.removeValue(forKey: peer)?.link.close()
      }
      report(change, self)
    }
  }
}

extension MCPeerID {
  /// Whether this id counts if two peers invite each other at once.
  func precedes(_ other: MCPeerID) -> Bool { number.lexicographicallyPrecedes(other.number) }
}
