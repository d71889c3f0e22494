import EaselBase

/// One participant's side of a journal: people add attachments to a session, and everybody can load
/// them while a copy is in the session.
///
/// A pure value: each event goes in together with the time, and the resulting actions come out in
/// the order in which the caller has to perform them. The caller keeps the chunks. Participants are
/// named by the bytes of `Participant.id`.
///
/// The laws J1 to J14 are on the page ``GroupJournal``.
package struct JournalGroup: Sendable {
  package let me: Bytes16
  let signer: JournalSigner
  /// Whether this participant may add attachments.
  package private(set) var mayAdd = true
  /// Whether this participant is in the session and uses the journal.
  package private(set) var isAttached = false
  var peers: [Bytes16: JournalPeer] = [:]
  /// The participants that sent a chunk that is not the listed one, also if they left and came back.
  /// They are asked for nothing more.
  package internal(set) var liars: Set<Bytes16> = []
  /// The newest list of each key.
  private(set) var lists: [[UInt8]: JournalList] = [:]
  /// The attachments that count.
  var entries: [Bytes16: JournalEntry] = [:]
  /// The ids of ``entries``, in the order of their stamps.
  private(set) var order: [Bytes16] = []
  /// The highest known stamp.
  private var stamp: UInt64 = 0
  var requests: [JournalRequest] = []
  var pacing = JournalPacing()
  /// Whether this participant has no room for copies.
  var isFull = false
  /// The headers of own attachments.
  private var ownHeaders: [Bytes16: JournalHeader] = [:]
  private(set) var now = Uptime(milliseconds: 0)
  private var actions: [JournalAction] = []

  package init(me: Bytes16, signer: JournalSigner) { (self.me, self.signer) = (me, signer) }

  // MARK: Events

  /// Handles one event, which may be refused, with all its consequences.
  mutating func attempt(
    at time: Uptime, _ event: (inout JournalGroup) throws(JournalRefusal) -> Void
  ) throws(JournalRefusal) -> [JournalAction] {
    now = max(time, now)
    do { try event(&self) } catch {
      actions = []
      throw error
    }
    if isAttached { pull() }
    defer { actions = [] }
    return actions
  }

  /// Handles one event with all its consequences.
  mutating func handle(at time: Uptime, _ event: (inout JournalGroup) -> Void) -> [JournalAction] {
    now = max(time, now)
    event(&self)
    if isAttached { pull() }
    defer { actions = [] }
    return actions
  }

  /// Handles the participants of the session, this one included; the first call attaches this
  /// participant.
  package mutating func participantsChanged(
    to participants: [JournalParticipant], at time: Uptime
  ) -> [JournalAction] {
    handle(at: time) { group in
      let known = group.peers
      group.peers = [:]
      for participant in participants {
        if participant.id == group.me {
          group.mayAdd = participant.mayAdd
        } else {
          group.peers[participant.id] =
            known[participant.id] ?? JournalPeer(mayAdd: participant.mayAdd)
          group.peers[participant.id]?.mayAdd = participant.mayAdd
        }
      }
      group.requests.removeAll { group.peers[$0.holder] == nil }
      let gone = Set(known.keys.filter { group.peers[$0] == nil })
      // The last list of a participant that leaves at once may have reached only some of the others.
      for list in group.sortedLists where gone.contains(list.uploader) { group.send(.list(list)) }
      let newcomers = group.peers.keys.filter { known[$0] == nil }.sorted()
      if !group.isAttached {
        group.isAttached = true
        group.send(.hello(group.hello(isAnswer: false)), to: .everyone)
      } else if !newcomers.isEmpty {
        group.send(.hello(group.hello(isAnswer: false)), to: .only(newcomers))
      }
    }
  }

  /// Leaves the journal. Nothing is loaded any more.
  package mutating func detach(at time: Uptime) -> [JournalAction] {
    handle(at: time) { group in
      if group.isAttached { group.send(.bye, to: .everyone) }
      group.isAttached = false
      (group.peers, group.requests) = ([:], [])
      for id in group.order { group.fail(id, .notJoined) }
    }
  }

  /// When ``woke(at:)`` is due.
  package var deadline: Uptime? { isAttached ? pullDeadline : nil }

  package mutating func woke(at time: Uptime) -> [JournalAction] { handle(at: time) { _ in } }

  // MARK: Adding and removing

  /// Refuses an attachment that would go beyond a limit.
  package func check(bytes: Int, metadataBytes: Int) throws(JournalRefusal) {
    guard isAttached else { throw .notJoined }
    guard mayAdd else { throw .mayNotAdd }
    func limit(
      _ number: Int, _ limit: Int, _ refusal: (Int, Int) -> JournalRefusal
    ) throws(JournalRefusal) {
      if number > limit { throw refusal(number, limit) }
    }
    let own = own
    typealias Limits = JournalLimits
    try limit(bytes, Limits.attachmentBytesMax) { .tooLarge(bytes: $0, limit: $1) }
    try limit(metadataBytes, Limits.metadataBytesMax) { .metadataTooLarge(bytes: $0, limit: $1) }
    try limit((own?.attachments.count ?? 0) + 1, Limits.attachmentsMax) {
      .tooMany(count: $0, limit: $1)
    }
    try limit((own?.bytes ?? 0) + bytes, Limits.uploaderBytesMax) {
      .uploaderFull(bytes: $0, limit: $1)
    }
    try limit(entries.values.reduce(bytes) { $0 + $1.listed.bytes }, Limits.sessionBytesMax) {
      .sessionFull(bytes: $0, limit: $1)
    }
    let metadata = entries.values.reduce(metadataBytes) { $0 + $1.listed.metadataBytes }
    try limit(metadata, Limits.sessionMetadataBytesMax) {
      .sessionMetadataFull(bytes: $0, limit: $1)
    }
  }

  /// Adds an attachment.
  ///
  /// - Returns: the id under which the caller keeps the chunks, before it performs the actions.
  package mutating func add(
    bytes: Int, _ header: JournalHeader, at time: Uptime
  ) throws(JournalRefusal) -> (id: Bytes16, actions: [JournalAction]) {
    let metadataBytes = header.metadata?.count ?? 0
    try check(bytes: bytes, metadataBytes: metadataBytes)
    let listed = ListedAttachment(
      stamp: stamp + 1, bytes: bytes, metadataBytes: metadataBytes,
      headerDigest: signer.digest(header.bytes))
    let id = id(of: listed, signer.publicKey)
    let actions = try attempt(at: time) { (group) throws(JournalRefusal) in
      group.ownHeaders[id] = header
      try group.publish((group.own?.attachments ?? []) + [listed])
      group.send(.have([id], isFull: group.isFull))
    }
    return (id, actions)
  }

  /// Removes an attachment that this participant added.
  package mutating func remove(
    _ id: Bytes16, at time: Uptime
  ) throws(JournalRefusal) -> [JournalAction] {
    try attempt(at: time) { (group) throws(JournalRefusal) in
      guard let entry = group.entries[id] else { throw .removed }
      guard group.isAttached else { throw .notJoined }
      guard entry.uploader == group.me, let own = group.own else { throw .notOwn }
      try group.publish(own.attachments.filter { $0 != entry.listed })
      group.ownHeaders[id] = nil
    }
  }

  /// This participant's list.
  private var own: JournalList? { lists[signer.publicKey] }

  private func id(of listed: ListedAttachment, _ key: [UInt8]) -> Bytes16 {
    Bytes16(signer.digest(key + listed.encoded).prefix(16)) ?? Bytes16(high: 0, low: 0)
  }

  private mutating func publish(_ attachments: [ListedAttachment]) throws(JournalRefusal) {
    let version = (own?.version ?? 0) + 1
    guard
      let list = JournalList(
        uploader: me, version: version, attachments: attachments, signedBy: signer)
    else { throw .notSigned }
    keep(list)
    send(.list(list))
  }

  // MARK: Lists

  /// Keeps a list in place of the former one with its key.
  mutating func keep(_ list: JournalList) {
    lists[list.key] = list
    stamp = list.attachments.reduce(stamp) { max($0, $1.stamp) }
    recount()
  }

  /// Drops the lists in the name of a participant that has another key.
  mutating func dropForgedLists(of uploader: Bytes16, key: [UInt8]) {
    let forged = lists.values.filter { $0.uploader == uploader && $0.key != key }
    if forged.isEmpty { return }
    for list in forged { lists[list.key] = nil }
    recount()
  }

  /// All lists, ascending by their keys.
  var sortedLists: [JournalList] {
    lists.values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// Whether the stamps of a list are not too far above the highest known one.
  func isInReach(_ list: JournalList) -> Bool {
    list.attachments.allSatisfy { $0.stamp <= stamp + JournalLimits.stampLeap }
  }

  /// Finds the attachments that count: by their stamps, as many as the session has room for. All
  /// participants with the same lists find the same ones.
  private mutating func recount() {
    let all = lists.values.flatMap { list in
      list.attachments.map { (id: id(of: $0, list.key), listed: $0, uploader: list.uploader) }
    }
    .sorted { ($0.listed.stamp, $0.uploader, $0.id) < ($1.listed.stamp, $1.uploader, $1.id) }
    var (counted, bytes, metadataBytes) = ([Bytes16: JournalEntry](), 0, 0)
    var order: [Bytes16] = []
    for (id, listed, uploader) in all where counted[id] == nil {
      guard order.count < JournalLimits.namesMax,
        bytes + listed.bytes <= JournalLimits.sessionBytesMax,
        metadataBytes + listed.metadataBytes <= JournalLimits.sessionMetadataBytesMax
      else { continue }
      bytes += listed.bytes
      metadataBytes += listed.metadataBytes
      order.append(id)
      let header = uploader == me ? ownHeaders[id] : nil
      counted[id] = entries[id] ?? JournalEntry(id, listed, uploader: uploader, header: header)
    }
    let before = attachments
    let gone = self.order.filter { counted[$0] == nil }
    for id in gone {
      fail(id, .removed)
      actions.append(.discard(id))
    }
    (entries, self.order) = (counted, order)
    requests.removeAll { entries[$0.id] == nil }
    if isFull, !gone.isEmpty {
      isFull = false
      send(.have([], isFull: false))
    }
    if attachments != before { actions.append(.attachmentsChanged) }
  }

  /// The attachments whose metadata are here, in the order in which they were added.
  package var attachments: [JournalAttachment] {
    order.compactMap { id in
      entries[id].flatMap { entry in
        entry.header.map {
          JournalAttachment(
            id: id, uploader: entry.uploader, bytes: entry.listed.bytes, header: $0)
        }
      }
    }
  }

  /// Whether all of an attachment is here.
  package func isComplete(_ id: Bytes16) -> Bool { entries[id]?.isComplete == true }

  // MARK: Actions

  mutating func act(_ action: JournalAction) { actions.append(action) }

  mutating func send(_ message: JournalMessage, to recipients: JournalRecipients) {
    guard isAttached, recipients != .only([]) else { return }
    actions.append(.send(message, to: recipients))
  }

  /// Sends a message to all participants that use a journal.
  mutating func send(_ message: JournalMessage) {
    send(message, to: .only(peers.filter(\.value.isPresent).keys.sorted()))
  }

  /// Ends the program's wait for an attachment.
  mutating func fail(_ id: Bytes16, _ refusal: JournalRefusal) {
    guard entries[id]?.isAwaited == true else { return }
    entries[id]?.isAwaited = false
    actions.append(.failed(id, refusal))
  }

  func hello(isAnswer: Bool) -> JournalHello {
    JournalHello(
      key: signer.publicKey,
      versions: sortedLists.map { .init(key: $0.key, version: $0.version) },
      complete: order.filter { entries[$0]?.isComplete == true }, isFull: isFull,
      isAnswer: isAnswer)
  }
}
