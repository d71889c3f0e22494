import Vocabulary

/// One replica's entries being merged: a chain that its author answers for grows from the head, and
/// counts as far as a signature of its own stands in it.
///
/// What strangers wrote is sieved out first. So where two entries want one place, their author
/// wrote both.
struct Run {
  let replica: ReplicaID
  private(set) var head: Head?
  private(set) var waiting: WaitingRoom
  private(set) var merged: Merged
  /// The largest time known, without the chain's.
  private(set) var lamport: Lamport
  /// What may still be added to the log, without the chain.
  private(set) var room: Int
  private var chainWeight = 0
  private var sieve: Sieve?
  private var chain: [Entry] = []
  /// Entries whose turn has not come.
  private var later: [Entry] = []
  /// Entries whose place is taken, or which do not fit their place.
  private var rivals: [Entry] = []

  init(
    replica: ReplicaID, head: Head?, lamport: Lamport, room: Int, waiting: WaitingRoom,
    merged: Merged
  ) {
    self.replica = replica
    self.head = head
    self.lamport = lamport
    self.room = room
    self.waiting = waiting
    self.merged = merged
  }

  mutating func take(_ arrivals: [Entry], verify: Log.Verifier) {
    let known = sieved(arrivals.filter { isNews($0) }, verify: verify)
    for entry in known {
      followUp()
      fit(entry)
    }
    followUp()
    rivals += later.filter { $0.id.sequence.raw < next }
    later = later.filter { $0.id.sequence.raw >= next }
    settle(verify: verify)
    for rival in rivals.sorted(by: { $0.id < $1.id }) { judge(rival, verify: verify) }
    rivals = []
    putAside()
  }

  private var next: UInt64 {
    (chain.last?.id.sequence ?? head?.sequence ?? SequenceNumber(0)).raw + 1
  }

  private mutating func isNews(_ entry: Entry) -> Bool {
    guard let head else { return !waiting.isSieved(replica) || !waiting.holds(entry) }
    if head.holds(entry) || waiting.holds(entry) { return false }
    guard head.isFrozen && entry.id.sequence > head.sequence else { return true }
    refuse(entry, .frozen)
    return false
  }

  /// What the author answers for. Without a first entry nobody knows the author's key, and all
  /// waits.
  private mutating func sieved(_ arrivals: [Entry], verify: Log.Verifier) -> [Entry] {
    let birth = arrivals.lazy.compactMap(\.birth).first ?? waiting.birth(of: replica)
    guard let key = head?.publicKey ?? birth?.publicKey,
      let author = head?.author ?? birth?.author
    else {
      later = arrivals
      return []
    }
    var sieve = Sieve(publicKey: key, author: author)
    let isSieved = head != nil || waiting.isSieved(replica)
    var known = sieve.pass(
      arrivals, isAnsweredFor: { isSieved && waiting.child(of: $0) != nil }, verify: verify)
    // A forged first entry must not make all that waits be checked, again and again.
    if !isSieved, known.first?.birth != nil {
      known = sieve.pass(
        known + waiting.leave(replica), isAnsweredFor: { _ in false }, verify: verify)
    }
    merged.refused += sieve.refused
    self.sieve = sieve
    return known
  }

  /// Lets those follow that waited for this chain.
  private mutating func followUp() {
    while waiting.count > 0 {
      let before = next
      for entry in waiting.leave(EntryID(replica, SequenceNumber(before))) { fit(entry) }
      if next == before { return }
    }
  }

  private mutating func fit(_ entry: Entry) {
    let number = entry.id.sequence.raw
    if number > next {
      later.append(entry)
    } else if number < next || !continues(entry) {
      rivals.append(entry)
    } else if isTimely(entry), hasRoom(for: entry) {
      chain.append(entry)
      chainWeight += entry.weight
      if waiting.count > 0 { rivals += waiting.leave(entry.id) }
    } else {
      later.append(entry)
    }
  }

  /// Whether the entry stands on the end of the chain, and its time has risen.
  private func continues(_ entry: Entry) -> Bool {
    if let last = chain.last {
      return entry.previous == last.digest && entry.stamp.lamport > last.stamp.lamport
    }
    guard let head else { return true }
    return !head.isFrozen && entry.previous == head.digest && entry.stamp.lamport > head.lamport
  }

  private func isTimely(_ entry: Entry) -> Bool {
    let known = max(lamport, chain.last?.stamp.lamport ?? lamport)
    return entry.stamp.lamport.raw <= known.raw + Log.lamportLead
  }

  private mutating func hasRoom(for entry: Entry) -> Bool {
    if entry.weight <= room - chainWeight { return true }
    merged.lacksRoom = true
    return false
  }

  /// Takes as much of the chain as ends in a good signature of its own, so that what counts can be
  /// checked again wherever it is read. The rest waits for what answers for it.
  private mutating func settle(verify: Log.Verifier) {
    while var last = chain.last, sieve?.isSigned(last, verify: verify) != true {
      // Known to be bad, and not to be checked again.
      last.signature = []
      later.append(last)
      chain.removeLast()
      chainWeight -= last.weight
    }
    guard let first = chain.first, let last = chain.last,
      var grown = head ?? first.birth.map(Head.init)
    else { return }
    head = nil
    grown.reserve(chain.count)
    for entry in chain { grown.advance(to: entry) }
    room -= chainWeight
    chainWeight = 0
    head = grown
    lamport = max(lamport, last.stamp.lamport)
    merged.applied += chain
    chain.removeAll()
  }

  /// Its author wrote it in a place that is another's: a contradiction, if it stands on what counts.
  private mutating func judge(_ rival: Entry, verify: Log.Verifier) {
    guard let head else {
      later.append(rival)
      return
    }
    if head.holds(rival) { return }
    if head.isFrozen && rival.id.sequence > head.sequence {
      refuse(rival, .frozen)
    } else if head.isParent(of: rival) {
      freeze(before: rival, verify: verify)
    } else if rival.id.sequence.raw <= head.sequence.raw + 1 {
      refuse(rival, .brokenChain)
    } else {
      later.append(rival)
    }
  }

  private mutating func freeze(before rival: Entry, verify: Log.Verifier) {
    guard let counted = head?.sequence else { return }
    head?.freeze(before: rival)
    func isTakenBack(_ entry: Entry) -> Bool {
      entry.id.replica == replica && entry.id.sequence >= rival.id.sequence
    }
    let proof = merged.applied.filter(isTakenBack) + signedRun(from: rival, verify: verify)
    merged.applied.removeAll(where: isTakenBack)
    merged.forks.append(
      Fork(replica: replica, sequence: rival.id.sequence, counted: counted, proof: proof))
  }

  /// The entry, and what stands on it up to a good signature.
  private mutating func signedRun(from entry: Entry, verify: Log.Verifier) -> [Entry] {
    var run = [entry]
    let others = Dictionary(
      (rivals + later).compactMap { entry in entry.previous.map { ($0, entry) } }
    ) { first, _ in first }
    var last = entry
    while sieve?.isSigned(last, verify: verify) != true,
      let child = others[last.digest] ?? waiting.child(of: last)
    {
      run.append(child)
      last = child
    }
    return run
  }

  /// The last first: whatever finds room, then also those do that answer for it.
  private mutating func putAside() {
    let isFrozen = head?.isFrozen == true
    if isFrozen { later += waiting.leave(replica) }
    for entry in later.sorted(by: { $0.id > $1.id }) {
      if isFrozen {
        refuse(entry, .frozen)
      } else if !waiting.admit(entry) {
        refuse(entry, .crowded)
      }
    }
    later = []
  }

  private mutating func refuse(_ entry: Entry, _ reason: Refusal.Reason) {
    merged.refused.append(Refusal(id: entry.id, reason: reason))
  }
}
