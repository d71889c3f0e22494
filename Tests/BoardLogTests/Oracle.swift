import EaselBase

@testable import BoardLog

/// The state that a log must have for a set of entries, found the slow way and by the definition:
/// it looks at all of them at once, again and again until nothing changes.
struct Oracle {
  struct Tip: Equatable {
    var number: UInt64 = 0
    var digest: Digest?
    var lamport: UInt64 = 0
    var isFrozen = false
  }

  private(set) var tips: [ReplicaID: Tip] = [:]
  private(set) var counted: [EntryID: Digest] = [:]
  private(set) var lamport: Lamport
  private(set) var weight = 0
  private let genesis: BoardGenesis
  private let allowances: Log.Allowances
  /// Each replica's entries up to where its author contradicted themselves.
  private var chains: [ReplicaID: [Entry]] = [:]
  private var forked: Set<ReplicaID> = []

  init(
    _ entries: [Entry], keys: [ReplicaID: ReplicaGenesis], on genesis: BoardGenesis = .unowned,
    allowances: Log.Allowances = Log.Allowances()
  ) {
    (self.genesis, self.allowances, lamport) = (genesis, allowances, genesis.time)
    let valid = Self.answeredFor(entries, keys: keys)
    for (replica, entries) in Dictionary(grouping: valid, by: \.id.replica) {
      chain(replica, entries)
    }
    let all = chains.values.flatMap { $0 }
    let first = timely(affordable(all))
    let rulings = first.filter { $0.purpose == .revoke && $0.stamp.author == genesis.author }
      .sorted { $0.stamp.order < $1.stamp.order }.compactMap { Revocation(decoding: $0.payload) }
    let unrevoked = all.filter { entry in
      guard entry.stamp.author != genesis.author,
        let end = Self.end(of: entry.id.replica, by: entry.stamp.author, rulings)
      else { return true }
      return entry.id.sequence.raw <= end
    }
    let counting = timely(affordable(unrevoked))
    for entry in counting {
      counted[entry.id] = entry.digest
      weight += entry.weight
      lamport = max(lamport, entry.stamp.lamport)
    }
    lamport = min(lamport, Lamport(genesis.time.raw + UInt64(counting.count) + Log.lamportLead))
    for (replica, chain) in chains {
      var tip = Tip()
      let number = chain.count { counted[$0.id] != nil }
      if number > 0 {
        let last = chain[number - 1]
        tip = Tip(number: UInt64(number), digest: last.digest, lamport: last.stamp.lamport.raw)
      }
      let isCut = unrevoked.count { $0.id.replica == replica } < chain.count
      let isRuled =
        Self.end(of: replica, by: keys[replica]?.author ?? AuthorID(replica.raw), rulings)
        .map { $0 <= UInt64(chain.count) } ?? false
      let isOwn = keys[replica]?.author == genesis.author
      tip.isFrozen =
        forked.contains(replica) && number == chain.count && !isCut && (isOwn || !isRuled)
      if tip != Tip() { tips[replica] = tip }
    }
  }

  /// The last number that counts under these revocations, which are in the order of the log; nil
  /// where none limits it.
  static func end(
    of replica: ReplicaID, by author: AuthorID, _ rulings: [Revocation]
  ) -> UInt64? {
    var end: UInt64?
    for ruling in rulings.filter({ $0.authors.contains(author) }).suffix(16) {
      let named = ruling.vector[replica].raw
      let isFree = named == 0 && ruling.allowsNewReplicas && !ruling.excluded.contains(replica)
      let limit = isFree ? nil : named
      end = ruling.allowsNewReplicas ? limit : min(end ?? .max, limit ?? .max)
    }
    return end
  }

  /// The entries with a good signature, and all that these stand on.
  private static func answeredFor(_ entries: [Entry], keys: [ReplicaID: ReplicaGenesis]) -> [Entry]
  {
    let fitting = entries.filter { entry in
      guard let replicaGenesis = keys[entry.id.replica] else { return false }
      return entry.stamp.author == replicaGenesis.author
        && (entry.id.sequence.raw == 1
          ? entry.replicaGenesis == replicaGenesis : entry.replicaGenesis == nil)
    }
    let byDigest = Dictionary(fitting.map { ($0.digest, $0) }) { first, _ in first }
    var open = fitting.filter { entry in
      keys[entry.id.replica].map {
        standInVerify(entry.digest, entry.signature, $0.publicKey)
      } ?? false
    }
    var valid: [Digest: Entry] = [:]
    while let entry = open.popLast() {
      guard valid.updateValue(entry, forKey: entry.digest) == nil else { continue }
      if let parent = entry.previous.flatMap({ byDigest[$0] }) { open.append(parent) }
    }
    return Array(valid.values)
  }

  private mutating func chain(_ replica: ReplicaID, _ entries: [Entry]) {
    var chain: [Entry] = []
    while true {
      var options: [Digest: Entry] = [:]
      for entry in entries
      where entry.id.sequence.raw == UInt64(chain.count) + 1
        && entry.previous == chain.last?.digest
      {
        options[entry.digest] = entry
      }
      guard let one = options.values.first else { break }
      if options.count > 1 || one.stamp.lamport <= chain.last?.stamp.lamport ?? Lamport(0) {
        forked.insert(replica)
        break
      }
      chain.append(one)
    }
    chains[replica] = chain
  }

  private func affordable(_ entries: [Entry]) -> [Entry] {
    var spent: [AuthorID: [Bool: Int]] = [:]
    var stopped: Set<ReplicaID> = []
    return entries.sorted { $0.stamp.order < $1.stamp.order }.filter { entry in
      let author = entry.stamp.author
      let allowance = author == genesis.author ? allowances.owner : allowances.guest
      let draws = entry.purpose == .draw
      let sum = spent[author, default: [:]][draws, default: 0] + entry.weight
      if stopped.contains(entry.id.replica) { return false }
      guard sum <= (draws ? allowance.drawing : allowance.tidying) else {
        stopped.insert(entry.id.replica)
        return false
      }
      spent[author, default: [:]][draws] = sum
      return true
    }
  }

  /// The smallest set with: each entry that follows one of the set, or is a replica's first, and is
  /// not later than the set is large.
  private func timely(_ entries: [Entry]) -> [Entry] {
    var waiting = Dictionary(grouping: entries, by: \.id.replica)
      .mapValues { $0.sorted { $0.id < $1.id } }
    var set: [Entry] = []
    var changed = true
    while changed {
      changed = false
      for (replica, rest) in waiting {
        guard let next = rest.first,
          isTimely(next, after: set.count)
        else { continue }
        set.append(next)
        waiting[replica] = Array(rest.dropFirst())
        changed = true
      }
    }
    return set
  }

  private func isTimely(_ entry: Entry, after count: Int) -> Bool {
    entry.stamp.author == genesis.author
      || entry.stamp.lamport.raw <= genesis.time.raw + UInt64(count) + 1 + Log.lamportLead
  }

  /// In what a log stands elsewhere than this says; nil where it agrees.
  func difference(from log: Log) -> String? {
    for replica in Set(tips.keys).union(log.sortedHeads.map(\.replica)).sorted() {
      let (tip, head) = (tips[replica] ?? Tip(), log.head(of: replica))
      let (number, isFrozen) = (head?.sequence.raw ?? 0, head?.isFrozen ?? false)
      guard tip.number == number, tip.digest == head?.digest, tip.isFrozen == isFrozen else {
        return "\(replica.raw.high): \(tip.number) \(tip.isFrozen), not \(number) \(isFrozen)"
      }
    }
    let (here, there) = ([lamport.raw, UInt64(weight)], [log.lamport.raw, UInt64(log.weight)])
    return here == there && log.count == counted.count ? nil : "\(here), not \(there)"
  }
}
