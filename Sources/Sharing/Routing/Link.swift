/// A connection to a neighbour.
struct Link: Hashable, Sendable {
  /// Whether this side dialled: the neighbour is then upstream.
  let isDialled: Bool
  var state: State
  var lastHeard: Uptime
  var lastSent: Uptime

  enum State: Hashable, Sendable {
    /// Nothing was heard yet.
    case greeting
    /// The neighbour and, where it is upstream, its path to the root.
    case up(MemberID, path: [MemberID])
  }

  var isUp: Bool { neighbour != nil }

  var neighbour: MemberID? {
    if case .up(let member, _) = state { member } else { nil }
  }

  /// When something is due: a sign of life, or giving up.
  var deadline: Uptime {
    switch state {
    case .greeting: lastHeard.advanced(by: Router.greetingMax)
    case .up:
      min(
        lastHeard.advanced(by: Router.silenceMax), lastSent.advanced(by: Router.aliveEvery))
    }
  }
}
