import EaselBase

// Limits how many unreliable messages of a watcher are handled and passed on.
extension Call {
  /// A watcher, and the link by which its messages come. Another member can make up messages in the
  /// watcher's name. Those come by the other member's link, and do not use up the watcher's rate.
  struct RatedWay: Hashable, Sendable {
    let origin: MemberID
    let link: LinkID
  }

  /// Whether an envelope is within the rate of its origin. This member drops an envelope beyond the
  /// rate: it neither handles nor forwards it, and keeps the link. Each unreliable message in an
  /// envelope counts, and an envelope that cannot be read counts as one. Messages that their sender
  /// repeats until they are acknowledged do not count. Members that may draw have no rate, since an
  /// activity may send many messages a second: how much is read from their link limits them.
  mutating func isWithinRate(_ message: LinkMessage, over link: LinkID, at now: Uptime) -> Bool {
    guard isFromWatcher, case .envelope(let envelope) = message, envelope.origin != me else {
      return true
    }
    let messages = coding.decode(envelope.body)
    readMessages = messages
    let count = messages.isEmpty ? 1 : messages.count { $0.isUnreliable }
    guard count > 0 else { return true }
    let way = RatedWay(origin: envelope.origin, link: link)
    if rates[way] == nil {
      guard makeRoomForRate(of: way, at: now) else { return false }
    }
    return rates[way, default: RateLimiter(at: now)].admits(count, at: now)
  }

  /// A member may be invented, so this member remembers only a limited number of rates. Beyond that
  /// it forgets the rates of members that have sent nothing lately. If there are none, it forgets
  /// the rate of a member without a place in the call, in favour of a member that has a place.
  private mutating func makeRoomForRate(of way: RatedWay, at now: Uptime) -> Bool {
    guard rates.count >= Roster.membersMax else { return true }
    for known in rates.keys where rates[known]?.isFull(at: now) == true { rates[known] = nil }
    guard rates.count >= Roster.membersMax else { return true }
    guard hasPlace(way), let other = rates.keys.first(where: { !hasPlace($0) }) else {
      return false
    }
    rates[other] = nil
    return true
  }

  private func hasPlace(_ way: RatedWay) -> Bool {
    roster.members[way.origin] != nil && router.routes[way.origin] == way.link
  }
}

extension CallMessage {
  /// Whether it is an unreliable message of a participant, or a part of one.
  fileprivate var isUnreliable: Bool {
    switch self {
    case .passing, .piece: true
    case .beat, .ask, .item, .acknowledgement, .unknownStream, .farewell: false
    }
  }
}
