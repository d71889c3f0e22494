import Sharing

extension Core {
  /// Sends a message or lets it wait behind those that wait for room.
  ///
  /// - Returns: whether it was taken. If not, the waiter hears once what came of it.
  mutating func send(
    _ letter: Outgoing, _ waiter: SendQueue.Waiter, at now: Uptime
  ) throws -> Bool {
    try check(letter)
    // What may be lost overtakes what waits.
    if letter.mode == .unreliable || sends.isEmpty, try pass(letter, at: now) { return true }
    try sends.append(.init(letter: letter, waiter: waiter))
    return false
  }

  /// Who gets a message if it is sent now.
  private func readers(of letter: Outgoing) -> Set<Participant> {
    let others = (seated[letter.place] ?? []).filter { $0 != letter.place.participant }
    switch letter.recipients {
    case .all: return Set(others.map(participant))
    case .only(let chosen): return Set(others.filter(chosen.contains).map(participant))
    }
  }

  /// There is room again.
  mutating func sendWaiting(at now: Uptime) {
    while let letter = sends.first {
      do {
        guard try pass(letter, at: now) else { return }
        if let send = sends.removeFirst() { finish(send.waiter, nil) }
      } catch {
        if let send = sends.removeFirst() { finish(send.waiter, error) }
      }
    }
  }

  mutating func cancel(_ ticket: UInt64) {
    let gone = sends.remove {
      if case .task(ticket, _) = $0.waiter { true } else { false }
    }
    for send in gone { finish(send.waiter, CancellationError()) }
  }

  /// A session is over, or all are.
  mutating func dropSends(of place: SessionPlace? = nil) {
    for send in sends.remove(where: { place == nil || $0.letter.place == place }) {
      finish(send.waiter, GroupSessionError.notJoined)
    }
  }

  /// Returns whether it was taken. There may be no room; and one of which word is wanted waits until
  /// it is clear whom it is for.
  private mutating func pass(
    _ letter: Outgoing, at now: Uptime
  ) throws(GroupSessionError) -> Bool {
    guard let receipt = letter.receipt else { return try hand(letter, at: now) }
    if call?.isJoining(letter.place.session) == true { return false }
    // Before it is sent, since sending it may cut a reader off.
    receipts.append(Receipt(ticket: receipt, readers: readers(of: letter)))
    var isTaken = false
    defer { if !isTaken { receipts.removeAll { $0.ticket == receipt } } }
    isTaken = try hand(letter, at: now)
    if let index = receipts.firstIndex(where: { $0.ticket == receipt }), let call {
      receipts[index].piece = call.lastPiece
    }
    return isTaken
  }

  private mutating func hand(
    _ letter: Outgoing, at now: Uptime
  ) throws(GroupSessionError) -> Bool {
    do {
      return try tell(at: now) {
        try $0.send(
          letter.bytes, named: letter.name, in: letter.place.session, to: letter.recipients,
          letter.mode, at: now)
      }
    } catch SendRefusal.noRoom {
      return false
    } catch SendRefusal.tooLarge(let bytes, let limit) {
      throw .tooLarge(bytes: bytes, limit: limit)
    } catch { throw .notJoined }
  }

  private func check(_ letter: Outgoing) throws(GroupSessionError) {
    guard places[letter.place.session] == letter.place else { throw .notJoined }
  }

  private mutating func finish(_ waiter: SendQueue.Waiter, _ error: (any Error)?) {
    switch waiter {
    case .task(_, let continuation?):
      continuation.resume(with: error.map { .failure($0) } ?? .success(()))
    case .task(let ticket, nil): sends.came(error, of: ticket)
    case .handler(let turn):
      if error != nil || !turn.isOfFailure { post.post(.turn(turn, error)) }
    }
  }
}
