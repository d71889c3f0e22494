import EaselBase
import GroupBase

// Messages that arrive over links, and messages that this member sends.
extension Call {
  mutating func perform(_ routing: [Router.Action], at now: Uptime) {
    actions.reserveCapacity(actions.count + routing.count)
    for action in routing {
      switch action {
      case .transmit(let message, let link): actions.append(.transmit(message, over: link))
      case .close(let link, let reason): actions.append(.close(link, reason))
      case .lostUpstream(let link, let reason): actions.append(.lostUpstream(link, reason))
      case .deliver(let envelope): receive(envelope, at: now)
      case .linked(let member, let link):
        actions.append(.linked(member, link))
        // The members beyond the link learn at once that this member is here.
        queue(.beat(version: version), to: .everyone, at: now)
      }
    }
  }

  /// Adds a message to the current batch. The batch is sent at the end of the event, with all
  /// messages enqueued meanwhile for the same members.
  mutating func queue(_ message: CallMessage, to destination: EnvelopeDestination, at now: Uptime) {
    if let full = delivery.enqueue(message, to: destination, at: now) { transmit([full], at: now) }
  }

  mutating func sendBatch(at now: Uptime) {
    if let batch = delivery.removeBatch() { transmit([batch], at: now) }
  }

  mutating func transmit(_ bodies: [MessageDelivery.Outgoing], at now: Uptime) {
    for outgoing in bodies {
      let routing = router.send(
        outgoing.body, to: outgoing.to, outgoing.mode, isProved: outgoing.isProved || isWatcher,
        at: now)
      for action in routing {
        if case .transmit(let message, let link) = action {
          actions.append(.transmit(message, over: link))
        }
      }
    }
  }

  private mutating func receive(_ envelope: Envelope, at now: Uptime) {
    let origin = envelope.origin
    var isHeard = false
    // An envelope may contain many unreliable messages. The unreliable messages of one participant
    // are handled together.
    var unreliable: [ParticipantMessage] = []
    for message in incoming.messages ?? delivery.decode(envelope.body)
    where envelope.isProved || !message.needsProof(ofWatcher: incoming.isFromWatcher) {
      if case .passing(let part) = message, isHeard, part.join == unreliable.last?.join ?? part.join
      {
        unreliable.append(part)
        continue
      }
      receive(unreliable, from: origin, .unreliable)
      unreliable = []
      if case .farewell = message {
        isHeard = false
        departed(origin)
        continue
      }
      if !isHeard {
        if roster.heard(origin, incoming.rank, at: now) {
          greet(origin, at: now)
        }
        isHeard = roster.members[origin] != nil
      }
      if isHeard { receive(message, from: origin, at: now) }
    }
    receive(unreliable, from: origin, .unreliable)
  }

  private mutating func receive(_ message: CallMessage, from origin: MemberID, at now: Uptime) {
    switch message {
    case .beat(let version):
      if roster.asks(origin, for: version, at: now) { queue(.ask, to: .only([origin]), at: now) }
    case .ask:
      // A member that acknowledges nothing and asks repeatedly must not fill its queue.
      if delivery.hasRoom(for: [origin]) { send([origin], .announcement(own), at: now) }
    case .item(let item): receive(item, from: origin, at: now)
    case .acknowledgement(let acknowledgement):
      delivery.acknowledged(acknowledgement, by: origin, at: now)
      if sessions.local.isAnyJoining { isStale = true }
    case .unknownStream:
      if delivery.isUnknown(to: origin) { actions.append(.undelivered(to: origin)) }
    case .passing(let message): receive([message], from: origin, .unreliable)
    case .piece(let piece):
      let message = delivery.join(piece, from: origin, isWatcher: incoming.isFromWatcher)
      if let message { receive([message], from: origin, .unreliable) }
    case .farewell: break
    }
  }

  /// Sends this member's announcement to a new member, and asks for the new member's announcement.
  private mutating func greet(_ member: MemberID, at now: Uptime) {
    send([member], .announcement(own), at: now)
    if let announcement = roster.members[member]?.announcement {
      for record in announcement.sessions {
        actions += sessions.merge(record, from: member, roster.index)
      }
      isStale = true
      actions.append(.membersChanged)
    }
    if roster.asks(member, for: .max, at: now) { queue(.ask, to: .only([member]), at: now) }
  }

  private mutating func receive(_ item: StreamItem, from origin: MemberID, at now: Uptime) {
    let received = delivery.receive(
      item, from: origin, isWatcher: incoming.isFromWatcher,
      isPresent: { [roster] in roster.members[$0] != nil }, at: now)
    transmit(received.replies, at: now)
    for payload in received.payloads {
      switch payload {
      case .announcement(let announcement): receive(announcement, of: origin)
      case .message(let message): receive([message], from: origin, .reliable)
      case .earlierMessage(let message, let age):
        guard isReader(of: message, sentBefore: age, by: origin, at: now) else { break }
        receive([message], from: origin, .reliable)
      }
    }
  }

  private mutating func receive(_ announcement: Announcement, of member: MemberID) {
    guard let announcement = incoming.permitted(announcement),
      roster.receive(announcement, of: member)
    else { return }
    for record in announcement.sessions {
      actions += sessions.merge(record, from: member, roster.index)
    }
    isStale = true
    actions.append(.membersChanged)
  }

  /// Sends a reliable payload and keeps it until it is acknowledged.
  mutating func send(_ readers: Set<MemberID>, _ payload: ReliablePayload, at now: Uptime) {
    transmit(delivery.send(payload, to: readers, at: now), at: now)
  }

  /// Announces to all members a change in this member's own announcement.
  ///
  /// - Returns: the number of the last piece that contains the announcement.
  @discardableResult
  mutating func announce(at now: Uptime) -> UInt64 {
    version += 1
    sessions.updateListed()
    isStale = true
    send(Set(roster.members.keys), .announcement(own), at: now)
    return delivery.lastPiece
  }

  mutating func departed(_ member: MemberID) {
    let wasHere = roster.members[member] != nil
    roster.departed(member)
    delivery.removeInbox(of: member)
    if wasHere { gone(member) }
  }

  /// Drops the queue of a member that is gone.
  mutating func gone(_ member: MemberID) {
    if delivery.forget(member) { actions.append(.undelivered(to: member)) }
    isStale = true
    actions.append(.membersChanged)
  }
}
