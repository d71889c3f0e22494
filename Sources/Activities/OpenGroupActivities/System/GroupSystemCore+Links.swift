import EaselBase
import GroupBase
import GroupCore
import GroupWire

// Traffic over links, in and out.
extension GroupSystemCore {
  mutating func handle(_ event: TransportEvent, from transport: Int, at now: Uptime) {
    switch event {
    case .listens(let addresses):
      guard var profile = call?.profile else { return }
      profile.addresses = links.listens(addresses, over: transport)
      handle(at: now) { $0.changeProfile(profile, at: now) }
    case .opened(let link, let isDialled):
      let link = links.link(.init(transport: transport, link: link))
      isTreeStale = true
      let ranks = links.ranks
      handle(at: now) { $0.opened(link, isDialled: isDialled, rank: ranks, at: now) }
    case .received(let bytes, let link):
      guard let link = links.known(.init(transport: transport, link: link)) else { return }
      received(bytes, over: link, at: now)
    case .receivedLossy(let bytes, let link):
      guard let link = links.known(.init(transport: transport, link: link)),
        let message = links.readLossy(bytes)
      else { return }
      received(message, over: link, isLossy: true, at: now)
    case .mediumChanged: publish(.wayChanged)
    case .closed(let link, let fault):
      let port = LinkMultiplexer.Port(transport: transport, link: link)
      guard let link = links.forget(port) else {
        // No caller asked for this link: the transport itself dialled it and failed. A link that was
        // closed here is no failure, also if the other side closed it at the same time.
        if let fault, !links.hasEnded(port) { publish(.transportFailed(fault)) }
        return
      }
      closed(link, fault, at: now)
    }
  }

  /// Handles bytes from a link. Closes the link if the bytes cannot be read or the greeting is
  /// false.
  private mutating func received(_ bytes: [UInt8], over link: LinkID, at now: Uptime) {
    do {
      guard let message = try links.read(bytes, from: link) else { return }
      if case .hello(let member, _) = message, !links.greets(member, over: link) {
        links.close(link)
        return closed(link, at: now)
      }
      if case .path = message { isTreeStale = true }
      if case .pong = message { isViewStale = true }
      received(message, over: link, at: now)
    } catch {
      links.close(link)
      closed(link, TransportFault(nil, error.cause), at: now)
    }
  }

  private mutating func received(
    _ message: LinkMessage, over link: LinkID, isLossy: Bool = false, at now: Uptime
  ) {
    let rank = links.rank(ofOriginOf: message)
    let isForwardedByWatcher = links.isForwardedByWatcher(message, over: link)
    let name = links.name(givenBehind: message)
    handle(at: now) {
      $0.received(
        message, over: link, by: rank, isForwardedByWatcher: isForwardedByWatcher,
        isLossy: isLossy, givenName: name, at: now)
    }
  }

  private mutating func closed(
    _ link: LinkID, _ fault: TransportFault? = nil, at now: Uptime
  ) {
    // A caller that asked for the link gets the fault as well as the fact that the link closed.
    if let fault { attempts.removeValue(forKey: link)?(fault) }
    handle(at: now) { $0.closed(link, at: now) }
    // The call ignores a link that never opened, so the loss is handled here.
    lostUpstream(link, nil, at: now)
  }

  /// Sends a message over a link. An envelope is lost if the neighbour has no room for it; the
  /// protocol repairs this loss. Marks the link as broken if a message that keeps the tree in order
  /// is lost, or if the neighbour does not read any more.
  mutating func transmit(_ message: LinkMessage, over link: LinkID, at now: Uptime) {
    switch links.send(message, over: link, at: now) {
    case .sent: return
    case .lost: if case .envelope = message { return }
    case .stuck: break
    }
    if broken.last != link { broken.append(link) }
  }

  mutating func rename(_ name: SafeText, at now: Uptime) {
    guard var profile = call?.profile else { return }
    profile.name = name
    handle(at: now) { $0.changeProfile(profile, at: now) }
    learnFacts()
  }

  // MARK: Upstreams

  mutating func linked(_ member: MemberID, _ link: LinkID, at now: Uptime) {
    isTreeStale = true
    attempts.removeValue(forKey: link)?(nil)
    publish(.linkCameUp)
    guard let transport = links.transport(of: link) else { return }
    redials[transport].linked(link, to: member, by: links.redialAddress(of: link), at: now)
  }

  mutating func lostUpstream(
    _ link: LinkID, _ reason: LinkRefusal?, at now: Uptime
  ) {
    isTreeStale = true
    attempts.removeValue(forKey: link)?(TransportFault(nil, reason.cause))
    guard let transport = links.transport(of: link) else { return }
    redials[transport].closed(link, reason, at: now, using: &chance)
  }

  /// Dials an address because a person asked for it.
  ///
  /// - Parameter done: called once with the outcome: nil if there is a link now.
  mutating func dial(
    _ address: String, at now: Uptime,
    _ done: @escaping @Sendable (TransportFault?) -> Void = { _ in }
  ) {
    guard call != nil, let transport = links.transport(reaching: address) else {
      return done(TransportFault(address, .malformed))
    }
    let link = links.dial(address, over: transport)
    attempts[link] = done
    redials[transport].dialled(link, at: now)
  }

  /// Must be called after each event. Closes the broken links, and looks for another upstream where
  /// one was lost.
  mutating func finishEvent(at now: Uptime) {
    while let link = broken.popLast() {
      links.close(link)
      closed(link, at: now)
    }
    while let link = links.linkToCut() {
      links.cut(link)
      closed(link, at: now)
    }
    if isTreeStale || redials.contains(where: { $0.deadline.map { $0 <= now } ?? false }) {
      isTreeStale = false
      learnFacts()
      for transport in redials.indices { redial(over: transport, at: now) }
      if let report = reach.follow(redials) { publish(.reach(report)) }
    }
    links.finishEvent()
  }

  private mutating func redial(over transport: Int, at now: Uptime) {
    guard let call else { return }
    let isReached = links.reaching(transport)
    let actions = redials[transport].update(call, reaching: isReached, at: now, using: &chance)
    for action in actions {
      switch action {
      case .dial(let address):
        redials[transport].dialled(
          links.dial(address, over: transport, isAnnounced: true), at: now)
      case .hangUp(let link):
        links.close(link)
        closed(link, at: now)
      }
    }
  }
}

extension WireError {
  fileprivate var cause: TransportFault.Cause {
    switch fault {
    case .version(let theirs): .version(theirs: theirs, ours: WireCoding.version)
    case .unreleasedVersion: .unreleasedVersion
    case .malformed, .missing, .outOfRange, .tooMany: .unreadable
    }
  }
}

extension LinkRefusal? {
  /// The reason why a dialled link was not made.
  fileprivate var cause: TransportFault.Cause {
    switch self {
    case nil: .unreachable
    case .full: .busy
    case .oneself, .ownSubtree, .double: self.map { .notAdmitted(.init($0)) } ?? .unreachable
    }
  }
}
