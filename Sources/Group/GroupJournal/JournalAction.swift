import EaselBase

/// A task of the caller of a ``JournalGroup``. Tasks are done in their order.
package enum JournalAction: Hashable, Sendable {
  case send(JournalMessage, to: JournalRecipients)
  /// Keep room for an attachment. If there is none, the caller calls
  /// ``JournalGroup/hadNoRoom(for:_:at:)``.
  case reserve(Bytes16, bytes: Int)
  /// Keep a chunk of an attachment.
  case store(Bytes16, chunk: Int, [UInt8])
  /// Send a chunk that is kept, and then call ``JournalGroup/sentChunk(to:at:)``.
  case sendChunk(Bytes16, chunk: Int, to: Bytes16)
  /// Drop all chunks of an attachment.
  case discard(Bytes16)
  /// The list of ``JournalGroup/attachments`` has changed.
  case attachmentsChanged
  /// More chunks of an attachment are here.
  case progressed(Bytes16)
  /// An attachment that the program loads is complete.
  case loaded(Bytes16)
  /// An attachment that the program loads does not come.
  case failed(Bytes16, JournalRefusal)

  /// The attachment of the action, if the action makes no sense after the storage has failed to keep
  /// the attachment.
  package var keptAttachment: Bytes16? {
    switch self {
    case .reserve(let id, _), .store(let id, _, _), .progressed(let id), .loaded(let id),
      .failed(let id, _), .send(.want(let id, _), _):
      id
    case .send(.have(let ids, _), _): ids.count == 1 ? ids.first : nil
    case .send, .sendChunk, .discard, .attachmentsChanged: nil
    }
  }
}

/// The receivers of a message.
package enum JournalRecipients: Hashable, Sendable {
  /// All other participants of the session.
  case everyone
  /// These participants, ascending; at least one.
  case only([Bytes16])
}

/// A participant of the session, as the session knows it.
package struct JournalParticipant: Hashable, Sendable {
  package let id: Bytes16
  /// False for a participant that only watches.
  package let mayAdd: Bool

  package init(_ id: Bytes16, mayAdd: Bool = true) { (self.id, self.mayAdd) = (id, mayAdd) }
}

/// An attachment, as programs see it.
package struct JournalAttachment: Hashable, Sendable {
  package let id: Bytes16
  package let uploader: Bytes16
  package let bytes: Int
  package let header: JournalHeader

  package init(id: Bytes16, uploader: Bytes16, bytes: Int, header: JournalHeader) {
    (self.id, self.uploader, self.bytes, self.header) = (id, uploader, bytes, header)
  }
}

/// Another participant, as this participant knows it.
struct JournalPeer: Hashable, Sendable {
  var mayAdd: Bool
  /// The key of its list, as it says itself; nil until it has said that it uses a journal.
  var key: [UInt8]?
  /// The attachments of which it has complete copies.
  var complete: Set<Bytes16> = []
  /// Whether it has no room for copies.
  var isFull = false
  /// Whether its last answer was late.
  var isSlow = false
  /// The requests to it that it has not answered.
  var asked = 0
  /// The chunks that are being sent to it.
  var served = 0

  /// Whether it uses a journal.
  var isPresent: Bool { key != nil }
}

/// An attachment of a list that counts, and what this participant has of it.
struct JournalEntry: Hashable, Sendable {
  let id: Bytes16
  let listed: ListedAttachment
  let uploader: Bytes16
  var header: JournalHeader?
  /// For each chunk, whether it is here.
  private(set) var chunks: [Bool] = []
  private(set) var missing: Int
  /// The first chunk that is not here.
  private(set) var firstMissing = 0
  /// Whether room for the content is kept.
  var isReserved = false
  /// Whether the program waits for the content.
  var isAwaited = false
  /// Whether the uploader listed a header that does not fit, so that nobody has a better one.
  var hasMisfit = false
  /// Since when nobody has what is missing here.
  var unavailableSince: Uptime?
  /// The participants that lack what this participant wants, or did not answer.
  var participantsWithout: Set<Bytes16> = []
  /// How often ``participantsWithout`` were asked again.
  var askedAgain = 0

  init(
    _ id: Bytes16, _ listed: ListedAttachment, uploader: Bytes16, header: JournalHeader? = nil
  ) {
    (self.id, self.listed, self.uploader, self.header) = (id, listed, uploader, header)
    chunks = Array(repeating: header != nil, count: listed.chunkCount)
    missing = header == nil ? listed.chunkCount : 0
  }

  /// Whether everything is here.
  var isComplete: Bool { header != nil && missing == 0 }

  func has(chunk: Int) -> Bool { chunks.indices.contains(chunk) && chunks[chunk] }

  mutating func insert(chunk: Int) {
    chunks[chunk] = true
    missing -= 1
    while firstMissing < chunks.count, chunks[firstMissing] { firstMissing += 1 }
  }

  /// Notes that a participant has what this participant wants.
  mutating func noteAnswer(of participant: Bytes16) {
    participantsWithout.remove(participant)
    askedAgain = 0
  }

  /// Drops all chunks, since the storage could not keep them.
  mutating func dropChunks() {
    chunks = Array(repeating: false, count: chunks.count)
    (missing, firstMissing, isReserved) = (chunks.count, 0, false)
  }

  /// The bytes that are here, of ``ListedAttachment/bytes``.
  var receivedBytes: Int {
    let whole = (chunks.count - missing) * JournalLimits.chunkBytes
    // The last chunk may be shorter.
    let last = chunks.last == true
    return last ? whole - (chunks.count * JournalLimits.chunkBytes - listed.bytes) : whole
  }
}

/// A header or a chunk that this participant has asked for.
struct JournalRequest: Hashable, Sendable {
  let id: Bytes16
  /// 0 for the header.
  let index: Int
  let holder: Bytes16
  let sentAt: Uptime
}
