import EaselBase

/// A start that this participant prepares.
struct Preparation: Hashable, Sendable {
  let stamp: PlaybackStamp
  /// The number of the command that the player carries out.
  let number: UInt64
  private(set) var since: HostTime
  var isReady = false
  /// The start is not given before this time.
  private(set) var earliest: HostTime?

  init(stamp: PlaybackStamp, number: UInt64, since: HostTime) {
    (self.stamp, self.number, self.since) = (stamp, number, since)
  }

  /// Notes that this process was stopped: another participant may have given the start meanwhile.
  mutating func waitAnew(at now: HostTime) {
    since = now
    earliest = now.advanced(by: .seconds(1))
  }
}

// A start: one participant prepares it, each says that it is ready, and the first one gives the start.
extension PlaybackGroup {
  /// When this participant stops waiting for somebody.
  var preparationDue: HostTime? {
    guard let preparation, let item, states[item]?.isPrepared == true else { return nil }
    let times = [
      preparation.earliest, preparation.since.advanced(by: PlaybackWait.start),
      preparation.since.advanced(by: PlaybackWait.starter),
      preparation.since.advanced(by: PlaybackWait.lowest),
      preparation.since.advanced(by: PlaybackWait.suspension),
    ]
    return times.compactMap { $0 }.filter { $0 > now }.min()
  }

  /// Gives the start if this is the participant that has to, and nobody is missing.
  mutating func startIfReady() {
    guard let item, let state = states[item], state.isPrepared, let preparation,
      preparation.stamp == state.stamp, suspensions.isEmpty, mayCommand,
      preparation.earliest.map({ $0 <= now }) ?? true
    else { return }
    let waited = now.since(preparation.since)
    guard givesStart(of: state, waited) else { return }
    let missing = missing(state)
    let isLate = waited >= PlaybackWait.start.microseconds
    let isVeryLate = waited >= PlaybackWait.suspension.microseconds
    guard preparation.isReady || isLate,
      missing.allSatisfy({ $0.isSuspended ? isVeryLate : isLate })
    else { return }
    let start = state.stated(
      by: me,
      PlaybackTiming(
        rate: state.timing.rate, itemTime: state.timing.itemTime, hostTime: startTime))
    noteMissing(from: start)
    states[item] = start
    sendRepeatedly(.go(start))
  }

  /// Notes the participants that are not ready for a start that was given.
  mutating func noteMissing(from start: PlaybackState) {
    guard let last = states[start.item], last.isPrepared, last.stamp == start.stamp else { return }
    for (id, peer) in peers
    where peer.item == start.item && peer.ready?.stamp != start.stamp {
      peers[id]?.missed = start.stamp
    }
  }

  /// When a start that is given now can be obeyed by all.
  private var startTime: HostTime {
    let trips = peers.values.filter { $0.isPresent(at: now) && $0.mayCommand && $0.item == item }
      .map { $0.clock.roundTrip }
    return trips.max().map { now.advanced(by: $0).advanced(by: .milliseconds(50)) } ?? now
  }

  /// Whether this participant gives the start: the one that prepared it does. If that one is gone
  /// or suspended, or has not given it in time, the lowest id of those who are ready. If that one
  /// does not give it either, everyone who is ready does, and the highest id wins.
  private func givesStart(of state: PlaybackState, _ waited: Int64) -> Bool {
    let first = state.stamp.participant
    if first == me { return true }
    let isOverdue = waited >= PlaybackWait.starter.microseconds
    if !isOverdue, peers[first].map(isActive) == true { return false }
    guard preparation?.isReady == true else { return false }
    if waited >= PlaybackWait.lowest.microseconds { return true }
    return !peers.contains { id, peer in
      id < me && id != first && isActive(peer) && peer.ready?.stamp == state.stamp
    }
  }

  private func isActive(_ peer: PlaybackPeer) -> Bool {
    peer.isPresent(at: now) && peer.mayCommand && peer.item == item
      && peer.reasons.isEmpty
  }

  /// The participants for whom the start waits.
  private func missing(_ state: PlaybackState) -> [(id: Bytes16, isSuspended: Bool)] {
    peers.compactMap { id, peer in
      guard peer.isPresent(at: now), peer.mayCommand, peer.item == state.item,
        peer.ready?.stamp != state.stamp, peer.missed != state.stamp
      else { return nil }
      let reasons = peer.reasons
      if reasons.isEmpty { return (id, false) }
      return isWaitedOut(reasons) ? (id, true) : nil
    }
  }

  /// Whether the group waits for a participant that is suspended for these reasons.
  func isWaitedOut(_ reasons: [String]) -> Bool {
    let size = 1 + peers.values.count { $0.isPresent(at: now) }
    return !reasons.isEmpty
      && reasons.allSatisfy {
        settings.reasonsToWaitFor.contains($0)
          && size <= settings.participantLimits[$0] ?? .max
      }
  }

  /// Handles that the player has carried out a command, or has loaded enough to play.
  package mutating func becameReady(for number: UInt64, at time: HostTime) -> [PlaybackAction] {
    handle(at: time) { group in
      guard let preparation = group.preparation, preparation.number == number,
        !preparation.isReady, let item = group.item
      else { return }
      group.preparation?.isReady = true
      group.sendRepeatedly(.ready(PlaybackReadiness(item: item, stamp: preparation.stamp)))
      group.endStall()
    }
  }

  /// If the group plays without a participant for which it should wait, prepares a new start, which
  /// waits for this participant. Of all participants that could prepare it, the lowest id does so.
  mutating func waitForSuspended(_ peer: PlaybackPeer) {
    guard let item, peer.mayCommand, peer.item == item, isWaitedOut(peer.reasons), mayCommand,
      suspensions.isEmpty, let state = states[item], !state.isPrepared, state.timing.rate != 0,
      peer.missed != state.stamp,
      let timing = ownTiming(of: state),
      !peers.contains(where: { $0.key < me && isActive($0.value) })
    else { return }
    command(state.timing.rate, at: timing.itemTime(at: now), isPrepared: true)
  }
}
