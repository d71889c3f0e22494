import EaselBase

/// Merges the entries of one replica: extends the chain from the head, and counts the chain up to
/// its last entry that has a valid signature.
///
/// A ``SignatureFilter`` first removes forged entries in the author's name. Two remaining entries
/// that claim the same place were both written by their author.
struct ReplicaMerge {
  let replica: ReplicaID
  private(set) var head: Head?
  private(set) var waiting: PendingEntries
  private(set) var merged: MergeResult
  /// The time of the next entry, if only this time keeps the entry from counting; otherwise nil.
  private(set) var sleepsUntil: Lamport?
  private var limits: Limits
  private let source: Log.Source
  /// The last entry of the replica that counted before this merge.
  private let begun: SequenceNumber
  private var filter: SignatureFilter?
  private var chain: [Entry] = []
  /// Entries that do not count yet.
  private var later: [Entry] = []
  /// Rivals: entries with the number of another entry, or entries that do not continue the chain at
  /// their number.
  private var rivals: [Entry] = []
  /// The reason why the chain cannot grow now, or can never grow.
  private var stop: Stop?

  /// The limits up to which a replica's entries count; nil stands for no limit.
  struct Limits {
    /// The latest time that the next entry may have.
    var latest: UInt64?
    var charge = AuthorCharge()
    var allowance: Allowance?
    var revokedAfter: SequenceNumber?
    /// The last entry that may count, if the replica has more known entries than entries that
    /// count.
    var end: SequenceNumber?
    var isProvisional = false
  }

  private enum Stop: Equatable {
    /// The time of the next entry is too far ahead.
    case early
    /// The next entry exceeds its author's allowance.
    case overAllowance
    /// The board's owner has ended the replica before the next entry.
    case revoked
    /// The next entry would use up the allowance of a later entry that already counts.
    case displaces
  }

  init(
    replica: ReplicaID, head: Head?, limits: Limits, source: Log.Source, waiting: PendingEntries,
    merged: MergeResult
  ) {
    self.replica = replica
    self.head = head
    self.limits = limits
    self.source = source
    self.waiting = waiting
    self.merged = merged
    begun = head?.sequence ?? SequenceNumber(0)
  }

  mutating func merge(_ arrivals: [Entry], verify: Log.Verifier) {
    // A rival below a frozen head may need the signature of a later entry. If a rival arrives, this
    // merge therefore also judges the entries after the head.
    let isBesideRival = arrivals.contains(where: isRivalOfWhatCounts)
    let news = arrivals.filter { isNews($0, isBesideRival: isBesideRival) }
    let known = sieved(news, verify: verify)
    for entry in known {
      followUp()
      fit(entry)
    }
    followUp()
    rivals += later.filter { $0.id.sequence.raw < next }
    later = later.filter { $0.id.sequence.raw >= next }
    countSigned(verify: verify)
    for rival in rivals.sorted(by: { $0.id < $1.id }) { judge(rival, verify: verify) }
    rivals = []
    judgeNextPlace(verify: verify)
    setAside(verify: verify)
  }

  private var next: UInt64 {
    (chain.last?.id.sequence ?? head?.sequence ?? SequenceNumber(0)).raw + 1
  }

  private func isRivalOfWhatCounts(_ entry: Entry) -> Bool {
    guard let head else { return false }
    return entry.id.sequence <= head.sequence && !head.holds(entry)
  }

  private mutating func isNews(_ entry: Entry, isBesideRival: Bool) -> Bool {
    guard let head else { return !waiting.isSieved(replica) || !waiting.holds(entry) }
    if head.holds(entry) || waiting.holds(entry) { return false }
    let isBehindFrozen = head.isFrozen && entry.id.sequence > head.sequence
    guard isBehindFrozen && !isBesideRival else { return true }
    refuse(entry, .frozen)
    return false
  }

  /// Returns the arrived entries that the author's signatures cover. Without a first entry, the
  /// author's key is unknown, so all entries wait.
  private mutating func sieved(_ arrivals: [Entry], verify: Log.Verifier) -> [Entry] {
    let replicaGenesis =
      arrivals.lazy.compactMap(\.replicaGenesis).first ?? waiting.replicaGenesis(of: replica)
    guard let key = head?.publicKey ?? replicaGenesis?.publicKey,
      let author = head?.author ?? replicaGenesis?.author
    else {
      later = arrivals
      return []
    }
    var filter = SignatureFilter(publicKey: key, author: author)
    let isSieved = head != nil || waiting.isSieved(replica)
    var known = filter.pass(
      arrivals, isAnsweredFor: { isSieved && waiting.child(of: $0) != nil }, verify: verify)
    // A valid first entry has arrived, so the pending entries are checked now. A forged first entry
    // does not get here, so it cannot cause repeated checks of all pending entries.
    if !isSieved, known.first?.replicaGenesis != nil {
      known = filter.pass(
        known + waiting.leave(replica), isAnsweredFor: { _ in false }, verify: verify)
    }
    merged.refused += filter.refused
    self.filter = filter
    return known
  }

  /// Adds the pending entries that continue this chain, until none continues it.
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
    } else if let reason = reasonToStop(entry) {
      if stop == nil { stop = reason }
      later.append(entry)
    } else {
      chain.append(entry)
      limits.charge.add(entry)
      if waiting.count > 0 { rivals += waiting.leave(entry.id) }
    }
  }

  /// Returns whether the entry directly follows the end of the chain, and has a later time.
  private func continues(_ entry: Entry) -> Bool {
    if let last = chain.last {
      return entry.previous == last.digest && entry.stamp.lamport > last.stamp.lamport
    }
    guard let head else { return true }
    return !head.isFrozen && entry.previous == head.digest && entry.stamp.lamport > head.lamport
  }

  /// Returns the reason why the next entry of the chain cannot count; nil if it can.
  private func reasonToStop(_ entry: Entry) -> Stop? {
    if let stop { return stop }
    if let end = limits.end, entry.id.sequence > end { return .overAllowance }
    if let end = limits.revokedAfter, entry.id.sequence > end { return .revoked }
    if let latest = limits.latest, entry.stamp.lamport.raw > latest + UInt64(chain.count) {
      return .early
    }
    guard let allowance = limits.allowance, !limits.charge.hasRoom(for: entry, in: allowance) else {
      return nil
    }
    let isLast = limits.charge.last.map { $0 < entry.stamp.order } ?? true
    return isLast ? .overAllowance : .displaces
  }

  /// Counts the chain up to its last entry with a valid signature of its own, so that every reader
  /// can check the entries that count. The other entries wait for a signature that covers them.
  private mutating func countSigned(verify: Log.Verifier) {
    while var last = chain.last, filter?.isSigned(last, verify: verify) != true {
      // The signature is absent or invalid. Without it, the entry is not checked again.
      last.signature = []
      later.append(last)
      chain.removeLast()
      // A limit separates entries that share one signature. Only a new count of all entries can
      // decide which of them count.
      if stop != nil { stop = .displaces }
    }
    guard let first = chain.first,
      var grown = head ?? first.replicaGenesis.map({ Head($0, replica) })
    else { return }
    head = nil
    grown.reserve(chain.count)
    for entry in chain { grown.advance(to: entry) }
    head = grown
    merged.applied += chain
    chain.removeAll()
  }

  /// Freezes the replica if two different entries wait for the next number, because they contradict
  /// each other.
  private mutating func judgeNextPlace(verify: Log.Verifier) {
    guard stop == .early || stop == .overAllowance, head?.isFrozen != true else { return }
    let others = waiting.entries(at: EntryID(replica, SequenceNumber(next)))
    let here = (later + others).filter { $0.id.sequence.raw == next && $0.previous == head?.digest }
    guard let first = here.first, here.contains(where: { $0.digest != first.digest }),
      var frozen = head ?? first.replicaGenesis.map({ Head($0, replica) })
    else { return }
    frozen.freeze()
    head = frozen
    var proof: [Entry] = []
    for entry in here where !proof.contains(where: { $0.digest == entry.digest }) {
      proof += signedRun(from: entry, verify: verify)
    }
    merged.forks.append(
      Fork(replica: replica, sequence: first.id.sequence, proof: proof))
  }

  /// Judges a rival, whose number another entry has. The two contradict each other if the rival
  /// directly follows an entry that counts.
  private mutating func judge(_ rival: Entry, verify: Log.Verifier) {
    guard let head else {
      later.append(rival)
      return
    }
    if head.holds(rival) { return }
    if head.isFrozen && rival.id.sequence > head.sequence {
      refuse(rival, .frozen)
    } else if let end = limits.revokedAfter, rival.id.sequence > end {
      // The owner has ended the replica before the contradiction.
      refuse(rival, .revoked)
    } else if head.isParent(of: rival) {
      freeze(before: rival, verify: verify)
    } else if rival.id.sequence.raw <= head.sequence.raw + 1 {
      refuse(rival, .brokenChain)
    } else {
      later.append(rival)
    }
  }

  private mutating func freeze(before rival: Entry, verify: Log.Verifier) {
    head?.freeze(before: rival)
    if begun >= rival.id.sequence { merged.mustReread = true }
    func isTakenBack(_ entry: Entry) -> Bool {
      entry.id.replica == replica && entry.id.sequence >= rival.id.sequence
    }
    var proof = merged.applied.filter(isTakenBack)
    merged.applied.removeAll(where: isTakenBack)
    if let other = (later + waiting.entries(at: rival.id)).first(where: {
      $0.id == rival.id && $0.previous == rival.previous && $0.digest != rival.digest
    }) {
      // The other entry exceeded the author's allowance, so it was never applied.
      proof += signedRun(from: other, verify: verify)
    }
    proof += signedRun(from: rival, verify: verify)
    merged.forks.append(
      Fork(replica: replica, sequence: rival.id.sequence, proof: proof))
  }

  /// Returns the entry and the entries that follow it, up to the first valid signature.
  private mutating func signedRun(from entry: Entry, verify: Log.Verifier) -> [Entry] {
    var run = [entry]
    let others = Dictionary(
      (rivals + later).compactMap { entry in entry.previous.map { ($0, entry) } }
    ) { first, _ in first }
    var last = entry
    while filter?.isSigned(last, verify: verify) != true,
      let child = others[last.digest] ?? waiting.child(of: last)
    {
      run.append(child)
      last = child
    }
    return run
  }

  /// Adds the entries that do not count to the pending entries, the last entry first. If there is
  /// not enough room, the signed last entries stay, and the log asks for the earlier ones again.
  private mutating func setAside(verify: Log.Verifier) {
    let isFrozen = head?.isFrozen == true
    if isFrozen || stop == .revoked || stop == .overAllowance { later += waiting.leave(replica) }
    if isFrozen {
      stop = nil
    } else if stop == .displaces, !limits.isProvisional {
      return keepEvidence()
    }
    if stop == .early {
      sleepsUntil = later.filter { $0.id.sequence.raw == next }.map(\.stamp.lamport).min()
    }
    var rivalsMayCome: Set<Digest> = []
    if stop == .overAllowance {
      merged.overdrawn.formUnion(later.map(\.stamp.author))
      // The next entry waits together with the following entries, up to the first valid signature.
      // If its author signs a second entry for the same place, these entries help to prove the
      // contradiction.
      for entry in later where entry.id.sequence.raw == next {
        rivalsMayCome.formUnion(signedRun(from: entry, verify: verify).map(\.digest))
      }
    }
    for entry in later.sorted(by: { $0.id > $1.id }) {
      if isFrozen {
        refuse(entry, .frozen)
      } else if stop == .revoked {
        refuse(entry, .revoked)
      } else if stop == .overAllowance, !rivalsMayCome.contains(entry.digest) {
        refuse(entry, .overAllowance)
      } else if !waiting.admit(entry, from: source) {
        refuse(entry, .crowded)
      }
    }
    later = []
  }

  /// Makes the caller store the entries that decide which others count, and count all entries anew.
  private mutating func keepEvidence() {
    merged.evidence += (later + waiting.leave(replica)).inBranches
    merged.mustReread = true
    later = []
  }

  private mutating func refuse(_ entry: Entry, _ reason: RefusedEntry.Reason) {
    merged.refused.append(RefusedEntry(id: entry.id, reason: reason))
  }
}

extension [Entry] {
  /// One replica's entries, each branch of the chain without a gap. So a member can pass a
  /// branch on, and the receiver can check its signature.
  fileprivate var inBranches: [Entry] {
    var children = Dictionary(grouping: sorted { $0.id < $1.id }, by: \.previous)
    let parents = Set(map(\.digest))
    var open = filter { $0.previous.map { !parents.contains($0) } ?? true }
      .sorted { $0.id > $1.id }
    var branches: [Entry] = []
    while let entry = open.popLast() {
      branches.append(entry)
      open += children.removeValue(forKey: entry.digest)?.reversed() ?? []
    }
    return branches
  }
}
