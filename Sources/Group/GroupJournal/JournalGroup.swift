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
  /// Returns the member of a participant, which is the same for all its joins.
  let memberOf: @Sendable (Bytes16) -> Bytes16
  /// The members that sent a chunk that is not the listed one, also if they left and came back. They are
  /// asked for nothing more.
  package internal(set) var liars: Set<Bytes16> = []
  /// The newest list of each key.
  private(set) var lists: [[UInt8]: JournalList] = [:]
  /// The ids of the attachments of each list, in the order of the list.
  private var ids: [[UInt8]: [Bytes16]] = [:]
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

  package init(
    me: Bytes16, signer: JournalSigner,
    memberOf: @escaping @Sendable (Bytes16) -> Bytes16 = { $0 }
  ) {
    (self.me, self.signer, self.memberOf) = (me, signer, memberOf)
  }

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
  package func check(
    bytes: Int, metadataBytes: Int, contentType: String = ""
  ) throws(JournalRefusal) {
    guard isAttached else { throw .notJoined }
    guard mayAdd else { throw .mayNotAdd }
    func limit(
      _ number: Int, _ limit: Int, _ refusal: (Int, Int) -> JournalRefusal
    ) throws(JournalRefusal) {
      if number > limit { throw refusal(number, limit) }
    }
    let own = entries.values.filter { memberOf($0.uploader) == memberOf(me) }.map(\.listed)
    typealias Limits = JournalLimits
    try limit(bytes, Limits.attachmentBytesMax) { .tooLarge(bytes: $0, limit: $1) }
    try limit(metadataBytes, Limits.metadataBytesMax) { .metadataTooLarge(bytes: $0, limit: $1) }
    try limit(contentType.utf8.count, Limits.contentTypeBytesMax) {
      .contentTypeTooLong(bytes: $0, limit: $1)
    }
    try limit(own.count + 1, Limits.attachmentsMax) { .tooMany(count: $0, limit: $1) }
    try limit(order.count + 1, Limits.namesMax) { .tooMany(count: $0, limit: $1) }
    try limit(own.reduce(bytes) { $0 + $1.bytes }, Limits.uploaderBytesMax) {
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
    try check(bytes: bytes, metadataBytes: metadataBytes, contentType: header.contentType)
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
      let index = group.ids[group.signer.publicKey]?.firstIndex(of: id)
      guard index != nil || group.entries[id] != nil else { throw .removed }
      guard group.isAttached else { throw .notJoined }
      guard let index, var attachments = group.own?.attachments else { throw .notOwn }
      attachments.remove(at: index)
      try group.publish(attachments)
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
    ids[list.key] = list.attachments.map { id(of: $0, list.key) }
    stamp = list.attachments.reduce(stamp) { max($0, $1.stamp) }
    recount()
  }

  /// Drops the lists in the name of a participant that has another key.
  mutating func dropForgedLists(of uploader: Bytes16, key: [UInt8]) {
    let forged = lists.values.filter { $0.uploader == uploader && $0.key != key }
    if forged.isEmpty { return }
    for list in forged { (lists[list.key], ids[list.key]) = (nil, nil) }
    recount()
  }

  /// Whether a list with a new key can be kept: a participant that is here takes the place of one
  /// that is not.
  func hasRoomForList(of uploader: Bytes16) -> Bool {
    lists.count < JournalLimits.listsMax || peers[uploader] != nil && !absentLists.isEmpty
  }

  /// Drops the list of an absent uploader of which the fewest attachments are here.
  mutating func dropListOfAbsent() {
    let copies = absentLists.map { list in (ids[list.key] ?? []).count(where: isComplete) }
    guard let index = copies.indices.min(by: { copies[$0] < copies[$1] }) else { return }
    let key = absentLists[index].key
    (lists[key], ids[key]) = (nil, nil)
  }

  private var absentLists: [JournalList] {
    sortedLists.filter { $0.uploader != me && peers[$0.uploader] == nil }
  }

  /// Whether a participant sent what is not listed, in this join or in a former one.
  func isLiar(_ participant: Bytes16) -> Bool { liars.contains(memberOf(participant)) }

  /// All lists, ascending by their keys.
  var sortedLists: [JournalList] {
    lists.values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// Whether the stamps of a list are not too far above the highest known one.
  func isInReach(_ list: JournalList) -> Bool {
    list.attachments.allSatisfy { $0.stamp <= stamp + JournalLimits.stampLeap }
  }

  private typealias Candidate = (id: Bytes16, listed: ListedAttachment, uploader: Bytes16)

  /// Finds the attachments that count, as many as the session has room for: own ones, then those that
  /// have counted before, then all others by their stamps. So no later list displaces them.
  private var counted: [Candidate] {
    let all = lists.values.flatMap { list in
      zip(ids[list.key] ?? [], list.attachments).map { id, listed in
        let rank = list.key == signer.publicKey ? 0 : entries[id] == nil ? 2 : 1
        return (rank: rank, candidate: Candidate(id, listed, list.uploader))
      }
    }
    .sorted { ($0.rank, Place($0.candidate)) < ($1.rank, Place($1.candidate)) }
    var (counted, known) = ([Candidate](), Set<Bytes16>())
    var (bytes, metadataBytes) = (0, 0)
    var members: [Bytes16: (count: Int, bytes: Int)] = [:]
    for (_, next) in all where !known.contains(next.id) {
      let member = members[memberOf(next.uploader)] ?? (0, 0)
      guard counted.count < JournalLimits.namesMax, member.count < JournalLimits.attachmentsMax,
        member.bytes + next.listed.bytes <= JournalLimits.uploaderBytesMax,
        bytes + next.listed.bytes <= JournalLimits.sessionBytesMax,
        metadataBytes + next.listed.metadataBytes <= JournalLimits.sessionMetadataBytesMax
      else { continue }
      bytes += next.listed.bytes
      metadataBytes += next.listed.metadataBytes
      members[memberOf(next.uploader)] = (member.count + 1, member.bytes + next.listed.bytes)
      known.insert(next.id)
      counted.append(next)
    }
    return counted.sorted { Place($0) < Place($1) }
  }

  /// The place of an attachment in the order of all, the same for everybody.
  private struct Place: Comparable {
    let (stamp, uploader, id): (UInt64, Bytes16, Bytes16)

    init(_ candidate: Candidate) {
      (stamp, uploader, id) = (candidate.listed.stamp, candidate.uploader, candidate.id)
    }

    static func < (left: Place, right: Place) -> Bool {
      (left.stamp, left.uploader, left.id) < (right.stamp, right.uploader, right.id)
    }
  }

  /// Updates the attachments after a change of the lists.
  private mutating func recount() {
    var (counted, order) = ([Bytes16: JournalEntry](), [Bytes16]())
    for (id, listed, uploader) in self.counted {
      order.append(id)
      let header = uploader == me ? ownHeaders[id] : nil
      counted[id] = entries[id] ?? JournalEntry(id, listed, uploader: uploader, header: header)
    }
    let before = attachments
    let gone = self.order.filter { counted[$0] == nil }
    for id in gone {
      fail(id, .removed)
      actions.append(.discard(id))
      for peer in peers.keys { peers[peer]?.complete.remove(id) }
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
      versions: sortedLists.prefix(JournalLimits.listsMax).map {
        .init(key: $0.key, version: $0.version)
      },
      complete: order.filter { entries[$0]?.isComplete == true }, isFull: isFull,
      isAnswer: isAnswer)
  }
}
