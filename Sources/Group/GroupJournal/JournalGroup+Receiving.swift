import EaselBase

// Messages of other participants.
extension JournalGroup {
  /// Handles a message of another participant. A message of somebody else is ignored.
  package mutating func receive(
    _ message: JournalMessage, from sender: Bytes16, at time: Uptime
  ) -> [JournalAction] {
    handle(at: time) { group in
      guard group.isAttached, group.peers[sender] != nil else { return }
      switch message {
      case .hello(let hello): group.receive(hello, from: sender)
      case .list(let list): group.receive(list, from: sender)
      case .want(let id, let index): group.serve(id, index, to: sender)
      case .chunk(let id, let index, let bytes):
        group.receive(bytes, id, index, from: sender)
      case .lacks(let id, let index): group.lacks(id, index, sender)
      case .have(let ids, let isFull): group.receive(ids, isFull, from: sender)
      case .bye:
        group.peers[sender]?.key = nil
        group.peers[sender]?.complete = []
        group.requests.removeAll { $0.holder == sender }
      }
    }
  }

  private mutating func receive(_ hello: JournalHello, from sender: Bytes16) {
    if peers[sender]?.key != hello.key {
      peers[sender]?.key = hello.key
      peers[sender]?.complete = []
    }
    receive(hello.complete, hello.isFull, from: sender)
    for id in order { entries[id]?.noteAnswer(of: sender) }
    // A list that another participant told in this name has another key, so it is forged.
    dropForgedLists(of: sender, key: hello.key)
    if !hello.isAnswer { send(.hello(self.hello(isAnswer: true)), to: .only([sender])) }
    let known = Dictionary(
      hello.versions.map { ($0.key, $0.version) }, uniquingKeysWith: { max($0, $1) })
    // A list that was sent before may be lost, if the participant was silent for a time.
    for list in sortedLists where list.version > known[list.key] ?? 0 {
      send(.list(list), to: .only([sender]))
    }
  }

  private mutating func receive(_ list: JournalList, from sender: Bytes16) {
    guard list.uploader != me, list.version > lists[list.key]?.version ?? 0,
      list.uploader == sender || peers[sender]?.mayAdd == true,
      peers[list.uploader]?.mayAdd != false,
      peers[list.uploader]?.key ?? list.key == list.key, list.isWithinLimits, isInReach(list),
      lists[list.key] != nil || hasRoomForList(of: list.uploader),
      signer.verify(list.signature, list.signed, list.key)
    else { return }
    if lists[list.key] == nil, lists.count >= JournalLimits.listsMax { dropListOfAbsent() }
    keep(list)
  }

  private mutating func receive(_ ids: [Bytes16], _ isFull: Bool, from sender: Bytes16) {
    guard peers[sender]?.isPresent == true else { return }
    peers[sender]?.isFull = isFull
    for id in ids {
      // The list may come later, from another participant.
      if peers[sender]?.complete.count ?? 0 < JournalLimits.namesMax {
        peers[sender]?.complete.insert(id)
      }
      entries[id]?.noteAnswer(of: sender)
    }
  }

  // MARK: Serving

  private mutating func serve(_ id: Bytes16, _ index: Int, to reader: Bytes16) {
    guard let entry = entries[id] else {
      return send(.lacks(id, index: index), to: .only([reader]))
    }
    if index == 0, let header = entry.header {
      send(.chunk(id, index: 0, header.bytes), to: .only([reader]))
    } else if index > 0, entry.has(chunk: index - 1) {
      // A reader that asks for more than it may is not answered.
      guard let served = peers[reader]?.served, served < JournalPacing.chunksMax else { return }
      peers[reader]?.served += 1
      act(.sendChunk(id, chunk: index - 1, to: reader))
    } else {
      send(.lacks(id, index: index), to: .only([reader]))
    }
  }

  /// Handles that a chunk is on its way to a reader.
  package mutating func sentChunk(to reader: Bytes16, at time: Uptime) -> [JournalAction] {
    handle(at: time) { group in
      guard let served = group.peers[reader]?.served, served > 0 else { return }
      group.peers[reader]?.served = served - 1
    }
  }

  // MARK: Chunks

  private mutating func receive(
    _ bytes: [UInt8], _ id: Bytes16, _ index: Int, from sender: Bytes16
  ) {
    // A chunk that comes too late still counts, but only if the sender was asked.
    guard let peer = peers[sender], peer.asked > 0 else { return }
    peers[sender]?.asked -= 1
    peers[sender]?.isSlow = false
    let isAwaited = answered(id, index, by: sender, isChunk: true)
    guard !isLiar(sender), let entry = entries[id] else { return }
    if index == 0 {
      guard entry.header == nil else { return }
      guard signer.digest(bytes) == entry.listed.headerDigest else { return expose(sender) }
      // The uploader signed a header that does not fit: nobody has a better one.
      guard let header = JournalHeader(bytes), header.fits(entry.listed) else {
        entries[id]?.hasMisfit = true
        return
      }
      entries[id]?.header = header
      entries[id]?.participantsWithout = []
      entries[id]?.askedAgain = 0
      act(.attachmentsChanged)
      if entry.listed.bytes == 0 { completed(id) }
    } else if let header = entry.header, index <= entry.listed.chunkCount, entry.isReserved,
      !entry.has(chunk: index - 1)
    {
      let chunk = index - 1
      guard bytes.count == JournalLimits.range(of: chunk, in: entry.listed.bytes).count,
        signer.digest(bytes)[...] == header.digest(of: chunk)
      else { return expose(sender) }
      if let sentAt = isAwaited, bytes.count == JournalLimits.chunkBytes {
        pacing.measure(now.since(sentAt), at: now)
      }
      act(.store(id, chunk: chunk, bytes))
      entries[id]?.insert(chunk: chunk)
      entries[id]?.noteAnswer(of: sender)
      act(.progressed(id))
      if entries[id]?.isComplete == true { completed(id) }
    }
  }

  private mutating func completed(_ id: Bytes16) {
    if entries[id]?.isAwaited == true { act(.loaded(id)) }
    entries[id]?.isAwaited = false
    send(.have([id], isFull: isFull))
  }

  private mutating func lacks(_ id: Bytes16, _ index: Int, _ sender: Bytes16) {
    guard let asked = peers[sender]?.asked, asked > 0 else { return }
    peers[sender]?.asked = asked - 1
    _ = answered(id, index, by: sender, isChunk: false)
    if index > 0 { peers[sender]?.complete.remove(id) }
    entries[id]?.participantsWithout.insert(sender)
  }

  /// Ends a request, and returns when it was sent; nil if it was given up already.
  private mutating func answered(
    _ id: Bytes16, _ index: Int, by sender: Bytes16, isChunk: Bool
  ) -> Uptime? {
    // A chunk may come from a holder that was slow, while another one is asked.
    let request = requests.firstIndex {
      $0.id == id && $0.index == index && (isChunk || $0.holder == sender)
    }
    guard let request else { return nil }
    let removed = requests.remove(at: request)
    return removed.holder == sender ? removed.sentAt : nil
  }

  /// Asks a participant for nothing more, since it sent what is not listed.
  private mutating func expose(_ liar: Bytes16) {
    liars.insert(memberOf(liar))
    requests.removeAll { $0.holder == liar }
  }
}
