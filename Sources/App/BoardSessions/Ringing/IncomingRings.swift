import EaselBase
import EaselPlatform
import GroupBase

/// The rings of other users that wait for this user's answer, and when each user rang last. Rings
/// have places of their own, so that no knock loses its place to a ring.
struct IncomingRings {
  /// A ring that waits for an answer.
  struct Waiting: Hashable {
    let number: UInt64
    let user: uid_t
    let link: LinkID
    let expires: Uptime
  }

  /// The decision about a new ring.
  enum Reception: Hashable {
    /// Show the ring to the user.
    case show(Waiting)
    /// Let the ring wait until it ends, and show nothing.
    case wait(Waiting)
    /// The user rang less than a minute ago, or no place is free.
    case tooSoon
  }

  private(set) var waiting: [Waiting] = []
  private var last: [uid_t: Uptime] = [:]
  private var count: UInt64 = 0

  /// A user rings at most once in this time, and a ring waits this long for its answer.
  static let period = Duration.seconds(60)
  /// The maximum number of rings that wait at once.
  static let waitingMax = 4
  /// The maximum number of users whose last ring is remembered.
  static let usersMax = 64

  /// - Parameter isQuiet: whether the user takes no rings. Each ring then ends as if the user did not
  ///   answer it.
  mutating func receive(
    from user: uid_t, over link: LinkID, isQuiet: Bool, at now: Uptime
  ) -> Reception {
    last = last.filter { now < $0.value.advanced(by: Self.period) }
    guard last[user] == nil, waiting.count < Self.waitingMax, last.count < Self.usersMax else {
      return .tooSoon
    }
    last[user] = now
    count += 1
    let ring = Waiting(
      number: count, user: user, link: link, expires: now.advanced(by: Self.period))
    waiting.append(ring)
    return isQuiet ? .wait(ring) : .show(ring)
  }

  /// Removes a ring after its answer or its end.
  mutating func remove(_ number: UInt64) -> Waiting? {
    let index = waiting.firstIndex { $0.number == number }
    return index.map { waiting.remove(at: $0) }
  }

  /// Removes the ring of a link that has closed.
  mutating func remove(over link: LinkID) -> Waiting? {
    waiting.first { $0.link == link }.flatMap { remove($0.number) }
  }
}
