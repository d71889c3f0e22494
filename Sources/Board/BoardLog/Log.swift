import EaselBase

/// A board's grow-only log: which entries are known, in what order they stand, and what may follow.
///
/// It keeps heads, not payloads: those are the board file's. A value, to be used by one thread at a
/// time. Its laws:
/// - L1 What counts, the clock, the weight and the charges are a function of the known entries. Where
///   a merge finds that less counts than before, it says so, and `reading` counts anew.
/// - L2 Merging twice changes nothing.
/// - L3 One replica's entries apply in order and without gaps; later ones wait, bounded.
/// - L4 A snapshot and the entries after it give the whole log.
/// - L5 Whatever is merged is bounded and checked.
/// - L6 Entries of another board are refused.
public struct Log: Sendable {
  /// The beginning of the board; its hash is the board's id.
  public let genesis: BoardGenesis
  /// How far the replicas from before boards had ids count.
  public let old: OldHeads
  /// The weight that each author's entries may have.
  public let allowances: Allowances
  /// The largest time of any entry that counts, or the genesis' time. The owner's entries may push it
  /// further than ``lamport``.
  var lastTime: Lamport
  public private(set) var vector = VersionVector()
  private(set) var heads: [ReplicaID: Head] = [:]
  var waiting = PendingEntries()
  /// Replicas whose next entry waits for the clock, and that entry's time.
  var sleepers: [ReplicaID: Lamport] = [:]
  /// How many entries count.
  public internal(set) var count = 0
  /// The weight of all entries that count, in bytes.
  public internal(set) var weight = 0
  var charges: [AuthorID: Charge] = [:]
  var revocations = Revocations()
  /// Replicas of which more is known than counts. Found by `reading`, as the next.
  var behind: Set<ReplicaID> = []
  /// Those of them for whose next entry there is no room, and the last number that counts.
  var ends: [ReplicaID: SequenceNumber] = [:]
  /// Less counts than this log says, until `reading` has counted anew.
  public internal(set) var isProvisional = false
  /// How entries are judged.
  let mode: Mode

  enum Mode: Sendable {
    case counting
    /// Chains and signatures only, with no limit: finds what is known.
    case chaining
    /// The same, for a board from before boards had ids.
    case chainingOld
  }

  /// The weight that the entries of a guest and of the owner may have.
  public struct Allowances: Hashable, Sendable {
    public let guest: Allowance
    public let owner: Allowance

    public init(guest: Allowance = .guest, owner: Allowance = .owner) {
      (self.guest, self.owner) = (guest, owner)
    }
  }

  /// An entry's payload has at most this many bytes.
  public static let payloadLimit = 128 * 1_024
  /// A signature has at most this many, as Ed25519's have.
  public static let signatureLimit = 64
  /// A guest's entry may have a time this far beyond the number of entries that count. An honest clock
  /// rises by one an entry, so all hostile guests together can push time this far once.
  ///
  /// The owner's entries may have any time. When a revocation ends many entries of others, fewer count
  /// than before: if the revocation could become too early to count itself, those who come later would
  /// not hear of it.
  public static let lamportLead: UInt64 = 1 << 20
  /// What an entry weighs beside its payload: its numbers and times, its hash and its signature.
  public static let entryOverhead = 128

  public init(
    _ genesis: BoardGenesis = .unowned, old: OldHeads = OldHeads(),
    allowances: Allowances = Allowances()
  ) {
    self.init(genesis, old, allowances, .counting)
  }

  init(_ genesis: BoardGenesis, _ old: OldHeads, _ allowances: Allowances, _ mode: Mode) {
    (self.genesis, self.old, self.allowances) = (genesis, old, allowances)
    (self.mode, lastTime) = (mode, genesis.time)
  }

  public var board: BoardID { genesis.id }

  /// The board's clock: the largest time of any entry that counts, but never so late that the next
  /// entry of a guest would be too early to count.
  public var lamport: Lamport { min(lastTime, Lamport(latest(of: nil) - 1)) }

  /// The same log with nothing that waits.
  public var snapshot: Log {
    var copy = self
    (copy.waiting, copy.sleepers) = (PendingEntries(), [:])
    return copy
  }

  /// The entries whose turn has not come.
  public var waitingEntries: [Entry] { waiting.entries }

  /// In replica order.
  public var sortedHeads: [Head] { heads.values.sorted { $0.replica < $1.replica } }

  public func head(of replica: ReplicaID) -> Head? { heads[replica] }

  /// The same for everybody who knows the same entries, however they came to know them.
  public var hash: Digest {
    var bytes = CanonicalBytes(domain: "easel log 2", capacity: 64 + heads.count * 64)
    bytes.append(board.raw)
    bytes.append(UInt64(heads.count))
    for head in sortedHeads {
      bytes.append(head.replica.raw)
      bytes.append(head.sequence.raw)
      bytes.append(head.digest)
      bytes.append(UInt8(head.isFrozen ? 1 : 0))
    }
    return bytes.digest()
  }

  /// What this log has and one that knows `other` lacks, in replica order.
  public func missing(from other: VersionVector) -> [EntryRange] {
    vector.sorted.compactMap { last in
      guard let first = other[last.replica].next, first <= last.sequence else { return nil }
      return EntryRange(replica: last.replica, first: first, last: last.sequence)
    }
  }

  // MARK: What an author may write

  public func allowance(of author: AuthorID) -> Allowance {
    author == genesis.author ? allowances.owner : allowances.guest
  }

  /// The weight of an author's entries that count.
  public func charge(of author: AuthorID) -> Charge { charges[author] ?? Charge() }

  /// Whether the owner has ended what an author writes.
  public func isRevoked(_ author: AuthorID) -> Bool { revocations.isRevoked(author) }

  /// Whether a replica can go on. Where it cannot, because its author contradicted themselves or
  /// because more of it is known than counts, the author begins another replica.
  public func canGoOn(_ replica: ReplicaID) -> Bool {
    guard let head = heads[replica] else { return !behind.contains(replica) }
    let end = revocations.limit(of: replica, by: head.author)
    return !head.isFrozen && !behind.contains(replica) && end.map { head.sequence < $0 } ?? true
  }

  /// The latest time that an author's next entry may have, if it is to count. Nil stands for a guest.
  func latest(of author: AuthorID?, after more: Int = 0) -> UInt64 {
    if author != nil, author == genesis.author { return Lamport.max.raw }
    return genesis.time.raw + UInt64(count + more) + 1 + Self.lamportLead
  }

  /// Makes the next entry of one's own replica, which begins with it if it is the first. The only
  /// place where numbers and times are given. The entry counts at once; its signature may follow,
  /// since the digest does not depend on it.
  ///
  /// Nil where the numbers end, the payload is beyond `payloadLimit`, the author's allowance has no
  /// room, or the replica cannot go on.
  public mutating func record(
    _ payload: [UInt8], as birth: ReplicaGenesis, for purpose: Purpose = .draw, at: Int64,
    lasted: UInt32
  ) -> Entry? {
    let replica = birth.replica(on: board)
    let head = heads[replica] ?? Head(birth, replica)
    guard canGoOn(replica), birth.isWellFormed, payload.count <= Self.payloadLimit,
      let number = head.sequence.next, let time = max(lamport, head.lamport).next,
      time.raw <= latest(of: birth.author),
      revocations.limit(of: replica, by: birth.author).map({ number <= $0 }) ?? true
    else { return nil }
    let stamp = Stamp(
      id: EntryID(replica, number), author: head.author, lamport: time, at: at, lasted: lasted)
    let entry = Entry(
      stamp: stamp, previous: head.digest, birth: head.digest == nil ? birth : nil,
      purpose: purpose, payload: payload)
    guard charge(of: birth.author).hasRoom(for: entry, in: allowance(of: birth.author)) else {
      return nil
    }
    // What strangers wrote ahead in a replica's name must not wait on behind its first entry.
    if heads[replica] == nil { _ = waiting.leave(replica) }
    heads[replica, default: head].advance(to: entry)
    noteCounted(entry)
    revocations.add(entry, owner: genesis.author)
    vector.include(entry.id)
    return entry
  }

  /// Counts again an entry of one's own that this board has recorded, whether it is signed yet or not.
  /// Give them each replica's in sequence.
  ///
  /// - Returns: false where it does not follow what counts, or is beyond a limit. Then its replica cannot
  ///   go on: the next entry would have the number of one that may be signed already.
  @discardableResult
  public mutating func readopt(_ entry: Entry) -> Bool {
    let replica = entry.id.replica
    guard entry.id.sequence > vector[replica] else { return false }
    guard canGoOn(replica), isWithinLimits(entry),
      var head = heads[replica] ?? entry.birth.map({ Head($0, replica) }),
      head.isFollowed(by: entry)
    else {
      behind.insert(replica)
      return false
    }
    // Its history must not be copied.
    heads[replica] = nil
    head.advance(to: entry)
    setHead(head)
    noteCounted(entry)
    revocations.add(entry, owner: genesis.author)
    return true
  }

  private func isWithinLimits(_ entry: Entry) -> Bool {
    let author = entry.stamp.author
    let end = revocations.limit(of: entry.id.replica, by: author)
    return entry.stamp.lamport.raw <= latest(of: author)
      && end.map { entry.id.sequence <= $0 } ?? true
      && charge(of: author).hasRoom(for: entry, in: allowance(of: author))
  }

  /// Charges an entry that counts from now on.
  mutating func noteCounted(_ entry: Entry) {
    count += 1
    weight += entry.weight
    lastTime = max(lastTime, entry.stamp.lamport)
    if old[entry.id.replica] == nil { charges[entry.stamp.author, default: Charge()].add(entry) }
  }

  /// Takes a head out, so that it can be changed without copying its history.
  mutating func removeHead(of replica: ReplicaID) -> Head? { heads.removeValue(forKey: replica) }

  mutating func setHead(_ head: Head) {
    heads[head.replica] = head
    // A frozen one may have gone back.
    vector.set(head.replica, to: head.sequence)
  }
}
