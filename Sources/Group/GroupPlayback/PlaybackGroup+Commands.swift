import EaselBase

// Commands of this participant.
extension PlaybackGroup {
  /// The suspension of a participant that was not ready when the group started.
  private static let stallID = UInt64.max

  /// Makes another item the current one. If the group plays it, its state counts here as well;
  /// otherwise this participant proposes its own state.
  ///
  /// - Parameter timing: what the player does with the item, by this participant's clock; nil stands
  ///   at the beginning.
  package mutating func changeItem(
    to item: String?, proposing timing: PlaybackTiming?, at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { group in
      guard item != group.item else { return }
      group.endStall()
      group.setItem(item)
      guard let item, group.states[item] == nil else { return }
      let timing =
        timing ?? PlaybackTiming(rate: 0, itemTime: .zero, hostTime: group.now)
      let stamp = PlaybackStamp(lamport: 0, participant: group.me)
      group.states[item] = PlaybackState(item: item, stamp: stamp, clock: group.me, timing: timing)
      group.order = PlayerOrder(stamp: stamp, timing: timing)
      group.proposalDue = group.now.advanced(by: PlaybackWait.proposal)
      group.proposeIfDue()
    }
  }

  /// Sends the own proposal as soon as it is known that the others do not play the item, or after a
  /// while.
  mutating func proposeIfDue() {
    guard let due = proposalDue, isAttached, let item, let state = states[item],
      due <= now || peers.values.allSatisfy({ $0.status != nil && $0.item != item })
    else { return }
    proposalDue = nil
    if mayCommand { sendRepeatedly(.state(state)) }
  }

  /// Changes the rate for all. A suspended participant changes its own rate only.
  ///
  /// - Parameter isImmediate: whether the group starts without waiting for anybody.
  package mutating func changeRate(
    to rate: Float, isImmediate: Bool = false, at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { $0.changeRate(to: rate, isImmediate: isImmediate) }
  }

  private mutating func changeRate(to rate: Float, isImmediate: Bool = false) {
    guard rate.isFinite, let item else { return }
    guard suspensions.isEmpty else {
      let timing = PlaybackTiming(rate: rate, itemTime: playerItemTime, hostTime: now)
      return controlAlone(timing, rate == 0 ? .pause(bufferingFor: nil) : .play(timing))
    }
    guard mayCommand, let state = states[item] else { return }
    if rate == state.timing.rate, !(isImmediate && state.isPrepared) { return }
    let isPlaying = !state.isPrepared && state.timing.rate != 0
    command(
      rate, at: expectedItemTime(at: now) ?? playerItemTime,
      isPrepared: rate != 0 && !isPlaying && !isImmediate)
  }

  /// Chooses the rate for all: at once if the group plays, and otherwise for the next start. A
  /// suspended participant chooses nothing.
  package mutating func chooseRate(_ rate: Float, at time: HostTime) -> [PlaybackAction] {
    handle(at: time) { group in
      guard rate.isFinite, rate != 0, group.mayCommand, group.suspensions.isEmpty,
        let state = group.item.flatMap({ group.states[$0] })
      else { return }
      guard state.timing.rate == 0 else { return group.changeRate(to: rate) }
      guard rate != state.nextRate else { return }
      group.command(0, at: state.timing.itemTime, isPrepared: false, nextRate: rate)
    }
  }

  /// Takes all to a moment. If the group plays, it goes on from there when all are ready.
  package mutating func seek(
    to moment: ItemTime, resumesImmediately: Bool = false, at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { $0.seek(to: moment, resumesImmediately: resumesImmediately) }
  }

  private mutating func seek(to moment: ItemTime, resumesImmediately: Bool) {
    guard let item else { return }
    guard suspensions.isEmpty else {
      let timing = PlaybackTiming(
        rate: order?.timing.rate ?? 0, itemTime: moment, hostTime: now)
      controlAlone(timing, .seek(moment, bufferingFor: nil, due: nil))
      if timing.rate != 0 { control(.play(timing)) }
      return
    }
    guard mayCommand, let state = states[item] else { return }
    command(
      state.timing.rate, at: moment, isPrepared: state.timing.rate != 0 && !resumesImmediately)
  }

  /// Gives a command to the group.
  ///
  /// - Parameter nextRate: the rate of the next start; nil keeps the one that counts now.
  mutating func command(
    _ rate: Float, at moment: ItemTime, isPrepared: Bool, nextRate: Float? = nil
  ) {
    guard let item else { return }
    lamport += 1
    proposalDue = nil
    let state = PlaybackState(
      item: item, stamp: PlaybackStamp(lamport: lamport, participant: me), clock: me,
      isPrepared: isPrepared,
      timing: PlaybackTiming(rate: rate, itemTime: moment, hostTime: now),
      nextRate: nextRate ?? states[item]?.playingRate)
    states[item] = state
    sendRepeatedly(isPrepared ? .prepare(state) : .state(state))
  }

  /// Tells the player again what the group does.
  package mutating func reapply(at time: HostTime) -> [PlaybackAction] {
    handle(at: time) { group in
      group.order?.stamp = nil
      if group.preparation?.isReady == false { group.order = nil }
    }
  }

  // MARK: Suspensions

  /// Stops following the group.
  ///
  /// - Parameter id: a number that no other suspension has, below `UInt64.max`.
  package mutating func beginSuspension(
    _ id: UInt64, for reason: String, at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { $0.suspend(id, for: reason) }
  }

  private mutating func suspend(_ id: UInt64, for reason: String) {
    suspensions.append(PlaybackSuspension(id: id, reason: reason))
    send(status, isReliable: true)
  }

  /// Ends a suspension. After the last one, the player goes to the group's moment.
  ///
  /// - Parameter moment: a moment to which all go instead, at the group's rate. It is ignored while
  ///   other suspensions remain.
  package mutating func endSuspension(
    _ id: UInt64, proposing moment: ItemTime? = nil, at time: HostTime
  ) -> [PlaybackAction] {
    handle(at: time) { $0.resume(id, proposing: moment) }
  }

  private mutating func resume(_ id: UInt64, proposing moment: ItemTime? = nil) {
    guard let index = suspensions.firstIndex(where: { $0.id == id }) else { return }
    suspensions.remove(at: index)
    send(status, isReliable: true)
    guard suspensions.isEmpty else { return }
    order?.stamp = nil
    if let moment { seek(to: moment, resumesImmediately: false) }
  }

  /// Notes that the group plays without this participant, whose player is not ready.
  mutating func suspendStalled() {
    guard !suspensions.contains(where: { $0.id == Self.stallID }) else { return }
    suspend(Self.stallID, for: PlaybackWaitPolicy.stall)
  }

  mutating func endStall() { resume(Self.stallID) }
}
