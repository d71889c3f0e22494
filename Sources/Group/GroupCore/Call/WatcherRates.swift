import EaselBase
import GroupBase

/// Limits how many unreliable messages of a watcher are handled and passed on.
struct WatcherRates: Sendable {
  /// The rates of the watchers that sent unreliable messages lately.
  private var rates: [Source: RateLimiter] = [:]

  /// A watcher, and the link by which its messages come. Another member can make up messages in the
  /// watcher's name. Such messages come over another link, and do not use up the watcher's rate.
  struct Source: Hashable, Sendable {
    let origin: MemberID
    let link: LinkID
  }

  var count: Int { rates.count }
  var queue: QueueLoad { QueueLoad("rates", count, of: Roster.membersMax) }

  /// Returns whether the messages of an envelope are within the rate of its origin. Each unreliable
  /// message counts, and an envelope that cannot be read counts as one. Messages that their sender
  /// repeats until they are acknowledged do not count.
  ///
  /// - Parameter hasPlace: whether a watcher has a place in the call and is reached by this link.
  mutating func admit(
    _ messages: [CallMessage], by source: Source, hasPlace: (Source) -> Bool, at now: Uptime
  ) -> Bool {
    let count = messages.isEmpty ? 1 : messages.count { $0.isUnreliable }
    guard count > 0 else { return true }
    if rates[source] == nil {
      guard makeRoom(for: source, hasPlace: hasPlace, at: now) else { return false }
    }
    return rates[source, default: RateLimiter(at: now)].admits(count, at: now)
  }

  /// A member may be invented, so this member remembers only a limited number of rates. Beyond that
  /// it forgets the rates of members that have sent nothing lately. If there are none, it forgets
  /// the rate of a member without a place in the call, in favour of a member that has a place.
  private mutating func makeRoom(
    for source: Source, hasPlace: (Source) -> Bool, at now: Uptime
  ) -> Bool {
    guard rates.count >= Roster.membersMax else { return true }
    for known in rates.keys where rates[known]?.isFull(at: now) == true { rates[known] = nil }
    guard rates.count >= Roster.membersMax else { return true }
    guard hasPlace(source), let other = rates.keys.first(where: { !hasPlace($0) }) else {
      return false
    }
    rates[other] = nil
    return true
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
