import EaselBase
import GroupBase
import OrderedCollections

/// Carries envelopes among the members of a call, in any arrangement of links.
///
/// Links form a tree: a member dials one upstream, and any number of members dial it. A member of
/// two transports has an upstream in each and so bridges them. Each member passes on an envelope
/// that it sees for the first time and drops its duplicates. So a ring, if one closes, costs bytes
/// but causes neither a storm nor duplicates. The router does not guarantee delivery: `Outbox`
/// resends messages that must arrive.
public struct Router: Sendable {
  /// The ID of this member.
  public let me: MemberID
  /// The links in the order of their IDs.
  var links: OrderedDictionary<LinkID, Link> = [:]
  /// The link over which each member's envelopes last arrived first.
  var routes: [MemberID: LinkID] = [:]
  /// The numbers of each origin; the origin known for longest comes first.
  var seen: OrderedDictionary<MemberID, SeenNumbers> = [:]

  var queues: [QueueLoad] {
    [
      QueueLoad("origins", seen.count, of: Self.originsMax),
      QueueLoad("links", links.count, of: Self.linksMax),
    ]
  }
  private var numbers = EnvelopeNumbers()

  /// The maximum number of links; see ``AdmissionRule/links``.
  public static let linksMax = AdmissionRule.links.capacity
  /// The most origins that the router remembers. The origin known for longest is forgotten for a
  /// new origin.
  public static let originsMax = 1_024
  /// A path longer than this is invalid, because a tree of this size has no such path.
  public static let pathMax = 256
  /// If nothing was sent over a link for this long, this member sends a sign of life, milliseconds.
  package static let aliveEvery: Int64 = 2_000
  /// A link on which nothing was heard for this long is closed, milliseconds.
  package static let silenceMax: Int64 = 8_000
  /// The round trip to each neighbour is measured this often, milliseconds.
  package static let pingEvery: Int64 = 5_000
  /// A link without a greeting for this long is closed, milliseconds.
  package static let greetingMax: Int64 = 5_000

  /// Creates the router of a member without links.
  public init(me: MemberID) { self.me = me }

  /// The actions that the caller has to perform, in this order.
  public enum Action: Hashable, Sendable {
    /// Send a message over a link.
    case transmit(LinkMessage, over: LinkID)
    /// Close a link. The reason is nil if the neighbour fell silent.
    case close(LinkID, LinkRefusal?)
    /// An envelope for this member.
    case deliver(Envelope)
    /// A neighbour can be reached.
    case linked(MemberID, LinkID)
    /// A link that this side dialled is lost or could not be made. The reason is nil if the link
    /// fell silent or broke.
    case lostUpstream(LinkID, LinkRefusal?)
  }

  /// Sends bytes to members, once to each.
  ///
  /// - Parameters:
  ///   - mode: whether a link may drop the envelope.
  ///   - isProved: whether receivers must be sure of the origin. The envelope then gets a number
  ///     that is signed.
  public mutating func send(
    _ body: [UInt8], to destination: EnvelopeDestination, _ mode: DeliveryMode = .reliable,
    isProved: Bool = false, at now: Uptime
  ) -> [Action] {
    if case .only(let members) = destination, members.allSatisfy({ $0 == me }) { return [] }
    let number = numbers.next(isSigned: isProved)
    let envelope = Envelope(origin: me, number: number, to: destination, body: body, mode: mode)
    return forward(envelope, from: nil, at: now)
  }

  mutating func receive(
    _ envelope: Envelope, over link: LinkID, isRoute: Bool, at now: Uptime
  ) -> [Action] {
    guard envelope.origin != me, isFirst(envelope) else { return [] }
    if isRoute { routes[envelope.origin] = link }
    // Forwarding comes first, because members further away wait longer.
    var actions = forward(envelope, from: link, at: now)
    if envelope.to.includes(me) { actions.append(.deliver(envelope)) }
    return actions
  }

  private mutating func isFirst(_ envelope: Envelope) -> Bool {
    if seen[envelope.origin] == nil, seen.count >= Self.originsMax,
      let oldest = seen.keys.first
    {
      forget(oldest)
    }
    let isFirst = seen[envelope.origin, default: SeenNumbers()].insert(envelope.number)
    // Invented numbers can make an envelope look seen. A call with a seal does not depend on this
    // check: the seal itself opens each envelope only once.
    return isFirst || envelope.sealed != nil
  }

  /// Forgets a member. This must not happen while an envelope of the member may still be on its
  /// way: in a ring, each member would see its farewell as new again, and the farewell would
  /// circulate for ever.
  mutating func forget(_ member: MemberID) {
    seen[member] = nil
    routes[member] = nil
  }

  private mutating func forward(
    _ envelope: Envelope, from arrival: LinkID?, at now: Uptime
  ) -> [Action] {
    let message = LinkMessage.envelope(envelope)
    let targets = targets(of: envelope.to, from: arrival)
    var actions: [Action] = []
    actions.reserveCapacity(targets?.count ?? links.count)
    for (index, link) in links.keys.enumerated() {
      guard targets.map({ $0.contains(link) }) ?? (links.values[index].isUp && link != arrival)
      else { continue }
      links.values[index].lastSent = now
      actions.append(.transmit(message, over: link))
    }
    return actions
  }

  /// Returns the links of the learned routes, if all routes are known. Otherwise returns nil: the
  /// envelope then goes over every other link.
  private func targets(of destination: EnvelopeDestination, from arrival: LinkID?) -> Set<LinkID>? {
    guard case .only(let members) = destination else { return nil }
    var chosen: Set<LinkID> = []
    for member in members where member != me {
      guard let route = routes[member] else { return nil }
      // The link over which the envelope came leads to no new member.
      if route != arrival { chosen.insert(route) }
    }
    return chosen
  }
}
