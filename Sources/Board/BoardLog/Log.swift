import EaselBase

/// A board's grow-only log: it knows the entries, their order, and which entries may follow.
///
/// The log stores heads; the board's file stores the payloads. The log is a value, and one thread
/// at a time may use it. Its laws:
/// - L1 The entries that count, the clock, the weight and the charges are a function of the known
///   entries. If a merge finds that fewer entries count than before, it says so, and `reading`
///   counts all entries anew.
/// - L2 Merging twice changes nothing.
/// - L3 One replica's entries apply in order and without gaps. Entries behind a gap wait, up to a
///   limit.
/// - L4 A snapshot and the entries after it give the whole log.
/// - L5 The log checks and bounds everything that it merges.
/// - L6 The log refuses entries of another board.
public struct Log: Sendable {
  /// The beginning of the board; its hash is the board's id.
  public let genesis: BoardGenesis
  /// The weight that each author's entries may have.
  public let allowances: Allowances
  /// The largest time of any entry that counts, or the time of the genesis. The owner's entries may
  /// have times beyond the limit of ``lamport``.
  var lastTime: Lamport
  /// The number of the last entry that counts of each replica.
  public private(set) var vector = VersionVector()
  private(set) var heads: [ReplicaID: Head] = [:]
  var waiting = PendingEntries()
  /// The replicas whose next entry has a time too far ahead, and the time of this entry.
  var sleepers: [ReplicaID: Lamport] = [:]
  /// The number of entries that count.
  public internal(set) var count = 0
  /// The weight of all entries that count, in bytes.
  public internal(set) var weight = 0
  var charges: [AuthorID: AuthorCharge] = [:]
  var revocations = Revocations()
  /// The replicas with more known entries than entries that count. `reading` finds them, and
  /// `readopt` may add one.
  var behind: Set<ReplicaID> = []
  /// The replicas of `behind` whose next entry exceeds its author's allowance, each with the number
  /// of its last entry that counts.
  var ends: [ReplicaID: SequenceNumber] = [:]
  /// Whether fewer entries may count than this log reports. After `reading` has counted all entries
  /// anew, the log is exact.
  public internal(set) var isProvisional = false
  /// How the log judges entries.
  let mode: Mode

  enum Mode: Sendable {
    case counting
    /// Finds the known entries: checks only chains and signatures, without limits.
    case chaining
  }

  /// The weight that the entries of a guest and of the owner may have.
  public struct Allowances: Hashable, Sendable {
    /// The allowance of each author who does not own the board.
    public let guest: Allowance
    /// The allowance of the board's owner.
    public let owner: Allowance

    /// Creates allowances; the defaults are ``Allowance/guest`` and ``Allowance/owner``.
    public init(guest: Allowance = .guest, owner: Allowance = .owner) {
      (self.guest, self.owner) = (guest, owner)
    }
  }

  /// An entry's payload has at most this many bytes.
  public static let payloadLimit = 128 * 1_024
  /// A signature has at most this many bytes, as Ed25519 signatures have.
  public static let signatureLimit = 64
  /// The time of a guest's entry may exceed the number of entries that count by this much. An
  /// honest clock rises by one with each entry. Hostile guests can push the clock ahead by this
  /// amount only once, even if they work together.
  ///
  /// The owner's entries may have any time. If the owner revokes many entries of others, fewer
  /// entries count than before. Under the guests' limit, the revocation's own time could then be
  /// too far ahead. The log would ignore the revocation, and later participants would not learn of
  /// it.
  public static let lamportLead: UInt64 = 1 << 20
  /// The weight of an entry apart from its payload, in bytes: its numbers and times, its hash and
  /// its signature.
  public static let entryOverhead = 128

  /// Creates an empty log of a board.
  public init(_ genesis: BoardGenesis = .unowned, allowances: Allowances = Allowances()) {
    self.init(genesis, allowances, .counting)
  }

  init(_ genesis: BoardGenesis, _ allowances: Allowances, _ mode: Mode) {
    (self.genesis, self.allowances) = (genesis, allowances)
    (self.mode, lastTime) = (mode, genesis.time)
  }

  /// The id of the board.
  public var board: BoardID { genesis.id }

  /// The board's clock: the largest time of any entry that counts. It is limited, so that the time
  /// of a guest's next entry is not too far ahead.
  public var lamport: Lamport { min(lastTime, Lamport(latest(of: nil) - 1)) }

  /// The same log without pending entries.
  public var snapshot: Log {
    var copy = self
    (copy.waiting, copy.sleepers) = (PendingEntries(), [:])
    return copy
  }

  /// The entries that wait until they can count.
  public var waitingEntries: [Entry] { waiting.entries }

  /// The heads in replica order.
  public var sortedHeads: [Head] { heads.values.sorted { $0.replica < $1.replica } }

  /// Returns the head of a replica; nil if no entry of the replica counts. A frozen replica has a
  /// head even if none of its entries counts.
  public func head(of replica: ReplicaID) -> Head? { heads[replica] }

  /// The hash of all heads. Members that know the same entries have the same hash, in whatever
  /// order the entries arrived.
  public var hash: Digest {
    var bytes = CanonicalBytes(domain: "easel 1 log", capacity: 64 + heads.count * 64)
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

  /// Returns the entries that count in this log and are beyond the vector `other`, in replica
  /// order.
  public func missing(from other: VersionVector) -> [EntryRange] {
    vector.sorted.compactMap { last in
      guard let first = other[last.replica].next, first <= last.sequence else { return nil }
      return EntryRange(replica: last.replica, first: first, last: last.sequence)
    }
  }

  // MARK: The entries that an author may write

  /// Returns the owner's allowance for the owner, and the guests' allowance for any other author.
  public func allowance(of author: AuthorID) -> Allowance {
    author == genesis.author ? allowances.owner : allowances.guest
  }

  /// Returns the weight of an author's entries that count.
  public func charge(of author: AuthorID) -> AuthorCharge { charges[author] ?? AuthorCharge() }

  /// Whether the owner has revoked the author and allows the author no new replicas.
  public func isRevoked(_ author: AuthorID) -> Bool { revocations.isRevoked(author) }

  /// Returns whether new entries of a replica can count. If not, the author begins another replica.
  /// It returns false in three cases: the author contradicted themselves in this replica, more
  /// entries of the replica are known than count, or the owner has ended the replica.
  public func canGoOn(_ replica: ReplicaID) -> Bool {
    guard let head = heads[replica] else { return !behind.contains(replica) }
    let end = revocations.limit(of: replica, by: head.author)
    return !head.isFrozen && !behind.contains(replica) && end.map { head.sequence < $0 } ?? true
  }

  /// Returns the latest time that an author's next entry may have; nil stands for any guest.
  func latest(of author: AuthorID?, after more: Int = 0) -> UInt64 {
    if author != nil, author == genesis.author { return Lamport.max.raw }
    return genesis.time.raw + UInt64(count + more) + 1 + Self.lamportLead
  }

  /// Makes the next entry of the author's own replica; the first entry begins the replica. Only
  /// this function assigns numbers and times. The entry counts at once. It may be signed later,
  /// since the digest does not depend on the signature.
  ///
  /// - Parameters:
  ///   - payload: the content, at most ``payloadLimit`` bytes.
  ///   - replicaGenesis: the genesis of the author's own replica.
  ///   - at: the author's clock when the gesture ended, in milliseconds since 1970.
  ///   - lasted: the duration of the gesture, in milliseconds.
  /// - Returns: nil if no number is left, the payload is too large, the author's allowance is
  ///   exhausted, or new entries of the replica cannot count.
  public mutating func record(
    _ payload: [UInt8], as replicaGenesis: ReplicaGenesis, for purpose: Purpose = .draw, at: Int64,
    lasted: UInt32
  ) -> Entry? {
    let replica = replicaGenesis.replica(on: board)
    let head = heads[replica] ?? Head(replicaGenesis, replica)
    guard canGoOn(replica), replicaGenesis.isWellFormed, payload.count <= Self.payloadLimit,
      let number = head.sequence.next, let time = max(lamport, head.lamport).next,
      time.raw <= latest(of: replicaGenesis.author),
      revocations.limit(of: replica, by: replicaGenesis.author).map({ number <= $0 }) ?? true
    else { return nil }
    let stamp = Stamp(
      id: EntryID(replica, number), author: head.author, lamport: time, at: at, lasted: lasted)
    let entry = Entry(
      stamp: stamp, previous: head.digest,
      replicaGenesis: head.digest == nil ? replicaGenesis : nil,
      purpose: purpose, payload: payload)
    guard
      charge(of: replicaGenesis.author).hasRoom(
        for: entry, in: allowance(of: replicaGenesis.author))
    else {
      return nil
    }
    // Forged entries in the replica's name may be waiting. They must not stay behind its first
    // entry.
    if heads[replica] == nil { _ = waiting.leave(replica) }
    heads[replica, default: head].advance(to: entry)
    noteCounted(entry)
    noteRevoking(entry)
    vector.include(entry.id)
    return entry
  }

  /// Counts again an entry that the user has recorded on this board, whether or not it is signed
  /// yet. The caller gives the entries of each replica in sequence.
  ///
  /// - Returns: false if the log counts the entry already. Also false if the entry does not follow
  ///   the entries that count, or exceeds a limit. Then the author must begin another replica: in
  ///   this replica, the next entry would have the number of an entry that may be signed already.
  @discardableResult
  public mutating func readopt(_ entry: Entry) -> Bool {
    let replica = entry.id.replica
    guard entry.id.sequence > vector[replica] else { return false }
    guard canGoOn(replica), isWithinLimits(entry),
      var head = heads[replica] ?? entry.replicaGenesis.map({ Head($0, replica) }),
      head.isFollowed(by: entry)
    else {
      behind.insert(replica)
      return false
    }
    // Removes the head first, so that the change does not copy its history.
    heads[replica] = nil
    head.advance(to: entry)
    setHead(head)
    noteCounted(entry)
    noteRevoking(entry)
    return true
  }

  /// Handles a revocation that this log has recorded. It may end entries that count until now.
  private mutating func noteRevoking(_ entry: Entry) {
    guard revocations.add(entry, owner: genesis.author) else { return }
    let exceeds = heads.values.contains { head in
      revocations.limit(of: head.replica, by: head.author).map { head.sequence > $0 } ?? false
    }
    if exceeds { isProvisional = true }
  }

  private func isWithinLimits(_ entry: Entry) -> Bool {
    let author = entry.stamp.author
    let end = revocations.limit(of: entry.id.replica, by: author)
    return entry.stamp.lamport.raw <= latest(of: author)
      && end.map { entry.id.sequence <= $0 } ?? true
      && charge(of: author).hasRoom(for: entry, in: allowance(of: author))
  }

  /// Notes that an entry counts from now on, and charges it to its author.
  mutating func noteCounted(_ entry: Entry) {
    count += 1
    weight += entry.weight
    lastTime = max(lastTime, entry.stamp.lamport)
    charges[entry.stamp.author, default: AuthorCharge()].add(entry)
  }

  /// Removes and returns a head, so that the caller can change it without copying its history.
  mutating func removeHead(of replica: ReplicaID) -> Head? { heads.removeValue(forKey: replica) }

  mutating func setHead(_ head: Head) {
    heads[head.replica] = head
    // A frozen head may be at an earlier entry than before.
    vector.set(head.replica, to: head.sequence)
  }
}
