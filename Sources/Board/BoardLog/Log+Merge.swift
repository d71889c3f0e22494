import EaselBase

extension Log {
  /// A function that returns whether the owner of a public key made a signature over a digest.
  public typealias Verifier = (_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool

  /// Merges entries from a file or a peer, in any order; repeated entries do no harm.
  ///
  /// Consecutive entries of one replica are *known* if the last of them has a valid signature and
  /// each entry holds the digest of the entry before it. Revocations, allowances and times decide
  /// which known entries count. A run that arrives in one call costs one signature check. Apart
  /// from this check, each entry costs well under a microsecond.
  ///
  /// An entry whose predecessor is unknown waits. Forged entries cannot displace genuine ones, in
  /// whatever order both arrive.
  ///
  /// - Parameter source: the member that sent the entries.
  public mutating func merge(
    _ entries: [Entry], from source: Source = .file, verify: Verifier
  ) -> MergeResult {
    var merged = MergeResult()
    var arrivals: [ReplicaID: [Entry]] = [:]
    for entry in entries {
      if let reason = flaw(of: entry) {
        merged.refused.append(RefusedEntry(id: entry.id, reason: reason))
      } else {
        arrivals[entry.id.replica, default: []].append(entry)
      }
    }
    for replica in arrivals.keys.sorted() {
      let arriving = arrivals[replica] ?? []
      if source.mayOnlyPassOn, heads[replica] == nil,
        !arriving.contains(where: { $0.replicaGenesis != nil })
      {
        merged.refused += arriving.map { RefusedEntry(id: $0.id, reason: .unknownReplica) }
      } else {
        merge(arriving, of: replica, from: source, into: &merged, verify: verify)
      }
    }
    wakeSleepers(into: &merged, verify: verify)
    merged.waiting = waiting.count
    isProvisional = isProvisional || merged.mustReread
    return merged
  }

  /// The member that sent entries, and whether it may send entries of unknown replicas.
  public struct Source: Hashable, Sendable {
    /// The member's id; nil for the board's own file.
    package let name: Bytes16?
    /// Whether the member may only pass entries on. Then the log refuses the member's entries of a
    /// replica that the log does not know.
    public let mayOnlyPassOn: Bool

    /// The board's own file.
    public static let file = Source(name: nil, mayOnlyPassOn: false)

    /// Returns the source for entries that a member of the session sent.
    ///
    /// - Parameters:
    ///   - name: the member's id.
    ///   - mayOnlyPassOn: whether the log refuses the member's entries of unknown replicas.
    public static func member(_ name: Bytes16, mayOnlyPassOn: Bool = false) -> Source {
      Source(name: name, mayOnlyPassOn: mayOnlyPassOn)
    }
  }

  /// Retries the replicas whose next entry was too far in the future, and merges those that fit
  /// now. Each merged replica may make the next entries of other replicas acceptable.
  private mutating func wakeSleepers(into merged: inout MergeResult, verify: Verifier) {
    while true {
      let awake = sleepers.filter { $0.value.raw <= latest(of: author(of: $0.key)) }.keys.sorted()
      if awake.isEmpty { return }
      for replica in awake {
        sleepers[replica] = nil
        merge([], of: replica, from: .file, into: &merged, verify: verify)
        // The file may hold entries of this replica that `waiting` does not.
        if behind.contains(replica), sleepers[replica] == nil { merged.mustReread = true }
      }
    }
  }

  private func author(of replica: ReplicaID) -> AuthorID? {
    heads[replica]?.author ?? waiting.replicaGenesis(of: replica)?.author
  }

  private mutating func merge(
    _ arrivals: [Entry], of replica: ReplicaID, from source: Source, into merged: inout MergeResult,
    verify: Verifier
  ) {
    let head = removeHead(of: replica)
    let replicaGenesis =
      arrivals.lazy.compactMap(\.replicaGenesis).first ?? waiting.replicaGenesis(of: replica)
    let author = head?.author ?? replicaGenesis?.author
    var run = ReplicaMerge(
      replica: replica, head: head, limits: limits(of: replica, by: author), source: source,
      waiting: waiting, merged: merged)
    // The ReplicaMerge now owns both values. A second reference would make every change a copy.
    waiting = PendingEntries()
    merged = MergeResult()
    let before = run.merged.applied.count
    run.merge(arrivals, verify: verify)
    waiting = run.waiting
    merged = run.merged
    sleepers[replica] = run.sleepsUntil
    if let head = run.head { setHead(head) }
    // A freeze may have removed entries that this merge applied before.
    for entry in merged.applied.dropFirst(min(before, merged.applied.count)) {
      noteCounted(entry)
      guard mode == .counting, revocations.add(entry, owner: genesis.author) else { continue }
      merged.mustReread = true
    }
  }

  private func limits(of replica: ReplicaID, by author: AuthorID?) -> ReplicaMerge.Limits {
    var limits = ReplicaMerge.Limits()
    guard mode == .counting else { return limits }
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

  /// Returns why no log of this board can accept the entry; nil if a log may accept it.
  private func flaw(of entry: Entry) -> RefusedEntry.Reason? {
    let (number, time) = (entry.id.sequence, entry.stamp.lamport)
    // The time rises by at least 1 with each entry, so an entry's time is never less than its
    // number.
    guard number.raw >= 1, number <= .max, time <= .max, time.raw >= number.raw else {
      return .outOfRange
    }
    guard entry.payload.count <= Log.payloadLimit else { return .tooLarge }
    guard entry.signature.count <= Log.signatureLimit else { return .badSignature }
    guard (number.raw == 1) == (entry.previous == nil) else { return .brokenChain }
    guard let replicaGenesis = entry.replicaGenesis else {
      return number.raw == 1 ? .badReplicaGenesis : nil
    }
    guard number.raw == 1, replicaGenesis.isWellFormed, replicaGenesis.author == entry.stamp.author,
      replicaGenesis.replica(on: board) == entry.id.replica
    else { return .badReplicaGenesis }
    return nil
  }
}

extension Entry {
  /// The bytes that the entry adds to the weight of a log.
  var weight: Int { payload.count + Log.entryOverhead }
}
