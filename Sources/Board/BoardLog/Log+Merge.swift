import EaselBase

extension Log {
  /// Whether a signature over a digest is by the owner of a public key.
  public typealias Verifier = (_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool

  /// Merges entries from a file or a peer, in any order, any number of times.
  ///
  /// A run of one replica's entries counts when its last signature verifies and the hashes chain
  /// back, so that a long run costs one check; it must come in one piece. What does not chain yet
  /// waits. Nothing that others wrote in an author's name, before or with the author's entries,
  /// changes what becomes of these. Entries each cost well under a microsecond beside that check.
  ///
  /// - Parameter source: the member who brought them.
  public mutating func merge(
    _ entries: [Entry], from source: Source = .file, verify: Verifier
  ) -> MergeResult {
    var merged = MergeResult()
    var arrivals: [ReplicaID: [Entry]] = [:]
    for entry in entries {
      if let reason = flaw(of: entry) {
        merged.refused.append(RejectedEntry(id: entry.id, reason: reason))
      } else {
        arrivals[entry.id.replica, default: []].append(entry)
      }
    }
    for replica in arrivals.keys.sorted() {
      let arriving = arrivals[replica] ?? []
      if source.mayOnlyPassOn, heads[replica] == nil, !arriving.contains(where: { $0.birth != nil })
      {
        merged.refused += arriving.map { RejectedEntry(id: $0.id, reason: .unknownReplica) }
      } else {
        merge(arriving, of: replica, from: source, into: &merged, verify: verify)
      }
    }
    wakeSleepers(into: &merged, verify: verify)
    merged.waiting = waiting.count
    isProvisional = isProvisional || merged.mustReread
    return merged
  }

  /// The member that brought entries, and whether it may bring entries of unknown replicas.
  public struct Source: Hashable, Sendable {
    let name: Bytes16?
    /// They may not draw: entries of a replica that nobody knows yet are refused.
    public let mayOnlyPassOn: Bool

    /// The board's own file.
    public static let file = Source(name: nil, mayOnlyPassOn: false)

    public static func member(_ name: Bytes16, mayOnlyPassOn: Bool = false) -> Source {
      Source(name: name, mayOnlyPassOn: mayOnlyPassOn)
    }
  }

  /// What one replica gained may be what others waited for: their time is no longer far ahead.
  private mutating func wakeSleepers(into merged: inout MergeResult, verify: Verifier) {
    while true {
      let awake = sleepers.filter { $0.value.raw <= latest(of: author(of: $0.key)) }.keys.sorted()
      if awake.isEmpty { return }
      for replica in awake {
        sleepers[replica] = nil
        merge([], of: replica, from: .file, into: &merged, verify: verify)
        // The room where entries wait may not hold all that the file has of this replica.
        if behind.contains(replica), sleepers[replica] == nil { merged.mustReread = true }
      }
    }
  }

  private func author(of replica: ReplicaID) -> AuthorID? {
    heads[replica]?.author ?? waiting.birth(of: replica)?.author
  }

  private mutating func merge(
    _ arrivals: [Entry], of replica: ReplicaID, from source: Source, into merged: inout MergeResult,
    verify: Verifier
  ) {
    let head = removeHead(of: replica)
    let birth = arrivals.lazy.compactMap(\.birth).first ?? waiting.birth(of: replica)
    let author = head?.author ?? birth?.author
    var run = ReplicaMerge(
      replica: replica, head: head, limits: limits(of: replica, by: author), source: source,
      waiting: waiting, merged: merged)
    // The run now owns both; a second reference would make every change a copy.
    waiting = PendingEntries()
    merged = MergeResult()
    let before = run.merged.applied.count
    run.merge(arrivals, verify: verify)
    waiting = run.waiting
    merged = run.merged
    sleepers[replica] = run.sleepsUntil
    if let head = run.head { setHead(head) }
    // A freeze may have taken back what this merge applied before.
    for entry in merged.applied.dropFirst(min(before, merged.applied.count)) {
      noteCounted(entry)
      guard mode == .counting, revocations.add(entry, owner: genesis.author) else { continue }
      merged.mustReread = true
    }
  }

  private func limits(of replica: ReplicaID, by author: AuthorID?) -> ReplicaMerge.Limits {
    guard mode == .counting else { return ReplicaMerge.Limits(old: old[replica]) }
    if let head = old[replica] { return ReplicaMerge.Limits(old: head) }
    var limits = ReplicaMerge.Limits(old: nil)
    limits.latest = latest(of: author)
    limits.isProvisional = isProvisional
    limits.end = ends[replica]
    if let author {
      limits.charge = charge(of: author)
      limits.allowance = allowance(of: author)
      limits.revokedAfter = revocations.limit(of: replica, by: author)
    }
    return limits
  }

  /// The reason why no log of this board can count the entry; nil where there is none.
  private func flaw(of entry: Entry) -> RejectedEntry.Reason? {
    let (number, time) = (entry.id.sequence, entry.stamp.lamport)
    // Each entry's time is above that of the one before, so no number is above its time.
    guard number.raw >= 1, number <= .max, time <= .max, time.raw >= number.raw else {
      return .outOfRange
    }
    guard entry.payload.count <= Log.payloadLimit else { return .tooLarge }
    guard entry.signature.count <= Log.signatureLimit else { return .badSignature }
    guard (number.raw == 1) == (entry.previous == nil) else { return .brokenChain }
    if let head = old[entry.id.replica] {
      // Time rises along a chain, so nothing that leads to the head is later than it.
      guard number <= head.sequence, time <= head.lamport,
        number < head.sequence || entry.digest == head.digest
      else { return .frozen }
    }
    guard let birth = entry.birth else { return number.raw == 1 ? .badBirth : nil }
    guard number.raw == 1, birth.isWellFormed, birth.author == entry.stamp.author,
      isOfThisBoard(birth, entry.id.replica)
    else { return .badBirth }
    return nil
  }

  private func isOfThisBoard(_ birth: ReplicaGenesis, _ replica: ReplicaID) -> Bool {
    if mode == .chainingOld || old[replica] != nil { return birth.oldReplica == replica }
    return birth.replica(on: board) == replica
  }
}

extension Entry {
  /// The bytes that it adds to the weight of a log.
  var weight: Int { payload.count + Log.entryOverhead }
}
