import EaselBase

// Messages of other participants.
extension PlaybackGroup {
  /// Handles a message of another participant. A message of somebody else is ignored.
  package mutating func receive(
    _ message: PlaybackMessage, from sender: Bytes16, at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { group in
      guard let peer = group.peers[sender] else { return }
      group.peers[sender]?.heard = group.now
      switch message {
      case .state(let state), .prepare(let state), .go(let state):
        group.receive(state, from: sender)
      case .ready(let readiness):
        group.peers[sender]?.ready = readiness
        group.peers[sender]?.missed = nil
      case .suspended(let status): group.receive(status, from: sender, after: peer.status)
      case .clock(let beat): group.receive(beat, from: sender)
      }
      group.proposeIfDue()
    }
  }

  private mutating func receive(_ beat: PlaybackBeat, from sender: Bytes16) {
    peers[sender]?.lastBeat = (beat.sent, now)
    // A made-up beat was never sent, so its answer says nothing.
    for answer in beat.answers where answer.to == me && isRecentBeat(sentAt: answer.sent) {
      peers[sender]?.clock.measure(
        sent: answer.sent, received: answer.received, answered: beat.sent, at: now)
    }
  }

  private mutating func receive(
    _ status: PlaybackStatus, from sender: Bytes16, after last: PlaybackStatus?
  ) {
    peers[sender]?.status = status
    if status.reasons.isEmpty { peers[sender]?.missed = nil }
    forgetItems()
    // A participant that comes to the group does not know this one yet.
    if status.isAttached, last?.isAttached != true {
      send(self.status, to: .only([sender]), isReliable: true)
      // The clocks of the two are compared soon.
      hurryBeats()
    }
    if status.isAttached, last?.isAttached != true || status.item != last?.item,
      let item = status.item,
      proposalDue == nil, let state = states[item]
    {
      // The sender may not know what the group does with the item.
      send(.state(state), to: .only([sender]), isReliable: true)
    }
    if last?.reasons.isEmpty ?? true, let peer = peers[sender] { waitForSuspended(peer) }
  }

  private mutating func receive(_ state: PlaybackState, from sender: Bytes16) {
    guard let peer = peers[sender], peer.mayCommand,
      state.item == item || state.item == peer.item,
      state.stamp.lamport <= lamport + PlaybackLimits.lamportLeap
    else { return }
    lamport = max(lamport, state.stamp.lamport)
    let isProposed = state.item == item && proposalDue != nil
    guard isProposed || state.wins(over: states[state.item]) else { return }
    if isProposed { proposalDue = nil }
    if state.item == item, !state.isPrepared { noteMissing(from: state) }
    states[state.item] = state
  }

  // MARK: Clocks

  /// States what the group plays by this participant's clock, if the participant whose clock showed
  /// it is gone. The lowest id of those who play the item does this.
  mutating func restateIfNeeded() {
    guard let item, let state = states[item], !state.isPrepared, state.timing.rate != 0,
      state.clock != me, mayCommand, peers[state.clock].map({ !$0.isGone(at: now) }) != true,
      !peers.contains(where: { $0.key < me && $0.value.mayState(item, at: now) })
    else { return }
    // Without the other clock, the player's own timing is the best that is known.
    let player = order.flatMap { $0.stamp == state.stamp && !$0.isPrepared ? $0.timing : nil }
    guard let own = ownTiming(of: state) ?? player else { return }
    let restated = state.stated(by: me, own)
    states[item] = restated
    sendRepeatedly(.state(restated))
  }
}
