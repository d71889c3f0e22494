import EaselBase

/// Carries envelopes among the members of a call, whoever is linked to whom.
///
/// Links form a tree: a member dials one upstream, and any number dial it. A member of two
/// transports has an upstream in each and so bridges them. Each member passes on what it sees for
/// the first time and drops the rest, so that a ring, should one close, costs bytes but neither
/// storm nor doubles. It promises no delivery: what must arrive is sent again by `Outbox`.
public struct Router: Sendable {
  public let me: MemberID
  var links = LinkTable<Link>()
  /// By which link a member's envelopes last came first.
  var routes: [MemberID: LinkID] = [:]
  var seen: [MemberID: SeenNumbers] = [:]
  /// The origins in `seen`, the longest known first.
  var origins: [MemberID] = []
  private var numbers = EnvelopeNumbers()

  public static let linksMax = 512
  /// As many origins are told apart; the longest known is forgotten for another.
  public static let originsMax = 1_024
  /// A path longer than this is no path of a tree this size.
  public static let pathMax = 256
  /// A link on which nothing was sent for this long says that it lives, milliseconds.
  public static let aliveEvery: Int64 = 2_000
  /// A link on which nothing was heard for this long is closed, milliseconds.
  public static let silenceMax: Int64 = 8_000
  /// How long the way is to a neighbour is measured this often, milliseconds.
  public static let pingEvery: Int64 = 5_000
  /// Who was not greeted for this long gives up, milliseconds.
  public static let greetingMax: Int64 = 5_000

  public init(me: MemberID) { self.me = me }

  /// What the shell has to do, in this order.
  public enum Action: Hashable, Sendable {
    case transmit(LinkMessage, over: LinkID)
    /// The reason is nil where the other side fell silent.
    case close(LinkID, LinkRefusal?)
    /// An envelope for this member.
    case deliver(Envelope)
    /// A neighbour can be reached.
    case linked(MemberID, LinkID)
    /// What this side dialled is gone or could not be had; the reason is nil where it fell silent or
    /// broke.
    case lostUpstream(LinkID, LinkRefusal?)
  }

  /// Sends bytes to members, each once.
  ///
  /// - Parameter isProved: whether nobody is to believe it from others: its number is one that is signed.
  public mutating func send(
    _ body: [UInt8], to destination: Destination, isProved: Bool = false, at now: Uptime
  ) -> [Action] {
    if case .only(let members) = destination, members.allSatisfy({ $0 == me }) { return [] }
    let number = numbers.next(isSigned: isProved)
    let envelope = Envelope(origin: me, number: number, to: destination, body: body)
    return forward(envelope, from: nil, at: now)
  }

  mutating func receive(
    _ envelope: Envelope, over link: LinkID, isWay: Bool, at now: Uptime
  ) -> [Action] {
    guard envelope.origin != me, isFirst(envelope) else { return [] }
    if isWay { routes[envelope.origin] = link }
    // Those further on wait for it longer.
    var actions = forward(envelope, from: link, at: now)
    if envelope.to.includes(me) { actions.append(.deliver(envelope)) }
    return actions
  }

  private mutating func isFirst(_ envelope: Envelope) -> Bool {
    if seen[envelope.origin] == nil {
      if seen.count >= Self.originsMax, let oldest = origins.first { forget(oldest) }
      origins.append(envelope.origin)
    }
    let isFirst = seen[envelope.origin, default: SeenNumbers()].insert(envelope.number)
    // A seal opens each once, and is not misled by numbers that others make up.
    return isFirst || envelope.sealed != nil
  }

  /// Never one that may still be on its way: its farewell, seen for the first time again at each
  /// member of a ring, would go round for ever.
  mutating func forget(_ member: MemberID) {
    seen[member] = nil
    routes[member] = nil
    origins.removeAll { $0 == member }
  }

  private mutating func forward(
    _ envelope: Envelope, from arrival: LinkID?, at now: Uptime
  ) -> [Action] {
    let message = LinkMessage.envelope(envelope)
    let targets = targets(of: envelope.to, from: arrival)
    var actions: [Action] = []
    actions.reserveCapacity(targets?.count ?? links.count)
    for index in links.indices {
      let link = links.links[index]
      guard targets.map({ $0.contains(link) }) ?? (links[index: index].isUp && link != arrival)
      else { continue }
      links[index: index].lastSent = now
      actions.append(.transmit(message, over: link))
    }
    return actions
  }

  /// Along learned routes where all are known, else nil: over every other link.
  private func targets(of destination: Destination, from arrival: LinkID?) -> Set<LinkID>? {
    guard case .only(let members) = destination else { return nil }
    var chosen: Set<LinkID> = []
    for member in members where member != me {
      guard let route = routes[member] else { return nil }
      // Back to where it came from leads nowhere new.
      if route != arrival { chosen.insert(route) }
    }
    return chosen
  }
}
