import EaselBase

extension Log {
  /// The result of counting anew all known entries of a board.
  public struct Reading: Sendable {
    /// The newly counted log, which is not provisional.
    public let log: Log
    /// The entries that count. Those of one replica follow each other, so sort them by `Stamp.order`
    /// to have the order of the log.
    public let applied: [Entry]
    /// The number of given entries that do not belong to the board, because their hash or signature
    /// is wrong or the entries before them are missing.
    public let unread: Int
    /// The given entries that are not known entries of the board, with the reason for each.
    public let refused: [RefusedEntry]
  }

  /// Counts all known entries of a board, given in any order.
  ///
  /// An entry is known if it chains back to its replica's first entry and stands before any
  /// contradiction of its author. A known entry counts if it passes three tests, in this order.
  /// First, it lies within its author's allowance, by the order of the log. Second, the owner has
  /// not revoked it. Third, its time is not too far ahead of the number of entries that count.
  public static func reading(
    _ genesis: BoardGenesis, allowances: Allowances = Allowances(), _ entries: [Entry],
    verify: Verifier
  ) -> Reading {
    var known = Log(genesis, allowances, .chaining)
    let merged = known.merge(entries, verify: verify)
    let lost = merged.refused.count { $0.reason != .frozen } + merged.waiting
    let counted = Counting(known, merged.applied, verify: verify)
    return Reading(
      log: counted.log, applied: counted.applied, unread: lost, refused: merged.refused)
  }
}

/// Decides which known entries count.
private struct Counting {
  private(set) var log: Log
  private(set) var applied: [Entry] = []
  private let known: Log

  /// - Parameter entries: all entries of `known`, each replica's entries in sequence.
  init(_ known: Log, _ entries: [Entry], verify: Log.Verifier) {
    self.known = known
    log = Log(known.genesis, known.allowances, .counting)
    if isUnlimited(entries) {
      for head in known.sortedHeads { log.setHead(head) }
      for entry in entries { log.noteCounted(entry) }
      applied = entries
      freeze()
      return
    }
    let ordered = entries.sorted { $0.stamp.order < $1.stamp.order }
    var revocations = Revocations()
    for entry in timely(withinAllowances(ordered)).counted {
      revocations.add(entry, owner: log.genesis.author)
    }
    log.revocations = revocations
    let unrevoked = ordered.filter { !isRevoked($0) }
    let (counted, early) = timely(withinAllowances(unrevoked))
    count(counted)
    freeze()
    setAside(unrevoked, early: early, verify: verify)
  }

  /// Returns whether all entries are within the limits and no entry is a revocation, as on nearly
  /// every board.
  private func isUnlimited(_ entries: [Entry]) -> Bool {
    var charges: [AuthorID: AuthorCharge] = [:]
    for entry in entries {
      guard entry.stamp.lamport.raw <= log.latest(of: entry.stamp.author), entry.purpose != .revoke
      else { return false }
      charges[entry.stamp.author, default: AuthorCharge()].add(entry)
    }
    return charges.allSatisfy { author, charge in
      let allowance = log.allowance(of: author)
      return charge.drawing <= allowance.drawing && charge.tidying <= allowance.tidying
    }
  }

  private func isRevoked(_ entry: Entry) -> Bool {
    let limit = log.revocations.limit(of: entry.id.replica, by: entry.stamp.author)
    return limit.map { entry.id.sequence > $0 } ?? false
  }

  /// Returns the entries that lie within their author's allowance. After the first entry that
  /// exceeds it, no entry of the same replica is returned.
  private func withinAllowances(_ entries: [Entry]) -> [Entry] {
    var charges: [AuthorID: AuthorCharge] = [:]
    var ended: Set<ReplicaID> = []
    return entries.filter { entry in
      let (author, replica) = (entry.stamp.author, entry.id.replica)
      guard !ended.contains(replica) else { return false }
      guard
        charges[author, default: AuthorCharge()].hasRoom(for: entry, in: log.allowance(of: author))
      else {
        ended.insert(replica)
        return false
      }
      charges[author, default: AuthorCharge()].add(entry)
      return true
    }
  }

  /// Separates the entries that count from the entries whose time is too far ahead.
  private func timely(_ entries: [Entry]) -> (counted: [Entry], early: [Entry]) {
    let owner = log.genesis.author
    // The owner's entries count at any time, and each of them allows the other authors a later
    // time.
    var count = entries.count { $0.stamp.author == owner }
    var (counted, early) = ([Entry](), [Entry]())
    for entry in entries {
      let author = entry.stamp.author
      guard entry.stamp.lamport.raw <= log.latest(of: author, after: count) else {
        early.append(entry)
        continue
      }
      counted.append(entry)
      if author != owner { count += 1 }
    }
    return (counted, early)
  }

  private mutating func count(_ entries: [Entry]) {
    var heads: [ReplicaID: Head] = [:]
    for entry in entries {
      let replica = entry.id.replica
      var head =
        heads.removeValue(forKey: replica) ?? entry.replicaGenesis.map { Head($0, replica) }
      head?.reserve(Int(clamping: known.vector[replica].raw))
      head?.advance(to: entry)
      heads[replica] = head
      log.noteCounted(entry)
    }
    for head in heads.values { log.setHead(head) }
    applied = entries
  }

  /// Freezes each replica whose entries count up to its contradiction. A replica that a revocation
  /// ends before its contradiction is not frozen.
  private mutating func freeze() {
    for frozen in known.sortedHeads where frozen.isFrozen {
      let counted = log.vector[frozen.replica]
      let limit = log.revocations.limit(of: frozen.replica, by: frozen.author)
      guard counted == frozen.sequence, limit.map({ counted < $0 }) ?? true else { continue }
      // If no entry of the replica counts, only the replica's genesis is known.
      var head = log.removeHead(of: frozen.replica) ?? frozen
      head.freeze()
      log.setHead(head)
    }
  }

  /// Notes the known entries behind the entries that count, whose time is too far ahead or which
  /// exceed an allowance, so that they can count later.
  private mutating func setAside(_ unrevoked: [Entry], early: [Entry], verify: Log.Verifier) {
    for head in known.sortedHeads where log.vector[head.replica] < head.sequence {
      log.behind.insert(head.replica)
    }
    for entry in early.reversed() { _ = log.waiting.admit(entry, from: .file) }
    let early = Set(early.map(\.id))
    var ended: [ReplicaID: [Entry]] = [:]
    for entry in unrevoked where entry.id.sequence > log.vector[entry.id.replica] {
      let replica = entry.id.replica
      if early.contains(entry.id) {
        if log.vector[replica].next == entry.id.sequence {
          log.sleepers[replica] = entry.stamp.lamport
        }
      } else {
        ended[replica, default: []].append(entry)
      }
    }
    for (replica, entries) in ended where log.sleepers[replica] == nil {
      log.ends[replica] = log.vector[replica]
      // The next entry waits together with the following entries, up to the first valid signature.
      // If its author signs a second entry for the same place, these entries help to prove the
      // contradiction.
      for entry in entries.throughSignature(by: known.head(of: replica), verify: verify).reversed()
      {
        _ = log.waiting.admit(entry, from: .file)
      }
    }
  }
}

extension [Entry] {
  /// Returns one replica's entries up to the first entry that has a valid signature of its own.
  fileprivate func throughSignature(by head: Head?, verify: Log.Verifier) -> ArraySlice<Entry> {
    guard let head else { return [] }
    let signed = firstIndex { verify($0.digest, $0.signature, head.publicKey) }
    return self[...(signed ?? endIndex - 1)]
  }
}
