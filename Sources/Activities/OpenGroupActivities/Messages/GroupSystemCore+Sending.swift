import EaselBase
import GroupBase
import GroupCore

extension GroupSystemCore {
  /// Sends a message, or queues it behind the messages that wait for the same readers.
  ///
  /// - Returns: whether the message was accepted now. If not, the waiter gets the outcome later,
  ///   once.
  mutating func send(
    _ message: OutgoingMessage, _ waiter: SendQueue.Waiter, at now: Uptime
  ) throws -> Bool {
    try check(message)
    // Unreliable messages overtake queued ones.
    let mayWait = message.mode == .reliable && !sends.isEmpty
    let behind = mayWait ? sends.awaited(by: readers(of: message)) : []
    if behind.isEmpty {
      if try pass(message, at: now) { return true }
    } else if try passPart(of: message, besides: behind, at: now) {
      return true
    }
    try sends.append(.init(message: message, waiter: waiter), for: readers(of: message))
    if let reader = sends.overdue { giveUp(reader, at: now) }
    return false
  }

  /// Sends to the readers without queued messages, and queues the message for the other readers.
  private mutating func passPart(
    of message: OutgoingMessage, besides behind: Set<ParticipantID>, at now: Uptime
  ) throws(GroupSessionError) -> Bool {
    let readers = readers(of: message).subtracting(behind)
    guard message.mayBeSplit, !readers.isEmpty, try pass(message.to(readers), at: now) else {
      return false
    }
    for reader in behind { hold(message, for: reader, at: now) }
    sendWaiting(at: now)
    return true
  }

  /// Returns the participants that get a message if it is sent now. Before this member has joined
  /// the session, they are unknown; the queue then uses this member's own participant in their
  /// place.
  private func readers(of message: OutgoingMessage) -> Set<ParticipantID> {
    guard let participants = open[message.participation]?.participants else {
      return [message.participation.participant]
    }
    let others = participants.filter { $0 != message.participation.participant }
    switch message.recipients {
    case .all: return Set(others)
    case .only(let chosen): return chosen.intersection(others)
    }
  }

  /// Queues a message for one reader that waits for earlier messages. The other readers already
  /// have the message.
  private mutating func hold(_ message: OutgoingMessage, for reader: ParticipantID, at now: Uptime)
  {
    do {
      try sends.append(.init(message: message, waiter: nil), for: [reader])
      if let reader = sends.overdue { giveUp(reader, at: now) }
    } catch { giveUp(reader, at: now) }
  }

  /// Cuts off a reader with too many queued bytes: the reader loses its queued messages.
  private mutating func giveUp(_ reader: ParticipantID, at now: Uptime) {
    let waiting = sends.remove { $0 == reader }
    handle(at: now) { $0.cutOff(reader.member, at: now) }
    for send in waiting { again(send, at: now) }
  }

  /// Tries to send the queued messages again: there may be room again, or fewer readers.
  mutating func sendWaiting(at now: Uptime) {
    // Sending may itself make room.
    if isSendingWaiting { return }
    isSendingWaiting = true
    defer { isSendingWaiting = false }
    repeat {
      mayHaveRoom = false
      sendWhatMayGo(at: now)
    } while mayHaveRoom
  }

  private mutating func sendWhatMayGo(at now: Uptime) {
    if sends.isEmpty { return }
    let present = present
    for send in sends.remove(where: { !present.contains($0) }) { again(send, at: now) }
    var full: Set<ParticipantID> = []
    while let (number, message, readers) = sends.next(besides: full) {
      var outcome: (any Error)?
      do {
        guard call?.hasRoom(for: Set(readers.map(\.member))) == true,
          try pass(message.to(readers), at: now)
        else {
          full.formUnion(readers)
          continue
        }
      } catch { outcome = error }
      if let waiter = sends.sent(number, to: readers) { finish(waiter, outcome) }
      if let reader = sends.overdue { giveUp(reader, at: now) }
    }
  }

  /// The participants for whom messages may be queued.
  private var present: Set<ParticipantID> {
    var present: Set<ParticipantID> = []
    for participation in participations.values {
      if let participants = open[participation]?.participants {
        present.formUnion(participants)
        present.remove(participation.participant)
      } else {
        present.insert(participation.participant)
      }
    }
    return present
  }

  /// Re-sends a queued message to the current participants after a recipient left or this member
  /// joined.
  private mutating func again(_ send: SendQueue.Send, at now: Uptime) {
    guard let waiter = send.waiter else { return }
    do {
      if try self.send(send.message, waiter, at: now) { finish(waiter, nil) }
    } catch { finish(waiter, error) }
  }

  mutating func cancel(_ waitID: UInt64) {
    let gone = sends.remove(fitting: {
      if case .task(waitID, _) = $0.waiter { true } else { false }
    })
    for send in gone { if let waiter = send.waiter { finish(waiter, CancellationError()) } }
  }

  /// Drops the queued messages of an ended session, or of all sessions.
  mutating func dropSends(of participation: SessionParticipation? = nil) {
    for send in sends.remove(fitting: {
      participation == nil || $0.message.participation == participation
    }) {
      if let waiter = send.waiter { finish(waiter, GroupSessionError.notJoined) }
    }
  }

  /// Sends a message and returns whether it was accepted. Returns false if there is no room, or if
  /// the sender waits for confirmation and the recipients are unknown until the session is joined.
  private mutating func pass(
    _ message: OutgoingMessage, at now: Uptime
  ) throws(GroupSessionError) -> Bool {
    guard let receipt = message.receipt else { return try submit(message, at: now) }
    if call?.isJoining(message.participation.session) == true { return false }
    // The receipt must exist before sending, since sending may cut a reader off.
    receipts.append(Receipt(waitID: receipt, readers: Set(readers(of: message).map(participant))))
    var isReceived = false
    defer { if !isReceived { receipts.removeAll { $0.waitID == receipt } } }
    isReceived = try submit(message, at: now)
    if let index = receipts.firstIndex(where: { $0.waitID == receipt }), let call {
      receipts[index].piece = call.lastPiece
    }
    return isReceived
  }

  private mutating func submit(
    _ message: OutgoingMessage, at now: Uptime
  ) throws(GroupSessionError) -> Bool {
    do {
      return try handle(at: now) {
        try $0.send(
          message.bytes, named: message.name, in: message.participation.session,
          to: message.recipients,
          message.mode, at: now)
      }
    } catch SendRefusal.noRoom {
      return false
    } catch SendRefusal.tooLarge(let bytes, let limit) {
      throw .tooLarge(bytes: bytes, limit: limit)
    } catch { throw .notJoined }
  }

  private func check(_ message: OutgoingMessage) throws(GroupSessionError) {
    guard participations[message.participation.session] == message.participation else {
      throw .notJoined
    }
  }

  private mutating func finish(_ waiter: SendQueue.Waiter, _ error: (any Error)?) {
    switch waiter {
    case .task(_, let continuation?):
      continuation.resume(with: error.map { .failure($0) } ?? .success(()))
    case .task(let waitID, nil): sends.came(error, of: waitID)
    case .handler(let completion):
      if error != nil || !completion.isOfFailure {
        publisher.publish(.completion(completion, error))
      }
    }
  }
}
