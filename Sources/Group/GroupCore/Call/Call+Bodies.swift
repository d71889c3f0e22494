import EaselBase

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
        post(.beat(version: own.version), to: .everyone, at: now)
      }
    }
  }

  /// Adds a message to the current batch. The batch is sent at the end of the event, with all
  /// messages posted meanwhile for the same members.
  mutating func post(_ message: CallMessage, to destination: Destination, at now: Uptime) {
    let bytes = coding.encode(message)
    if batch?.append(message, bytes, to: destination) == true { return }
    sendSheaf(at: now)
    batch = MessageBatch(message, bytes, to: destination, at: now)
  }

  mutating func sendSheaf(at now: Uptime) {
    guard let batch else { return }
    self.batch = nil
    let routing = router.send(
      batch.body(coding), to: batch.to, isProved: batch.needsProof, at: now)
    for action in routing {
      if case .transmit(let message, let link) = action {
        actions.append(.transmit(message, over: link))
      }
    }
  }

  private mutating func receive(_ envelope: Envelope, at now: Uptime) {
    let origin = envelope.origin
    var isHeard = false
    // An envelope may contain many unreliable messages: those of one participant are handled
    // together.
    var passing: [SeatMessage] = []
    for message in readMessages ?? coding.decode(envelope.body)
    where envelope.isProved || !message.needsProof {
      if case .passing(let said) = message, isHeard, said.join == passing.last?.join ?? said.join {
        passing.append(said)
        continue
      }
      receive(passing, from: origin, .unreliable)
      passing = []
      if case .farewell = message {
        isHeard = false
        departed(origin)
        continue
      }
      if !isHeard {
        if roster.heard(origin, isWatcher: isFromWatcher, at: now) { greet(origin, at: now) }
        isHeard = roster.members[origin] != nil
      }
      if isHeard { receive(message, from: origin, at: now) }
    }
    receive(passing, from: origin, .unreliable)
  }

  private mutating func receive(_ message: CallMessage, from origin: MemberID, at now: Uptime) {
    switch message {
    case .beat(let version):
      if roster.asks(origin, for: version, at: now) { post(.ask, to: .only([origin]), at: now) }
    case .ask:
      // A member that acknowledges nothing and asks repeatedly must not fill its queue.
      if outbox.hasRoom(for: [origin]) { send([origin], .announcement(own), at: now) }
    case .item(let item): receive(item, from: origin, at: now)
    case .acknowledgement(let word):
      outbox.acknowledged(word, by: origin, at: now)
      if isAnyJoining { isStale = true }
    case .unknownStream:
      if outbox.isUnknown(to: origin) { actions.append(.undelivered(to: origin)) }
    case .passing(let message): receive([message], from: origin, .unreliable)
    case .piece(let piece): receive(piece, from: origin)
    case .farewell: break
    }
  }

  /// Sends this member's announcement to a new member, and asks for the other's.
  private mutating func greet(_ member: MemberID, at now: Uptime) {
    send([member], .announcement(own), at: now)
    if let announcement = roster.members[member]?.announcement {
      for record in announcement.sessions { learn(record, from: member) }
      isStale = true
      actions.append(.membersChanged)
    }
    if roster.asks(member, for: .max, at: now) { post(.ask, to: .only([member]), at: now) }
  }

  private mutating func receive(_ item: StreamItem, from origin: MemberID, at now: Uptime) {
    let taken = inboxes.receive(
      item, from: origin, isWatcher: isFromWatcher, as: me,
      isPresent: { [roster] in roster.members[$0] != nil }, at: now)
    guard let taken else { return }
    if taken.isUnknown { post(.unknownStream, to: .only([origin]), at: now) }
    if taken.isAddressed {
      acknowledgements.owe(origin, isUrgent: taken.isUrgent, at: now)
      acknowledge(at: now, isDue: taken.isUrgent)
    }
    for content in taken.contents {
      guard let parcel = coding.decodePayload(content) else { continue }
      switch parcel {
      case .announcement(let announcement): receive(announcement, of: origin)
      case .message(let message): receive([message], from: origin, .reliable)
      case .earlierMessage(let message, let age):
        guard isReader(of: message, sentBefore: age, by: origin, at: now) else { break }
        receive([message], from: origin, .reliable)
      }
    }
  }

  mutating func acknowledge(at now: Uptime, isDue: Bool) {
    guard isDue else { return }
    for sender in acknowledgements.removeAll() {
      guard let word = inboxes[sender]?.acknowledgement else { continue }
      post(.acknowledgement(word), to: .only([sender]), at: now)
    }
  }

  private mutating func receive(_ announcement: Announcement, of member: MemberID) {
    var announcement = announcement
    if let givenName, announcement.seat.name != givenName {
      isMisnamed = true
      return
    }
    // A watcher cannot admit a new member, so the other members never dial its addresses.
    if isFromWatcher { (announcement.sessions, announcement.seat.addresses) = ([], []) }
    guard roster.receive(announcement, of: member) else { return }
    for record in announcement.sessions { learn(record, from: member) }
    isStale = true
    actions.append(.membersChanged)
  }

  /// Sends a reliable payload and keeps it until it is acknowledged.
  ///
  /// - Returns: the number of its last piece.
  @discardableResult
  mutating func send(_ readers: Set<MemberID>, _ parcel: ReliablePayload, at now: Uptime) -> UInt64
  {
    guard !readers.isEmpty else { return outbox.last }
    let pieces = Piece.cut(coding.encodePayload(parcel))
    for (index, piece) in pieces.enumerated() {
      let item = outbox.send(
        Array(piece), isContinued: index < pieces.count - 1, to: readers, at: now)
      post(.item(item), to: item.to, at: now)
    }
    return outbox.last
  }

  /// Sends a message that is not sent again.
  mutating func pass(_ message: SeatMessage, to destination: Destination, at now: Uptime) {
    guard message.bytes.count > Piece.bytesMax else {
      return post(.passing(message), to: destination, at: now)
    }
    lastCut += 1
    let pieces = Piece.cut(coding.encodePayload(.message(message)))
    for (index, bytes) in pieces.enumerated() {
      let piece = Piece(message: lastCut, index: index, count: pieces.count, bytes: Array(bytes))
      post(.piece(piece), to: destination, at: now)
    }
  }

  private mutating func receive(_ piece: Piece, from origin: MemberID) {
    guard let bytes = inboxes.join(piece, from: origin, isWatcher: isFromWatcher),
      case .message(let message) = coding.decodePayload(bytes)
    else { return }
    receive([message], from: origin, .unreliable)
  }

  /// Announces to all members a change in this member's own announcement.
  @discardableResult
  mutating func announce(at now: Uptime) -> UInt64 {
    own.version += 1
    relist()
    isStale = true
    return send(Set(roster.members.keys), .announcement(own), at: now)
  }

  mutating func departed(_ member: MemberID) {
    let wasHere = roster.members[member] != nil
    roster.departed(member)
    inboxes.remove(member)
    if wasHere { gone(member) }
  }

  /// Drops the queue of a member that is gone. Its inbox stays, because the member may only be cut
  /// off.
  mutating func gone(_ member: MemberID) {
    if outbox.lacking(.max).contains(member) { actions.append(.undelivered(to: member)) }
    outbox.forget(member)
    acknowledgements.forget(member)
    inboxes.removePieces(of: member)
    isStale = true
    actions.append(.membersChanged)
  }

  /// Cuts off the members that acknowledge nothing, so that they do not use up the room of the
  /// others.
  mutating func cutOff() {
    while let member = outbox.overdue {
      outbox.forget(member)
      actions.append(.undelivered(to: member))
    }
  }
}
