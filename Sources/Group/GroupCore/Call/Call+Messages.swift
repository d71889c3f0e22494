import EaselBase

// Messages in sessions.
extension Call {
  /// Sends a message to participants of a session. A message that is sent while the session is
  /// being joined waits until the session is joined.
  ///
  /// The first message is sent at once. Messages that follow within the same millisecond are sent
  /// together, at the deadline, which is in that millisecond.
  ///
  /// - Parameter name: the kind of message, in at most `SessionMessage.nameBytesMax` bytes.
  public mutating func send(
    _ bytes: [UInt8], named name: String, in session: SessionID, to recipients: Recipients,
    _ mode: DeliveryMode, at now: Uptime
  ) throws(SendRefusal) -> [Action] {
    guard bytes.count <= Self.messageBytesMax else {
      throw .tooLarge(bytes: bytes.count, limit: Self.messageBytesMax)
    }
    guard name.utf8.count <= SessionMessage.nameBytesMax else {
      throw .tooLarge(bytes: name.utf8.count, limit: SessionMessage.nameBytesMax)
    }
    let unsent = LocalSession.Unsent(name: name, bytes: bytes, to: recipients, mode: mode)
    switch seats[session]?.state {
    case nil, .waiting: throw .notJoined
    case .joining(var joining):
      guard joining.unsent.reduce(0, { $0 + $1.bytes.count }) + bytes.count <= Outbox.lineBytesFull
      else {
        refused.insert(me)
        throw .noRoom
      }
      joining.unsent.append(unsent)
      seats[session]?.state = .joining(joining)
      isStale = true
    case .joined:
      if mode == .reliable {
        guard hasRoom(for: readers(of: unsent, in: session)) else { throw .noRoom }
      }
      dispatch(unsent, in: session, at: now)
    }
    defer { saidAt = now }
    return finish(at: now, isAmidMore: saidAt == now)
  }

  /// Returns whether a message for these readers is accepted. If not, `Action.hasRoom` reports when
  /// to try again.
  public mutating func hasRoom(for readers: Set<MemberID>) -> Bool {
    if outbox.hasRoom(for: readers) { return true }
    refused.formUnion(readers)
    return false
  }

  /// Drops the queue of a member that has not acknowledged it. The member recovers, or learns that
  /// it missed something.
  public mutating func cutOff(_ member: MemberID, at now: Uptime) -> [Action] {
    outbox.forget(member)
    actions.append(.undelivered(to: member))
    return finish(at: now)
  }

  private func readers(of unsent: LocalSession.Unsent, in session: SessionID) -> Set<MemberID> {
    let others = Set(participants(of: session).filter { $0.member != me })
    switch unsent.to {
    case .all: return Set(others.map(\.member))
    case .only(let chosen): return Set(others.intersection(chosen).map(\.member))
    }
  }

  /// Sends the messages that wait until the session is joined, so that a member that leaves earlier
  /// still sends all of them.
  mutating func sayUnsent(in session: SessionID, at now: Uptime) {
    guard case .joining(var joining) = seats[session]?.state else { return }
    let unsent = joining.unsent
    joining.unsent = []
    seats[session]?.state = .joining(joining)
    for unsent in unsent { dispatch(unsent, in: session, at: now) }
  }

  mutating func dispatch(_ unsent: LocalSession.Unsent, in session: SessionID, at now: Uptime) {
    guard let me = seats[session]?.participant else { return }
    let message = SeatMessage(join: me.join, name: unsent.name, bytes: unsent.bytes)
    if unsent.mode == .unreliable, unsent.to == .all {
      // Most messages are of this kind, so the envelope names no readers.
      if !roster.index.present(in: session).isEmpty { pass(message, to: .everyone, at: now) }
      return
    }
    let readers = readers(of: unsent, in: session)
    if unsent.mode == .reliable, unsent.to == .all {
      seats[session]?.early?.keep(message, sentTo: readers, at: now)
    }
    guard !readers.isEmpty else { return }
    switch unsent.mode {
    case .reliable: send(readers, .message(message), at: now)
    case .unreliable: pass(message, to: .only(readers.sorted()), at: now)
    }
  }

  /// - Parameter said: the messages of one of the origin's participants.
  mutating func receive(_ said: [SeatMessage], from origin: MemberID, _ mode: DeliveryMode) {
    guard let join = said.first?.join else { return }
    // A message counts only if its sender is in the session. The sender announces its join before,
    // in order.
    let joins = roster.members[origin]?.announcement?.joins ?? []
    guard let session = joins.first(where: { $0.number == join })?.session else { return }
    let sender = ParticipantID(origin, join: join)
    let messages = said.map {
      SessionMessage(session: session, join: join, name: $0.name, bytes: $0.bytes)
    }
    switch seats[session]?.state {
    case nil, .waiting: break
    case .joining(var joining):
      for message in messages {
        joining.unread.append(.init(message: message, sender: sender, mode: mode))
        joining.unreadBytes += message.bytes.count
      }
      // Nothing is dropped: a member with this much to read counts as joined.
      if joining.unread.count >= Inbox.waitingMax || joining.unreadBytes >= Self.unreadBytesMax {
        joining.until = Uptime(milliseconds: .min)
        isStale = true
      }
      seats[session]?.state = .joining(joining)
    case .joined:
      // The sender is reported as a participant before its message, even if both arrive at once.
      if isStale { showParticipants() }
      actions.append(.deliver(messages, from: sender, mode))
    }
  }
}
