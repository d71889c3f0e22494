import EaselBase

/// A board's grow-only log: it knows the entries, their order, and which entries may follow.
///
/// The log keeps heads; the board file keeps the payloads. The log is a value, and one thread at a
/// time may use it. Its laws:
/// - L1 The entries that count, the clock, the weight and the charges are a function of the known
///   entries. If a merge finds that fewer entries count than before, it says so, and `reading`
///   counts anew.
/// - L2 Merging twice changes nothing.
/// - L3 One replica's entries apply in order and without gaps; later ones wait, bounded.
/// - L4 A snapshot and the entries after it give the whole log.
/// - L5 The log bounds and checks everything that it merges.
/// - L6 The log refuses entries of another board.
public struct Log: Sendable {
  /// The beginning of the board; its hash is the board's id.
  public let genesis: BoardGenesis
  /// The last entries that count of the replicas from before boards had ids.
  public let old: OldHeads
  /// The weight that each author's entries may have.
  public let allowances: Allowances
  /// The largest time of any entry that counts, or the genesis' time. The owner's entries may push
  /// it further than ``lamport``.
  var lastTime: Lamport
  /// The number of the last entry that counts of each replica.
  public private(set) var vector = VersionVector()
  private(set) var heads: [ReplicaID: Head] = [:]
  var waiting = PendingEntries()
  /// Replicas whose next entry waits for the clock, and that entry's time.
  var sleepers: [ReplicaID: Lamport] = [:]
  /// The number of entries that count.
  public internal(set) var count = 0
  /// The weight of all entries that count, in bytes.
  public internal(set) var weight = 0
  var charges: [AuthorID: Charge] = [:]
  var revocations = Revocations()
  /// Replicas with more known entries than entries that count. `reading` finds them, and `readopt`
  /// may add one.
  var behind: Set<ReplicaID> = []
  /// The replicas of `behind` whose next entry has no room, each with the number of its last entry
  /// that counts.
  var ends: [ReplicaID: SequenceNumber] = [:]
  /// Whether fewer entries may count than this log says. A log that `reading` has counted anew is
  /// exact.
  public internal(set) var isProvisional = false
  /// How the log judges entries.
  let mode: Mode

  enum Mode: Sendable {
    case counting
    /// Checks only chains and signatures, without limits: finds the known entries.
    case chaining
    /// The same, for a board from before boards had ids.
    case chainingOld
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
  /// A guest's entry may have a time this far beyond the number of entries that count. An honest
  /// clock rises by one with each entry, so all hostile guests together can push the time this far
  /// once.
  ///
  /// The owner's entries may have any time. A revocation that ends many entries of others makes
  /// fewer entries count than before. If the revocation itself could then become too early to
  /// count, later participants would not learn of it.
  public static let lamportLead: UInt64 = 1 << 20
  /// The weight of an entry beside its payload, in bytes: its numbers and times, its hash and its
  /// signature.
  public static let entryOverhead = 128

  /// Creates an empty log of a board.
  ///
  /// - Parameter old: the last entries that count, on a board from before boards had ids.
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

  /// The id of the board.
  public var board: BoardID { genesis.id }

  /// The board's clock: the largest time of any entry that counts, but limited so that the next
  /// entry of a guest is not too early to count.
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

  /// Returns the head of a replica; nil if none of its entries counts. A frozen replica has a head
  /// in any case.
  public func head(of replica: ReplicaID) -> Head? { heads[replica] }

  /// The hash of all heads. Members that know the same entries have the same hash, whatever way the
  /// entries came.
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

  /// Returns the entries that this log has and that a log with the vector `other` lacks, in replica
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
  public func charge(of author: AuthorID) -> Charge { charges[author] ?? Charge() }

  /// Whether the owner has revoked the author and allows the author no new replicas.
  public func isRevoked(_ author: AuthorID) -> Bool { revocations.isRevoked(author) }

  /// Whether a replica can go on. If not, its author begins another replica. A replica cannot go on
  /// if its author contradicted themselves, if more of its entries are known than count, or if the
  /// owner has ended it.
  public func canGoOn(_ replica: ReplicaID) -> Bool {
    guard let head = heads[replica] else { return !behind.contains(replica) }
    let end = revocations.limit(of: replica, by: head.author)
    return !head.isFrozen && !behind.contains(replica) && end.map { head.sequence < $0 } ?? true
  }

  /// Returns the latest time at which an author's next entry counts. Nil stands for a guest.
  func latest(of author: AuthorID?, after more: Int = 0) -> UInt64 {
    if author != nil, author == genesis.author { return Lamport.max.raw }
    return genesis.time.raw + UInt64(count + more) + 1 + Self.lamportLead
  }

  /// Makes the next entry of the author's own replica; the first entry begins the replica. Only
  /// this function assigns numbers and times. The entry counts at once. Its signature may follow,
  /// since the digest does not depend on it.
  ///
  /// - Parameters:
  ///   - payload: the content, at most ``payloadLimit`` bytes.
  ///   - birth: the genesis of the author's own replica.
  ///   - at: the author's clock when the gesture ended, in milliseconds since 1970.
  ///   - lasted: the duration of the gesture, in milliseconds.
  /// - Returns: nil if the numbers end, the payload is too large, the author's allowance has no
  ///   room, or the replica cannot go on.
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
    // Strangers may have written entries in the replica's name. These must not wait behind its
    // first entry.
    if heads[replica] == nil { _ = waiting.leave(replica) }
    heads[replica, default: head].advance(to: entry)
    noteCounted(entry)
    revocations.add(entry, owner: genesis.author)
    vector.include(entry.id)
    return entry
  }

  /// Counts again an entry that the user has recorded on this board, whether or not it is signed
  /// yet. The caller gives the entries of each replica in sequence.
  ///
  /// - Returns: false if the log counts the entry already. Also false if the entry does not follow
  ///   the entries that count, or is beyond a limit. Then its replica cannot go on: the next entry
  ///   would have the number of an entry that may be signed already.
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
    // Removes the head first, so that the change does not copy its history.
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

  /// Charges an entry, which counts from now on.
  mutating func noteCounted(_ entry: Entry) {
    count += 1
    weight += entry.weight
    lastTime = max(lastTime, entry.stamp.lamport)
    if old[entry.id.replica] == nil { charges[entry.stamp.author, default: Charge()].add(entry) }
  }

  /// Removes and returns a head, so that the caller can change it without copying its history.
  mutating func removeHead(of replica: ReplicaID) -> Head? { heads.removeValue(forKey: replica) }

  mutating func setHead(_ head: Head) {
    heads[head.replica] = head
    // A frozen head may have gone back to an earlier entry.
    vector.set(head.replica, to: head.sequence)
  }
}
