import EaselBase

// The requests of this participant: headers first, then what its program loads, then copies.
extension JournalGroup {
  /// A request that is not answered after this time is sent to another holder, in milliseconds.
  private static let answerMax: Int64 = 5_000
  /// A load fails when nobody has had the attachment for this time, in milliseconds: a participant
  /// may only have lost its link.
  private static let lossMax: Int64 = 5_000
  /// Participants that lack something are asked again after this time, in milliseconds. The time
  /// doubles with each further question, up to four minutes.
  private static let askAgain: Int64 = 2_000

  // MARK: The program

  /// Loads an attachment for the program.
  package mutating func load(_ id: Bytes16, at time: Uptime) throws(JournalRefusal)
    -> [JournalAction]
  {
    try attempt(at: time) { (group) throws(JournalRefusal) in
      guard let entry = group.entries[id] else { throw .removed }
      if entry.isComplete { return group.act(.loaded(id)) }
      guard group.isAttached else { throw .notJoined }
      group.entries[id]?.isAwaited = true
    }
  }

  /// Handles that the program waits for an attachment no longer.
  package mutating func cancelLoad(_ id: Bytes16, at time: Uptime) -> [JournalAction] {
    handle(at: time) { $0.entries[id]?.isAwaited = false }
  }

  /// Handles that there is no room for an attachment.
  package mutating func hadNoRoom(
    for id: Bytes16, _ refusal: JournalRefusal, at time: Uptime
  ) -> [JournalAction] {
    handle(at: time) { group in
      group.entries[id]?.dropChunks()
      group.act(.discard(id))
      group.requests.removeAll { $0.id == id && $0.index > 0 }
      group.fail(id, refusal)
      guard !group.isFull else { return }
      group.isFull = true
      group.send(.have([], isFull: true))
    }
  }

  /// Returns the bytes of an attachment that are here, and all its bytes; nil without such an
  /// attachment.
  package func progress(of id: Bytes16) -> (received: Int, bytes: Int)? {
    entries[id].map { ($0.receivedBytes, $0.listed.bytes) }
  }

  // MARK: Requests

  /// The number of headers and chunks under way.
  package var requestCount: Int { requests.count }

  /// Sends as many requests as may be under way.
  mutating func pull() {
    giveUpOverdue()
    noteLosses()
    while requests.count < JournalPacing.chunksMax, let next = nextRequest() {
      if next.index > 0, entries[next.id]?.isReserved == false {
        entries[next.id]?.isReserved = true
        act(.reserve(next.id, bytes: entries[next.id]?.listed.bytes ?? 0))
      }
      requests.append(next)
      peers[next.holder]?.asked += 1
      send(.want(next.id, index: next.index), to: .only([next.holder]))
    }
  }

  private mutating func giveUpOverdue() {
    for request in requests where now.since(request.sentAt) >= Self.answerMax {
      peers[request.holder]?.isSlow = true
      entries[request.id]?.participantsWithout.insert(request.holder)
      if request.index > 0 { pacing.slowDown() }
    }
    requests.removeAll { now.since($0.sentAt) >= Self.answerMax }
  }

  /// Notes since when nobody has what is missing, and ends the loads that wait for it.
  private mutating func noteLosses() {
    for id in order {
      guard let entry = entries[id], !entry.isComplete, requests.allSatisfy({ $0.id != id }),
        holder(of: entry) == nil
      else {
        entries[id]?.unavailableSince = nil
        continue
      }
      guard let since = entry.unavailableSince else {
        entries[id]?.unavailableSince = now
        continue
      }
      if now.since(since) >= Self.lossMax { fail(id, .lost(bytes: entry.listed.bytes)) }
      if now.since(since) >= Self.askAgain(entry), !entry.participantsWithout.isEmpty {
        var asked = entry
        asked.participantsWithout = []
        asked.askedAgain += 1
        asked.isAwaited = entries[id]?.isAwaited == true
        if holder(of: asked) != nil { asked.unavailableSince = nil }
        entries[id] = asked
      }
    }
  }

  private static func askAgain(_ entry: JournalEntry) -> Int64 {
    askAgain << Int64(min(entry.askedAgain, 7))
  }

  /// While the program waits for something, at most one header is under way, so that a participant
  /// that does not answer cannot stop all loads.
  private func nextRequest() -> JournalRequest? {
    let chunksMax = pacing.chunksMax(at: now)
    guard chunksMax > 0 else { return nil }
    let headerCount = requests.count { $0.index == 0 }
    let headersMax = entries.values.contains(where: \.isAwaited) ? 1 : JournalPacing.chunksMax
    if headerCount < headersMax {
      for id in order where entries[id]?.header == nil {
        if let request = request(id, index: 0) { return request }
      }
    }
    guard requests.count - headerCount < chunksMax else { return nil }
    for id in order where entries[id]?.isAwaited == true {
      if let request = nextChunk(of: id) { return request }
    }
    for id in copied {
      if let request = nextChunk(of: id) { return request }
    }
    return nil
  }

  private func nextChunk(of id: Bytes16) -> JournalRequest? {
    guard let entry = entries[id], entry.header != nil, !entry.isComplete else { return nil }
    let chunk = (entry.firstMissing..<entry.chunks.count).first { chunk in
      !entry.chunks[chunk] && !requests.contains { $0.id == id && $0.index == chunk + 1 }
    }
    return chunk.flatMap { request(id, index: $0 + 1) }
  }

  private func request(_ id: Bytes16, index: Int) -> JournalRequest? {
    guard let entry = entries[id],
      !requests.contains(where: { $0.id == id && $0.index == index }),
      let holder = holder(of: entry)
    else { return nil }
    return JournalRequest(id: id, index: index, holder: holder, sentAt: now)
  }

  /// Returns the participant to ask: one that answers in time, with the fewest requests under way.
  private func holder(of entry: JournalEntry) -> Bytes16? {
    if entry.hasMisfit { return nil }
    return peers.filter { id, peer in
      peer.isPresent && !isLiar(id) && !entry.participantsWithout.contains(id)
        && (entry.header == nil || peer.complete.contains(entry.id))
    }.min { one, other in
      preference(of: one.key, one.value, entry) < preference(of: other.key, other.value, entry)
    }?.key
  }

  /// The least one is asked.
  private func preference(
    of id: Bytes16, _ peer: JournalPeer, _ entry: JournalEntry
  ) -> (Int, Int, Int, Bytes16) {
    let underWay = requests.count { $0.holder == id }
    return (peer.isSlow ? 1 : 0, underWay, id == entry.uploader ? 0 : 1, id)
  }

  // MARK: Copies

  /// The attachments that this participant copies although its program does not load them: the
  /// first ones up to 64 MiB, and those that it has to keep so that there are two copies.
  private var copied: [Bytes16] {
    guard !isFull else { return [] }
    var bytes = 0
    return order.filter { id in
      guard let entry = entries[id], entry.uploader != me else { return false }
      if bytes + entry.listed.bytes <= JournalLimits.copiedBytesMax {
        bytes += entry.listed.bytes
        return true
      }
      return isKeeper(of: entry)
    }
  }

  /// Whether this participant is the first of those that may make the second copy.
  private func isKeeper(of entry: JournalEntry) -> Bool {
    let holders = peers.values.count { $0.isPresent && $0.complete.contains(entry.id) }
    guard holders < 2 else { return false }
    let mine = Self.rank(me, entry.id)
    return !peers.contains { id, peer in
      peer.isPresent && !isLiar(id) && !peer.isFull && !peer.complete.contains(entry.id)
        && Self.rank(id, entry.id) < mine
    }
  }

  /// The place of a participant among those that keep an attachment, the same for everybody.
  private static func rank(_ participant: Bytes16, _ attachment: Bytes16) -> UInt64 {
    [participant.high, participant.low, attachment.high, attachment.low].reduce(
      0xCBF2_9CE4_8422_2325
    ) { rank, word in
      let mixed = (rank ^ word) &* 0x9E37_79B9_7F4A_7C15
      return mixed ^ mixed >> 32
    }
  }

  // MARK: Time

  var pullDeadline: Uptime? {
    var due = requests.map { $0.sentAt.advanced(by: Self.answerMax) }
    if let resumesAt = pacing.resumesAt, resumesAt > now { due.append(resumesAt) }
    for entry in entries.values {
      guard let since = entry.unavailableSince else { continue }
      if entry.isAwaited { due.append(since.advanced(by: Self.lossMax)) }
      if !entry.participantsWithout.isEmpty {
        due.append(since.advanced(by: Self.askAgain(entry)))
      }
    }
    return due.min().map { max($0, now.advanced(by: 1)) }
  }
}
