import EaselBase

/// The last command for the player.
struct PlayerOrder: Hashable, Sendable {
  /// The command behind it; nil if the player has to be told again.
  var stamp: PlaybackStamp?
  /// Whether the player was told to get ready.
  var isPrepared = false
  /// By this participant's clock.
  var timing: PlaybackTiming
}

// The player of this participant follows the group.
extension PlaybackGroup {
  /// Tells the player what the group does, if the player does something else.
  mutating func followGroup() {
    guard let item, suspensions.isEmpty, let state = states[item] else { return }
    if state.isPrepared { return prepare(state) }
    if let preparation, preparation.stamp == state.stamp, !preparation.isReady {
      // The group plays on without this participant.
      return suspendStalled()
    }
    guard let timing = ownTiming(of: state) else { return }
    preparation = nil
    let isNew = order?.stamp != state.stamp || order?.isPrepared == true
    if timing.rate == 0 {
      guard isNew else { return }
      stop(at: timing, by: originator(of: state))
    } else {
      if !isNew, let order, order.timing.agrees(with: timing, at: now) { return }
      control(.play(timing), by: isNew ? originator(of: state) : nil)
    }
    order = PlayerOrder(stamp: state.stamp, timing: timing)
  }

  private func originator(of state: PlaybackState) -> Bytes16? {
    state.stamp.participant == me || order?.stamp == nil ? nil : state.stamp.participant
  }

  private mutating func stop(at timing: PlaybackTiming, by originator: Bytes16?) {
    let wasMoving = order.map { $0.timing.rate != 0 } ?? false
    let wasWaiting = order?.isPrepared ?? false
    if wasMoving || wasWaiting { control(.pause(bufferingFor: nil), by: originator) }
    let before = order?.timing.itemTime(at: timing.hostTime)
    // A player that stood goes exactly there, since a program may step by less than the tolerance.
    let isThere = before.map {
      wasMoving
        ? !settings.pauseSnaps && $0.isNear(timing.itemTime)
        : $0.microseconds == timing.itemTime.microseconds
    }
    if isThere != true {
      control(.seek(timing.itemTime, bufferingFor: nil, due: nil), by: originator)
    }
  }

  /// Tells the player to get ready.
  private mutating func prepare(_ state: PlaybackState) {
    guard order?.stamp != state.stamp || order?.isPrepared != true else { return }
    let (moment, rate) = (state.timing.itemTime, state.timing.rate)
    let due = now.advanced(by: PlaybackWait.start)
    let isThere = order.map { $0.timing.itemTime(at: now).isNear(moment) } ?? false
    let wasMoving = order.map { $0.timing.rate != 0 } ?? false
    let kind: PlaybackControl.Kind =
      !isThere
      ? .seek(moment, bufferingFor: rate, due: due)
      : wasMoving ? .pause(bufferingFor: rate) : .buffer(rate, due: due)
    let number = control(kind, by: originator(of: state))
    preparation = Preparation(stamp: state.stamp, number: number, since: now)
    order = PlayerOrder(
      stamp: state.stamp, isPrepared: true,
      timing: PlaybackTiming(rate: 0, itemTime: moment, hostTime: now))
  }

  /// Gives a command to the player of a suspended participant, which only this player obeys.
  mutating func controlAlone(_ timing: PlaybackTiming, _ kind: PlaybackControl.Kind) {
    control(kind)
    order = PlayerOrder(timing: timing)
  }

  /// The player's moment now, as far as this participant controls it.
  var playerItemTime: ItemTime { order?.timing.itemTime(at: now) ?? .zero }
}

extension ItemTime {
  /// Whether the two differ by so little that a player needs no seek.
  fileprivate func isNear(_ other: ItemTime) -> Bool {
    abs(microseconds - other.microseconds) <= Duration.milliseconds(100).microseconds
  }
}

extension PlaybackTiming {
  /// A player that is off by more than this is told to play anew, in microseconds.
  private static let tolerance = Duration.milliseconds(10).microseconds

  /// Whether a player that obeys this timing obeys the other one too.
  fileprivate func agrees(with other: PlaybackTiming, at now: HostTime) -> Bool {
    let time = max(hostTime, other.hostTime, now)
    let apart = abs(itemTime(at: time).microseconds - other.itemTime(at: time).microseconds)
    return rate == other.rate
      && Double(apart) <= Double(Self.tolerance) * Double(abs(other.rate))
  }
}
