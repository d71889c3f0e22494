import EaselBase
import GroupBase

/// A connection to a neighbour.
struct Link: Hashable, Sendable {
  /// Whether this side dialled: the neighbour is then upstream.
  let isDialled: Bool
  var state: State
  var lastHeard: Uptime
  var lastSent: Uptime
  /// The time of the last ping to the neighbour, and the number of pings.
  var pingedAt: Uptime
  var pings: UInt64 = 0
  /// The last round trip from ping to pong, milliseconds; nil before the first.
  var roundTrip: Int64?

  /// - Parameter path: the own path, as the own greeting states it.
  init(isDialled: Bool, greetingWith path: [MemberID], at now: Uptime) {
    self.isDialled = isDialled
    (state, lastHeard, lastSent, pingedAt) = (.greeting(stated: path), now, now, now)
  }

  enum State: Hashable, Sendable {
    /// No greeting has arrived yet; the own one stated this path to the root.
    case greeting(stated: [MemberID])
    /// The neighbour and, where it is upstream, its path to the root.
    case up(MemberID, path: [MemberID])
  }

  var isUp: Bool { if case .up = state { true } else { false } }

  var neighbour: MemberID? {
    if case .up(let member, _) = state { member } else { nil }
  }

  mutating func asked(_ number: UInt64, at now: Uptime) {
    (pings, pingedAt, lastSent) = (number, now, now)
  }

  /// The time of the next ping: soon after the link is made, later at longer intervals.
  var pingDue: Uptime {
    pingedAt.advanced(by: pings == 0 ? Router.aliveEvery : Router.pingEvery)
  }

  /// The time at which the next action is due: a sign of life, a ping, or closing the link.
  var deadline: Uptime {
    switch state {
    case .greeting: lastHeard.advanced(by: Router.greetingMax)
    case .up:
      min(
        lastHeard.advanced(by: Router.silenceMax), lastSent.advanced(by: Router.aliveEvery),
        pingDue)
    }
  }
}
