import EaselBase

extension Router {
  /// This member's way to the root: its upstream first. Empty at the root.
  public var path: [MemberID] {
    for index in links.indices {
      let link = links[index: index]
      guard link.isDialled, case .up(let member, let path) = link.state else { continue }
      return [member] + path
    }
    return []
  }

  public var neighbours: [MemberID] {
    links.indices.compactMap { links[index: $0].neighbour }.sorted()
  }

  /// By which neighbour a member is reached, as far as is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    routes[member].flatMap { links[$0]?.neighbour }
  }

  /// A connection was made, by this side or by the other.
  public mutating func opened(_ id: LinkID, isDialled: Bool, at now: Uptime) -> [Action] {
    guard links.count < Self.linksMax else {
      return [.transmit(.refused(.full), over: id), .close(id, .full)]
    }
    links[id] = Link(isDialled: isDialled, at: now)
    return [.transmit(.hello(me, path: path), over: id)]
  }

  /// A connection is gone, or could not be made.
  public mutating func closed(_ id: LinkID, at now: Uptime) -> [Action] {
    closed(id, nil, at: now)
  }

  private mutating func closed(
    _ id: LinkID, _ reason: LinkRefusal?, at now: Uptime
  ) -> [Action] {
    let before = path
    guard let link = links.remove(id) else { return [] }
    routes = routes.filter { $0.value != id }
    var actions = tellPath(unless: before, at: now)
    if link.isDialled { actions.append(.lostUpstream(id, reason)) }
    return actions
  }

  /// - Parameter isWay: whether who sent an envelope is reached by where it comes from.
  public mutating func received(
    _ message: LinkMessage, over id: LinkID, isWay: Bool = true, at now: Uptime
  ) -> [Action] {
    guard let index = links.index(of: id) else { return [] }
    let link = links[index: index]
    links[index: index].lastHeard = now
    switch (message, link.state) {
    case (.hello(let member, let path), .greeting):
      return greeted(by: member, path: path, over: id, at: now)
    case (.path(let path), .up(let member, _)) where link.isDialled:
      return changed(path, of: member, over: id, at: now)
    case (.envelope(let envelope), .up):
      return receive(envelope, over: id, isWay: isWay, at: now)
    case (.refused(let reason), _): return close(id, reason, at: now)
    case (.ping(let number), .up):
      links[id]?.lastSent = now
      return [.transmit(.pong(number), over: id)]
    case (.pong(link.pings), .up):
      links[id]?.roundTrip = now.since(link.pingedAt)
      return []
    case (.alive, _), (.hello, .up), (.path, _), (.envelope, .greeting), (.ping, .greeting),
      (.pong, _):
      return []
    }
  }

  /// Milliseconds to the neighbour that is the farthest and back; nil where none was measured.
  public var roundTrip: Int64? {
    links.indices.lazy.compactMap { links[index: $0].roundTrip }.max()
  }

  /// When `woke` is due; nil without links.
  public var deadline: Uptime? { links.indices.lazy.map { links[index: $0].deadline }.min() }

  public mutating func woke(at now: Uptime) -> [Action] {
    var actions: [Action] = []
    for id in links.links {
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
    by member: MemberID, path theirs: [MemberID], over id: LinkID, at now: Uptime
  ) -> [Action] {
    guard let link = links[id] else { return [] }
    if member == me { return refuse(id, .oneself, at: now) }
    guard theirs.count <= Self.pathMax else { return refuse(id, .ownSubtree, at: now) }
    var actions: [Action] = []
    if let other = links.filter({ $1.neighbour == member && $0 != id }).first {
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
    // The greeting told the path as it was when the connection was made.
    if !link.isDialled, !path.isEmpty {
      actions.append(.transmit(.path(path), over: id))
    }
    return actions + tellPath(unless: before, at: now)
  }

  /// Which of two links between two members goes: where they dialled each other, the one that the
  /// larger member dialled, on both sides. Where one dialled twice its first must be dead, and it
  /// alone says so, since the two may come to be known in another order at the other side.
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

  /// A ring that closed unseen shows as one's own name in the path. Of its members the largest
  /// leaves its upstream; were it all of them, nobody would be linked.
  private mutating func changed(
    _ path: [MemberID], of member: MemberID, over id: LinkID, at now: Uptime
  ) -> [Action] {
    let before = self.path
    guard path.count <= Self.pathMax else { return refuse(id, .ownSubtree, at: now) }
    guard let place = path.firstIndex(of: me) else {
      links[id]?.state = .up(member, path: path)
      return tellPath(unless: before, at: now)
    }
    let ring = [member] + path[..<place]
    if ring.allSatisfy({ $0 < me }) { return refuse(id, .ownSubtree, at: now) }
    links[id]?.state = .up(member, path: Array(path[...place]))
    return tellPath(unless: before, at: now)
  }

  private mutating func tellPath(unless before: [MemberID], at now: Uptime) -> [Action] {
    guard path != before else { return [] }
    let told = path
    let below = links.filter { $1.isUp && !$1.isDialled }
    return below.map { id in
      links[id]?.lastSent = now
      return .transmit(.path(told), over: id)
    }
  }
}
