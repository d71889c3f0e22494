import EaselBase
import GroupBase

/// The messages that this member exchanges with the others. Messages to the same readers share an
/// envelope, as a batch. In a reliable stream, every message arrives once and in order.
///
/// It returns the bodies to send, in order; the call sends each of them in an envelope.
struct MessageDelivery: Sendable {
  private let me: MemberID
  private let coding: CallCoding
  private var outbox = Outbox()
  private(set) var inboxes = Inboxes()
  private var acknowledgements = Acknowledgements()
  /// The number of the last unreliable message that was cut into pieces.
  private var lastCut: UInt64 = 0
  /// The last posted messages. They are not sent yet, because more may follow at once.
  private var batch: MessageBatch?
  /// The readers for which there was no room. The set contains this member if there was no room
  /// while a session was being joined.
  private var refused: Set<MemberID> = []

  /// The body of an envelope.
  struct Outgoing: Sendable {
    let body: [UInt8]
    let to: EnvelopeDestination
    let mode: DeliveryMode
    /// Whether its receivers need a proof of the origin.
    let isProved: Bool
  }

  /// The result of a received piece of a stream.
  struct Received: Sendable {
    var replies: [Outgoing] = []
    /// The payloads that the piece completes, in order.
    var payloads: [ReliablePayload] = []
  }

  init(me: MemberID, coding: CallCoding) {
    self.me = me
    self.coding = coding
  }

  /// When the batch, a repetition or an acknowledgement is due.
  var deadline: Uptime? {
    Uptime.first(of: batch?.since, outbox.deadline, acknowledgements.deadline)
  }

  /// The number of the last piece that was sent reliably.
  var lastPiece: UInt64 { outbox.last }

  /// Returns the members that still have to acknowledge reliable pieces up to this number.
  func lacking(_ piece: UInt64) -> [MemberID] { outbox.lacking(piece) }

  // MARK: Sending

  /// Adds a message to the current batch.
  ///
  /// - Returns: the previous batch, if the message does not fit into it and begins a new batch.
  mutating func enqueue(
    _ message: CallMessage, to destination: EnvelopeDestination, at now: Uptime
  ) -> Outgoing? {
    let bytes = coding.encode(message)
    if batch?.append(message, bytes, to: destination) == true { return nil }
    defer { batch = MessageBatch(message, bytes, to: destination, at: now) }
    return removeBatch()
  }

  /// Completes the current batch.
  mutating func removeBatch() -> Outgoing? {
    guard let batch else { return nil }
    self.batch = nil
    return Outgoing(
      body: batch.body(coding), to: batch.to, mode: batch.mode, isProved: batch.needsProof)
  }

  /// Sends a reliable payload and keeps it until it is acknowledged.
  mutating func send(
    _ payload: ReliablePayload, to readers: Set<MemberID>, at now: Uptime
  ) -> [Outgoing] {
    guard !readers.isEmpty else { return [] }
    let pieces = Piece.cut(coding.encodePayload(payload))
    return pieces.enumerated().compactMap { index, piece in
      let item = outbox.send(
        Array(piece), isContinued: index < pieces.count - 1, to: readers, at: now)
      return enqueue(.item(item), to: item.to, at: now)
    }
  }

  /// Sends an unreliable message. It is not sent again if it is lost.
  mutating func pass(
    _ message: ParticipantMessage, to destination: EnvelopeDestination, at now: Uptime
  ) -> [Outgoing] {
    guard message.bytes.count > Piece.bytesMax else {
      return enqueue(.passing(message), to: destination, at: now).map { [$0] } ?? []
    }
    lastCut += 1
    let pieces = Piece.cut(coding.encodePayload(.message(message)))
    return pieces.enumerated().compactMap { index, bytes in
      let piece = Piece(message: lastCut, index: index, count: pieces.count, bytes: Array(bytes))
      return enqueue(.piece(piece), to: destination, at: now)
    }
  }

  /// Sends again the pieces that were not acknowledged in time.
  mutating func resend(at now: Uptime) -> [Outgoing] {
    outbox.woke(at: now).compactMap { enqueue(.item($0), to: .only([$1]), at: now) }
  }

  /// Sends the acknowledgements that are due.
  mutating func acknowledge(at now: Uptime) -> [Outgoing] {
    acknowledgements.isDue(at: now) ? sendAcknowledgements(at: now) : []
  }

  private mutating func sendAcknowledgements(at now: Uptime) -> [Outgoing] {
    acknowledgements.removeAll().compactMap { sender in
      guard let acknowledgement = inboxes[sender]?.acknowledgement else { return nil }
      return enqueue(.acknowledgement(acknowledgement), to: .only([sender]), at: now)
    }
  }

  // MARK: Receiving

  func decode(_ body: [UInt8]) -> [CallMessage] { coding.decode(body) }

  /// Returns how a message of a neighbour was sent.
  func mode(of message: LinkMessage) -> DeliveryMode {
    if case .envelope(let envelope) = message { coding.mode(envelope.body) } else { .reliable }
  }

  /// - Parameter isPresent: whether a member is in the call.
  mutating func receive(
    _ item: StreamItem, from origin: MemberID, isWatcher: Bool, isPresent: (MemberID) -> Bool,
    at now: Uptime
  ) -> Received {
    let result = inboxes.receive(
      item, from: origin, isWatcher: isWatcher, as: me, isPresent: isPresent, at: now)
    guard let result else { return Received() }
    var received = Received(payloads: result.contents.compactMap(coding.decodePayload))
    if result.isUnknown, let full = enqueue(.unknownStream, to: .only([origin]), at: now) {
      received.replies.append(full)
    }
    if result.isAddressed {
      acknowledgements.owe(origin, isUrgent: result.isUrgent, at: now)
      if result.isUrgent { received.replies += sendAcknowledgements(at: now) }
    }
    return received
  }

  /// - Returns: the message that a piece completes.
  mutating func join(_ piece: Piece, from origin: MemberID, isWatcher: Bool) -> ParticipantMessage?
  {
    guard let bytes = inboxes.join(piece, from: origin, isWatcher: isWatcher),
      case .message(let message) = coding.decodePayload(bytes)
    else { return nil }
    return message
  }

  mutating func acknowledged(
    _ acknowledgement: Acknowledgement, by reader: MemberID, at now: Uptime
  ) {
    outbox.acknowledged(acknowledgement, by: reader, at: now)
  }

  /// Handles a reader's report that it does not know this member's stream.
  ///
  /// - Returns: whether the reader loses the pieces that it lacks.
  mutating func isUnknown(to reader: MemberID) -> Bool { outbox.isUnknown(to: reader) }

  // MARK: Room

  /// Returns whether a message for these readers is accepted, and remembers them if it is not.
  mutating func admits(_ readers: Set<MemberID>) -> Bool {
    if hasRoom(for: readers) { return true }
    refused.formUnion(readers)
    return false
  }

  func hasRoom(for readers: Set<MemberID>) -> Bool { outbox.hasRoom(for: readers) }

  /// Remembers that there was no room for a message of this member while it joined a session.
  mutating func refuseWhileJoining() { refused.insert(me) }

  var hasRefused: Bool { !refused.isEmpty }

  /// - Parameter isJoining: whether this member is joining a session.
  /// - Returns: whether at least one of the refused readers has room again.
  mutating func relieve(isJoining: Bool) -> Bool {
    let relieved = refused.filter { $0 == me ? !isJoining : outbox.hasRoom(for: [$0]) }
    refused.subtract(relieved)
    return !relieved.isEmpty
  }

  // MARK: Members that go

  /// Removes the stream of a member that left.
  mutating func removeInbox(of member: MemberID) { inboxes.remove(member) }

  /// Drops the queue of a member that is gone. Its inbox stays, because the member may only be cut
  /// off.
  ///
  /// - Returns: whether the member loses messages.
  mutating func forget(_ member: MemberID) -> Bool {
    let isLacking = outbox.lacking(.max).contains(member)
    outbox.forget(member)
    acknowledgements.forget(member)
    inboxes.removePieces(of: member)
    return isLacking
  }

  /// Drops the queue of a member that stays in the call.
  mutating func cutOff(_ member: MemberID) { outbox.forget(member) }

  /// Cuts off the members that acknowledge nothing, so that they do not use up the room of the
  /// others.
  ///
  /// - Returns: these members.
  mutating func cutOffOverdue() -> [MemberID] {
    var cutOff: [MemberID] = []
    while let member = outbox.overdue {
      outbox.forget(member)
      cutOff.append(member)
    }
    return cutOff
  }

  var queues: [QueueLoad] {
    [
      // A message that is accepted while there is room may exceed the bound by its own size.
      QueueLoad(
        "bytes to be acknowledged", outbox.bytes, of: Outbox.bytesMax + Outbox.lineBytesMax),
      QueueLoad("streams", inboxes.count, of: Inboxes.countMax),
      QueueLoad("bytes in streams", inboxes.bytes, of: Inboxes.bytesMax),
      QueueLoad("bytes of watchers", inboxes.watcherBytes, of: Inboxes.watcherBytesMax),
      QueueLoad("pieces behind gaps", inboxes.load, of: Inbox.waitingMax),
    ]
  }
}
