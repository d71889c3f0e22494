import Vocabulary

/// One replica's entries being merged: a chain that grows unverified from the head, until its last
/// signature settles it.
struct Run {
  private(set) var head: Head?
  private(set) var waiting: WaitingRoom
  private(set) var merged: Merged
  /// The largest time known, with the chain's.
  private var lamport: Lamport
  private var chain: [Entry] = []

  init(head: Head?, lamport: Lamport, waiting: WaitingRoom, merged: Merged) {
    self.head = head
    self.lamport = lamport
    self.waiting = waiting
    self.merged = merged
  }

  private var next: UInt64 {
    (chain.last?.id.sequence ?? head?.sequence ?? SequenceNumber(0)).raw + 1
  }

  mutating func take(_ entry: Entry, verify: Log.Verifier) {
    if continues(entry) {
      if isTimely(entry) { append(entry, verify: verify) } else { wait(entry) }
    } else if entry.id.sequence.raw > next {
      if head?.isFrozen == true { refuse(entry, .frozen) } else { wait(entry) }
    } else {
      judge(entry, verify: verify)
    }
  }

  private mutating func append(_ entry: Entry, verify: Log.Verifier) {
    chain.append(entry)
    guard waiting.count > 0 else { return }
    // Another entry may have waited for this place: then there are two of one number.
    for rival in waiting.leave(entry.id) { take(rival, verify: verify) }
  }

  /// Lets those follow that waited for this chain, and settles it.
  mutating func finish(of replica: ReplicaID, verify: Log.Verifier) {
    while true {
      let found = waiting.leave(EntryID(replica, SequenceNumber(next)))
      let before = next
      for entry in found { take(entry, verify: verify) }
      if next == before {
        settle(verify: verify)
        if next == before { break }
      }
    }
    guard head?.isFrozen == true else { return }
    for entry in waiting.leave(replica) { refuse(entry, .frozen) }
  }

  /// Whether the entry stands on the end of the chain, and its time has risen.
  private func continues(_ entry: Entry) -> Bool {
    if let last = chain.last {
      return entry.previous == last.digest && entry.id.sequence.raw == next
        && entry.stamp.author == last.stamp.author && entry.stamp.lamport > last.stamp.lamport
    }
    guard let head else { return entry.birth != nil }
    return !head.isFrozen && head.isFollowed(by: entry) && entry.stamp.author == head.author
      && entry.stamp.lamport > head.lamport
  }

  private func isTimely(_ entry: Entry) -> Bool {
    let known = max(lamport, chain.last?.stamp.lamport ?? lamport)
    return entry.stamp.lamport.raw <= known.raw + Log.lamportLead
  }

  /// An entry whose place is taken, or which does not fit its place.
  private mutating func judge(_ entry: Entry, verify: Log.Verifier) {
    if isInChain(entry) { return }
    settle(verify: verify)
    if continues(entry) || entry.id.sequence.raw > next {
      take(entry, verify: verify)
      return
    }
    guard let head else { return refuse(entry, .brokenChain) }
    guard entry.stamp.author == head.author else { return refuse(entry, .wrongAuthor) }
    if head.holds(entry) { return }
    guard !head.isFrozen || entry.id.sequence <= head.sequence else {
      return refuse(entry, .frozen)
    }
    guard head.isParent(of: entry) else { return refuse(entry, .brokenChain) }
    guard verify(entry.digest, entry.signature, head.publicKey) else {
      return refuse(entry, .badSignature)
    }
    freeze(before: entry)
  }

  /// The very same, signature included: one with a better signature must not be overlooked.
  private func isInChain(_ entry: Entry) -> Bool {
    guard let first = chain.first, entry.id.sequence >= first.id.sequence,
      let index = Int(exactly: entry.id.sequence.raw - first.id.sequence.raw), index < chain.count
    else { return false }
    return chain[index].digest == entry.digest && chain[index].signature == entry.signature
  }

  /// Takes as much of the chain as a signature vouches for.
  private mutating func settle(verify: Log.Verifier) {
    guard let birth = chain.first, let key = head?.publicKey ?? birth.birth?.publicKey else {
      return
    }
    while let last = chain.last, !verify(last.digest, last.signature, key) {
      refuse(last, .badSignature)
      chain.removeLast()
    }
    guard let last = chain.last, var grown = head ?? birth.birth.map(Head.init) else { return }
    head = nil
    grown.reserve(chain.count)
    for entry in chain { grown.advance(to: entry) }
    head = grown
    lamport = max(lamport, last.stamp.lamport)
    merged.applied += chain
    chain.removeAll()
  }

  private mutating func freeze(before entry: Entry) {
    guard let counted = head?.sequence else { return }
    head?.freeze(before: entry)
    merged.applied.removeAll {
      $0.id.replica == entry.id.replica && $0.id.sequence >= entry.id.sequence
    }
    merged.forks.append(
      Fork(replica: entry.id.replica, sequence: entry.id.sequence, counted: counted, proof: entry))
  }

  private mutating func wait(_ entry: Entry) {
    if !waiting.admit(entry) { refuse(entry, .crowded) }
  }

  private mutating func refuse(_ entry: Entry, _ reason: Refusal.Reason) {
    merged.refused.append(Refusal(id: entry.id, reason: reason))
  }
}
