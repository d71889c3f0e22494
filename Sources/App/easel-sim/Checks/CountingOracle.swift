import BoardLog
import EaselBase
import GroupTesting

/// Works out which of a board's known entries count, in the plainest way: by the definition, and
/// from all entries at once. `Log` shares no code with it.
struct CountingOracle {
  struct Tip: Equatable {
    var number: UInt64 = 0
    var digest: Digest?
    var isFrozen = false
  }

  private(set) var tips: [ReplicaID: Tip] = [:]
  private(set) var count = 0
  private(set) var weight = 0
  private(set) var lamport: Lamport
  private let genesis: BoardGenesis
  private let allowances: Log.Allowances
  /// Each replica's entries up to the point where its author contradicted itself.
  private var chains: [ReplicaID: [Entry]] = [:]
  private var forked: Set<ReplicaID> = []

  /// - Parameter maySign: whether an entry signed with this key may count.
  init(
    _ entries: [Entry], on genesis: BoardGenesis, _ allowances: Log.Allowances,
    maySign: ([UInt8]) -> Bool
  ) {
    (self.genesis, self.allowances, lamport) = (genesis, allowances, genesis.time)
    for (replica, entries) in Dictionary(grouping: entries, by: \.id.replica) {
      let replicaGeneses = Set(entries.compactMap(\.replicaGenesis)).filter {
        $0.replica(on: genesis.id) == replica && maySign($0.publicKey)
      }
      guard let replicaGenesis = replicaGeneses.first else { continue }
      chain(
        replica, entries.filter { $0.stamp.author == replicaGenesis.author }, by: replicaGenesis)
    }
    let all = chains.values.flatMap { $0 }
    let rulings = timely(affordable(all))
      .filter { $0.purpose == .revoke && $0.stamp.author == genesis.author }
      .sorted { $0.stamp.order < $1.stamp.order }.compactMap { Revocation(decoding: $0.payload) }
    let allowed = all.filter { entry in
      guard let end = end(of: entry.id.replica, entry.stamp.author, rulings) else { return true }
      return entry.id.sequence <= end
    }
    let counting = timely(affordable(allowed))
    count = counting.count
    for entry in counting {
      weight += entry.payload.count + Log.entryOverhead
      lamport = max(lamport, entry.stamp.lamport)
    }
    lamport = min(lamport, Lamport(genesis.time.raw + UInt64(count) + Log.lamportLead))
    note(Set(counting.map(\.digest)), rulings)
  }

  /// Returns the last sequence number of a replica that counts under the owner's revocations; nil
  /// if no revocation limits the replica.
  private func end(
    of replica: ReplicaID, _ author: AuthorID, _ rulings: [Revocation]
  ) -> SequenceNumber? {
    guard author != genesis.author else { return nil }
    var end: SequenceNumber?
    for ruling in rulings.filter({ $0.authors.contains(author) }).suffix(16) {
      let named = ruling.vector[replica]
      if ruling.allowsNewReplicas {
        end = named.raw > 0 || ruling.excluded.contains(replica) ? named : nil
      } else {
        end = end.map { min($0, named) } ?? named
      }
    }
    return end
  }

  private mutating func note(_ counting: Set<Digest>, _ rulings: [Revocation]) {
    for (replica, chain) in chains {
      let counted = chain.prefix { counting.contains($0.digest) }
      var tip = Tip(number: UInt64(counted.count), digest: counted.last?.digest)
      let author = replicaGeneses[replica] ?? AuthorID(replica.raw)
      let isEnded = end(of: replica, author, rulings).map { $0.raw <= tip.number } ?? false
      tip.isFrozen = forked.contains(replica) && counted.count == chain.count && !isEnded
      if tip != Tip() { tips[replica] = tip }
    }
  }

  private var replicaGeneses: [ReplicaID: AuthorID] = [:]

  /// Adds a replica's chain. A signature covers its entry and all entries before it in the chain.
  private mutating func chain(
    _ replica: ReplicaID, _ entries: [Entry], by replicaGenesis: ReplicaGenesis
  ) {
    replicaGeneses[replica] = replicaGenesis.author
    var signed: [Digest: Entry] = [:]
    var waiting = entries.filter {
      StandInSigner.verifies($0.digest, $0.signature, replicaGenesis.publicKey)
    }
    let byDigest = Dictionary(entries.map { ($0.digest, $0) }) { first, _ in first }
    while let entry = waiting.popLast() {
      guard signed.updateValue(entry, forKey: entry.digest) == nil,
        let parent = entry.previous.flatMap({ byDigest[$0] })
      else { continue }
      waiting.append(parent)
    }
    let signedByNumber = Dictionary(grouping: signed.values, by: \.id.sequence.raw)
    var chain: [Entry] = []
    while true {
      let options = (signedByNumber[UInt64(chain.count) + 1] ?? [])
        .filter { $0.previous == chain.last?.digest }
      guard let one = options.first else { break }
      if options.count > 1 || one.stamp.lamport <= chain.last?.stamp.lamport ?? Lamport(0) {
        forked.insert(replica)
        break
      }
      chain.append(one)
    }
    chains[replica] = chain
  }

  /// Returns each author's entries in the order of the log, as far as the two allowances reach.
  private func affordable(_ entries: [Entry]) -> [Entry] {
    var spent: [AuthorID: (drawing: Int, tidying: Int)] = [:]
    var stopped: Set<ReplicaID> = []
    return entries.sorted { $0.stamp.order < $1.stamp.order }.filter { entry in
      if stopped.contains(entry.id.replica) { return false }
      let author = entry.stamp.author
      let allowance = author == genesis.author ? allowances.owner : allowances.guest
      var sum = spent[author] ?? (0, 0)
      let weight = entry.payload.count + Log.entryOverhead
      if entry.purpose == .draw { sum.drawing += weight } else { sum.tidying += weight }
      guard sum.drawing <= allowance.drawing, sum.tidying <= allowance.tidying else {
        stopped.insert(entry.id.replica)
        return false
      }
      spent[author] = sum
      return true
    }
  }

  /// Returns the smallest set with this property: an entry is in the set if it is its replica's
  /// first or its predecessor is in the set, and if its time is not too late for the size of the
  /// set.
  private func timely(_ entries: [Entry]) -> [Entry] {
    var waiting = Dictionary(grouping: entries, by: \.id.replica)
      .mapValues { ArraySlice($0.sorted { $0.id < $1.id }) }
    var set: [Entry] = []
    var before = -1
    while before < set.count {
      before = set.count
      for replica in waiting.keys {
        while let next = waiting[replica]?.first,
          isTimely(next, after: set.count)
        {
          set.append(next)
          waiting[replica]?.removeFirst()
        }
        if waiting[replica]?.isEmpty == true { waiting[replica] = nil }
      }
    }
    return set
  }

  private func isTimely(_ entry: Entry, after count: Int) -> Bool {
    entry.stamp.author == genesis.author
      || entry.stamp.lamport.raw <= genesis.time.raw + UInt64(count) + 1 + Log.lamportLead
  }

  /// Returns a difference between a log and this oracle; nil if they agree.
  func difference(from log: Log) -> String? {
    for replica in Set(tips.keys).union(log.sortedHeads.map(\.replica)).sorted() {
      let (tip, head) = (tips[replica] ?? Tip(), log.head(of: replica))
      let own = Tip(
        number: head?.sequence.raw ?? 0, digest: head?.digest, isFrozen: head?.isFrozen ?? false)
      guard tip == own else {
        return "of \(replica.raw.high % 9_973) count \(own.number), frozen \(own.isFrozen), "
          + "not \(tip.number), frozen \(tip.isFrozen)"
      }
    }
    guard count == log.count, weight == log.weight, lamport == log.lamport else {
      return "\(log.count) entries of \(log.weight) bytes until \(log.lamport.raw) count, not "
        + "\(count) of \(weight) until \(lamport.raw)"
    }
    return nil
  }
}
