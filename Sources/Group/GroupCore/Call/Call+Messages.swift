import EaselBase
import GroupBase

// Messages in sessions.
extension Call {
  /// Sends a message to participants of a session. A message that is sent while the session is
  /// being joined waits until the session is joined.
  ///
  /// The first message is sent at once. Messages that follow within the same millisecond are sent
  /// together, at the deadline, which is in that millisecond.
  ///
  /// - Parameter name: the kind of message, in at most `SessionMessage.nameBytesMax` bytes.
  /// - Throws: the reason why the message is not accepted; nothing is sent then.
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
    switch sessions[session]?.state {
    case nil, .waiting: throw .notJoined
    case .joining:
      guard sessions.local.keepUnsent(unsent, in: session) else {
        delivery.refuseWhileJoining()
        throw .noRoom
      }
      isStale = true
    case .joined:
      if mode == .reliable {
        guard hasRoom(for: sessions.local.readers(of: unsent, in: session, roster.index)) else {
          throw .noRoom
        }
      }
      dispatch(unsent, in: session, at: now)
    }
    defer { saidAt = now }
    return finish(at: now, isAmidMore: saidAt == now)
  }

  /// Returns whether a message for these readers is accepted. If not, `Action.hasRoom` reports when
  /// to try again.
  public mutating func hasRoom(for readers: Set<MemberID>) -> Bool { delivery.admits(readers) }

  /// Drops the queue of a member that has not acknowledged it. The member recovers, or learns that
  /// it missed something.
  public mutating func cutOff(_ member: MemberID, at now: Uptime) -> [Action] {
    delivery.cutOff(member)
    actions.append(.undelivered(to: member))
    return finish(at: now)
  }

  /// Sends the messages that wait until the session is joined, so that a member that leaves earlier
  /// still sends all of them.
  mutating func sendUnsent(in session: SessionID, at now: Uptime) {
    for unsent in sessions.local.removeUnsent(in: session) {
      dispatch(unsent, in: session, at: now)
    }
  }

  mutating func dispatch(_ unsent: LocalSession.Unsent, in session: SessionID, at now: Uptime) {
    guard let me = sessions[session]?.participant else { return }
    let message = ParticipantMessage(join: me.join, name: unsent.name, bytes: unsent.bytes)
    if unsent.mode == .unreliable, unsent.to == .all {
      // Most messages are of this kind, so the envelope names no readers.
      if !roster.index.present(in: session).isEmpty {
        transmit(delivery.pass(message, to: .everyone, at: now), at: now)
      }
      return
    }
    let readers = sessions.local.readers(of: unsent, in: session, roster.index)
    if unsent.mode == .reliable, unsent.to == .all {
      sessions.local.keepEarly(message, in: session, sentTo: readers, at: now)
    }
    guard !readers.isEmpty else { return }
    switch unsent.mode {
    case .reliable: send(readers, .message(message), at: now)
    case .unreliable:
      transmit(delivery.pass(message, to: .only(readers.sorted()), at: now), at: now)
    }
  }

  /// - Parameter received: the messages of one of the origin's participants.
  mutating func receive(
    _ received: [ParticipantMessage], from origin: MemberID, _ mode: DeliveryMode
  ) {
    guard let join = received.first?.join else { return }
    let sender = ParticipantID(origin, join: join)
    // A message counts only if its sender is in the session. The sender's announcement of its join
    // arrives before its messages.
    guard let session = roster.session(of: sender) else { return }
    let messages = received.map {
      SessionMessage(session: session, join: join, name: $0.name, bytes: $0.bytes)
    }
    switch sessions[session]?.state {
    case nil, .waiting: break
    case .joining:
      if sessions.local.keepUnread(messages, from: sender, mode, in: session) { isStale = true }
    case .joined:
      // The sender is reported as a participant before its message, even if both arrive at once.
      if isStale { reportParticipants() }
      actions.append(.deliver(messages, from: sender, mode))
    }
  }

  /// Sends early messages to new participants, before any other message. An early message is one
  /// that this member sent to all before it knew of the new participants. Clocks of two machines
  /// cannot be compared, but each member knows which participants it knew when it joined, and how
  /// long ago it joined.
  mutating func sendEarlyMessages(at now: Uptime) {
    for (newcomers, messages) in sessions.local.earlyMessages(roster.index, at: now) {
      for kept in messages {
        let age = UInt64(clamping: now.since(kept.sentAt))
        send(newcomers, .earlierMessage(kept.message, age: age), at: now)
      }
    }
  }

  /// Returns whether a message is for this member. Its sender sent the message to all before it
  /// knew of this member.
  func isReader(
    of message: ParticipantMessage, sentBefore age: UInt64, by origin: MemberID, at now: Uptime
  ) -> Bool {
    let sender = ParticipantID(origin, join: message.join)
    guard let session = roster.session(of: sender), let entry = sessions[session]?.entry else {
      return false
    }
    return entry.mayPrecede(age, from: sender, at: now)
  }
}
