import EaselBase
import GroupBase

extension Router {
  /// This member's path to the root, which starts with its upstream. Empty at the root.
  public var path: [MemberID] {
    for link in links.values {
      guard link.isDialled, case .up(let member, let path) = link.state else { continue }
      return [member] + path
    }
    return []
  }

  /// The members to which this member has a link that is ready for use, ascending.
  public var neighbours: [MemberID] {
    links.values.compactMap(\.neighbour).sorted()
  }

  /// Returns the neighbour that leads to a member; nil if no way is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    routes[member].flatMap { links[$0]?.neighbour }
  }

  /// Handles a new connection, which this side or the other made.
  ///
  /// - Parameter rank: returns the rank of a link's neighbour.
  public mutating func opened(
    _ id: LinkID, isDialled: Bool, rank: (LinkID) -> AdmissionRule.Rank = { _ in .drawer },
    at now: Uptime
  ) -> [Action] {
    var actions: [Action] = []
    let newcomer = isDialled ? .own : rank(id)
    let rule = AdmissionRule.links
    if !rule.isOpen(
      to: newcomer, taken: links.count, watchers: links.keys.count { rank($0) == .watcher })
    {
      // This member needs the links that it dialled itself, so none of them gives way.
      let occupants = links.filter { !$0.value.isDialled }.keys.map {
        AdmissionRule.Occupant($0, rank($0), by: 0, order: $0.raw)
      }
      guard let replaced = rule.occupantToReplace(by: newcomer, from: 0, among: occupants) else {
        return [.transmit(.refused(.full), over: id), .close(id, .full)]
      }
      actions = refuse(replaced, .full, at: now)
    }
    links[id] = Link(isDialled: isDialled, greetingWith: path, at: now)
    links.sort { $0.key < $1.key }
    return actions + [.transmit(.hello(me, path: path), over: id)]
  }

  /// Handles a connection that is lost or could not be made; ignores an unknown link.
  public mutating func closed(_ id: LinkID, at now: Uptime) -> [Action] {
    closed(id, nil, at: now)
  }

  private mutating func closed(
    _ id: LinkID, _ reason: LinkRefusal?, at now: Uptime
  ) -> [Action] {
    let before = path
    guard let link = links.removeValue(forKey: id) else { return [] }
    routes = routes.filter { $0.value != id }
    var actions = sendPath(unless: before, at: now)
    if link.isDialled { actions.append(.lostUpstream(id, reason)) }
    return actions
  }

  /// Handles a message that arrived over a link; ignores an unknown link.
  ///
  /// - Parameters:
  ///   - isRoute: whether the link becomes the route to the origin of an envelope.
  ///   - isLossy: whether the message came as a datagram.
  ///   - mode: how an envelope was sent; it is passed on in the same way.
  public mutating func received(
    _ message: LinkMessage, over id: LinkID, isRoute: Bool = true, isLossy: Bool = false,
    _ mode: DeliveryMode = .reliable, at now: Uptime
  ) -> [Action] {
    guard let index = links.index(forKey: id) else { return [] }
    let link = links.values[index]
    // Datagrams say nothing about the stream.
    if !isLossy { links.values[index].lastHeard = now }
    switch (message, link.state) {
    case (.hello(let member, let path), .greeting(let stated)):
      return greeted(by: member, path: path, over: id, having: stated, at: now)
    case (.path(let path), .up(let member, _)) where link.isDialled:
      return changed(path, of: member, over: id, at: now)
    case (.envelope(var envelope), .up):
      envelope.mode = mode
      return receive(envelope, over: id, isRoute: isRoute, at: now)
    case (.refused(let reason), _): return close(id, reason, at: now)
    case (.ping(let number), .up):
      links[id]?.lastSent = now
      return [.transmit(.pong(number), over: id)]
    case (.pong(link.pings), .up):
      links[id]?.roundTrip = now.since(link.pingedAt)
      return []
    case (.alive, _), (.hello, .up), (.path, _), (.envelope, .greeting), (.ping, .greeting),
      (.pong, _), (.datagrams, _):
      return []
    }
  }

  /// The longest round trip to a neighbour, milliseconds; nil if none was measured.
  public var roundTrip: Int64? {
    links.values.lazy.compactMap(\.roundTrip).max()
  }

  /// When `woke` is due; nil without links.
  public var deadline: Uptime? { links.values.lazy.map(\.deadline).min() }

  /// Closes silent links, and sends the pings and signs of life that are due by now.
  public mutating func woke(at now: Uptime) -> [Action] {
    var actions: [Action] = []
    for id in links.keys {
      guard let link = links[id] else { continue }
      let patience = link.isUp ? Self.silenceMax : Self.greetingMax
      if now.since(link.lastHeard) >= patience {
        actions += close(id, nil, at: now)
      } else if link.isUp, now >= link.pingDue {
        let number = link.pings + 1
        links[id]?.asked(number, at: now)
        actions.append(.transmit(.ping(number), over: id))
      } else if link.isUp, now.since(link.lastSent) >= Self.aliveEvery {
        links[id]?.lastSent = now
        actions.append(.transmit(.alive, over: id))
      }
    }
    return actions
  }

  // MARK: Greeting

  private mutating func greeted(
    by member: MemberID, path theirs: [MemberID], over id: LinkID, having stated: [MemberID],
    at now: Uptime
  ) -> [Action] {
    guard let link = links[id] else { return [] }
    if member == me { return refuse(id, .oneself, at: now) }
    guard theirs.count <= Self.pathMax else { return refuse(id, .ownSubtree, at: now) }
    var actions: [Action] = []
    if let other = links.first(where: { $1.neighbour == member && $0 != id })?.key {
      let surplus = surplus(id, other, with: member)
      if surplus == id { return refuse(id, .double, at: now) }
      if let surplus { actions += refuse(surplus, .double, at: now) }
    } else if link.isDialled ? theirs.contains(me) : path.contains(member) {
      return refuse(id, .ownSubtree, at: now)
    }
    let before = path
    links[id]?.state = .up(member, path: theirs)
    routes[member] = id
    actions.append(.linked(member, id))
    // The own greeting stated the path of the time when the connection was made. Since then this
    // member may have got another upstream, or become the root.
    if !link.isDialled, path != stated {
      actions.append(.transmit(.path(path), over: id))
    }
    return actions + sendPath(unless: before, at: now)
  }

  /// Returns which of two links between two members has to close. If the members dialled each
  /// other, both sides close the link that the larger member dialled. If one member dialled twice,
  /// its first link must be dead. Only that member closes it, since the other side may learn of the
  /// two links in another order.
  private func surplus(_ id: LinkID, _ other: LinkID, with member: MemberID) -> LinkID? {
    guard let link = links[id], let kept = links[other] else { return nil }
    guard link.isDialled == kept.isDialled else {
      return link.isDialled == (me < member) ? other : id
    }
    return link.isDialled ? min(id, other) : nil
  }

  private mutating func refuse(_ id: LinkID, _ reason: LinkRefusal, at now: Uptime) -> [Action] {
    [.transmit(.refused(reason), over: id)] + close(id, reason, at: now)
  }

  private mutating func close(_ id: LinkID, _ reason: LinkRefusal?, at now: Uptime) -> [Action] {
    [.close(id, reason)] + closed(id, reason, at: now)
  }

  // MARK: Paths

  /// Handles a new path of the upstream. If a ring closed unnoticed, this member's own ID appears
  /// in the path. Only the largest member of the ring leaves its upstream: if all members left, all
  /// links of the ring would be lost.
  private mutating func changed(
    _ path: [MemberID], of member: MemberID, over id: LinkID, at now: Uptime
  ) -> [Action] {
    let before = self.path
    guard path.count <= Self.pathMax else { return refuse(id, .ownSubtree, at: now) }
    guard let index = path.firstIndex(of: me) else {
      links[id]?.state = .up(member, path: path)
      return sendPath(unless: before, at: now)
    }
    let ring = [member] + path[..<index]
    if ring.allSatisfy({ $0 < me }) { return refuse(id, .ownSubtree, at: now) }
    links[id]?.state = .up(member, path: Array(path[...index]))
    return sendPath(unless: before, at: now)
  }

  private mutating func sendPath(unless before: [MemberID], at now: Uptime) -> [Action] {
    guard path != before else { return [] }
    let path = path
    let below = links.filter { $1.isUp && !$1.isDialled }.keys
    return below.map { id in
      links[id]?.lastSent = now
      return .transmit(.path(path), over: id)
    }
  }
}
