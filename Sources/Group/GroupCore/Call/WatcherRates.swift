import EaselBase
import GroupBase

/// Limits how many messages of a watcher are handled and passed on. A watcher needs few reliable
/// messages: its announcement, and questions for entries.
struct WatcherRates: Sendable {
  /// The rates of the watchers that sent messages lately.
  private var rates: [Source: Rates] = [:]

  /// The rates of one watcher. Reliable messages have a rate of their own, so that a burst of one
  /// kind stops no message of the other kind.
  private struct Rates: Sendable {
    var unreliable: RateLimiter
    var reliable: RateLimiter

    init(at now: Uptime) { (unreliable, reliable) = (RateLimiter(at: now), RateLimiter(at: now)) }

    mutating func isFull(at now: Uptime) -> Bool {
      unreliable.isFull(at: now) && reliable.isFull(at: now)
    }
  }

  /// Each reliable message counts as one, and each full share of this many bytes of its content as
  /// one more. A watcher of a board by thousands of replicas compares more than 100 KiB of heads
  /// with each of the others, and may be the only one that has some entries.
  static let reliableBytesPerCount = 8_192

  /// A watcher, and the link by which its messages come. Another member can make up messages in the
  /// watcher's name. Such messages come over another link, and do not use up the watcher's rate.
  struct Source: Hashable, Sendable {
    let origin: MemberID
    let link: LinkID
  }

  var count: Int { rates.count }
  var queue: QueueLoad { QueueLoad("rates", count, of: Roster.membersMax) }

  /// Returns whether the messages of an envelope are within the rates of its origin. An envelope
  /// that cannot be read counts as one unreliable message. The sender of a reliable message repeats
  /// it until it is acknowledged, so a message beyond the rate comes later.
  ///
  /// - Parameter hasPlace: whether a watcher has a place in the call and is reached by this link.
  mutating func admit(
    _ messages: [CallMessage], by source: Source, hasPlace: (Source) -> Bool, at now: Uptime
  ) -> Bool {
    let count = messages.isEmpty ? 1 : messages.count { $0.isUnreliable }
    let reliable = messages.reduce(0) { $0 + $1.reliableCount }
    guard count > 0 || reliable > 0 else { return true }
    if rates[source] == nil {
      guard makeRoom(for: source, hasPlace: hasPlace, at: now) else { return false }
    }
    var known = rates[source] ?? Rates(at: now)
    defer { rates[source] = known }
    return known.unreliable.admits(count, at: now) && known.reliable.admits(reliable, at: now)
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

  /// The share of its sender's rate that a reliable message takes.
  fileprivate var reliableCount: Int {
    guard case .item(let item) = self else { return 0 }
    return 1 + item.content.count / WatcherRates.reliableBytesPerCount
  }
}
