// How many unreliable messages of a watcher are handled and passed on.
extension Call {
  /// Whether an envelope is within the rate of its origin. A watcher needs nobody's consent to speak, so
  /// this member drops what is beyond the rate: it neither handles such an envelope nor forwards it. Each
  /// message in it counts. Messages that their sender repeats until they are acknowledged do not count.
  mutating func isWithinRate(_ message: LinkMessage, at now: Uptime) -> Bool {
    guard isFromWatcher, case .envelope(let envelope) = message else { return true }
    let count = coding.decode(envelope.body).count { $0.isUnreliable }
    guard count > 0 else { return true }
    if rates[envelope.origin] == nil {
      guard makeRoomForRate(at: now) else { return false }
    }
    return rates[envelope.origin, default: RateLimiter(at: now)].admits(count, at: now)
  }

  /// Forgets the members whose rate is as if they had sent nothing. Members may be made up, so the number
  /// that is remembered has a limit.
  private mutating func makeRoomForRate(at now: Uptime) -> Bool {
    guard rates.count >= Roster.membersMax else { return true }
    for member in rates.keys where rates[member]?.isFull(at: now) == true {
      rates[member] = nil
    }
    return rates.count < Roster.membersMax
  }
}

extension CallMessage {
  /// Whether it is what a participant said unreliably, or a part of that.
  fileprivate var isUnreliable: Bool {
    switch self {
    case .passing, .piece: true
    case .beat, .ask, .item, .acknowledgement, .unknownStream, .farewell: false
    }
  }
}
