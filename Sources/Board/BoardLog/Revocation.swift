import EaselBase

/// A statement of the board's owner: up to which entry the entries of some authors count.
///
/// A revocation may name a number below what was seen, so that earlier entries no longer count
/// either. If several revocations name the same author, each can only lower the numbers of those
/// before it in the log's order, until one allows new replicas. That one replaces the earlier ones.
/// The latest 16 revocations of an author count.
public struct Revocation: Hashable, Sendable {
  /// The authors, in order, each once.
  public let authors: [AuthorID]
  /// The last entry that counts of each replica of these authors.
  public let vector: VersionVector
  /// The replicas of these authors of which no entry counts, in order, each once. Only a revocation
  /// that allows new replicas has to name them.
  public let excluded: [ReplicaID]
  /// Whether replicas that the vector does not name count. If so, the authors may draw again.
  public let allowsNewReplicas: Bool

  /// A revocation names at most this many authors.
  public static let authorsMax = 1_024
  /// A revocation names at most this many replicas, those without entries included.
  public static let replicasMax = 4_000

  /// Creates a revocation that names each author once, without a check of the limits.
  public init(
    authors: some Sequence<AuthorID>, vector: VersionVector,
    excluded: some Sequence<ReplicaID> = [], allowsNewReplicas: Bool
  ) {
    self.authors = Set(authors).sorted()
    self.vector = vector
    self.excluded = Set(excluded).filter { vector[$0].raw == 0 }.sorted()
    self.allowsNewReplicas = allowsNewReplicas
  }

  /// Creates a revocation of the first ``authorsMax`` of these authors. For each replica of these
  /// authors, the revocation names the last entry that counts now, or an earlier one. If there are
  /// more than ``replicasMax`` replicas, the revocation names the longest ones. The entries of the
  /// other replicas no longer count, unless new replicas are allowed.
  ///
  /// - Parameter last: the last entry of each replica that is to count; nil keeps all that counts.
  public init(
    of authors: [AuthorID], in log: Log, upTo last: VersionVector? = nil, allowsNewReplicas: Bool
  ) {
    let names = Set(authors.prefix(Self.authorsMax))
    let heads = log.sortedHeads.filter { names.contains($0.author) && $0.sequence.raw > 0 }
    let longest = heads.sorted { $0.sequence > $1.sequence }.prefix(Self.replicasMax)
    let known = longest.map { head in
      (head.replica, last.map { min($0[head.replica], head.sequence) } ?? head.sequence)
    }
    // Without these names, all entries of the replicas would count again.
    let none = allowsNewReplicas ? log.revocations.excluded(of: names) : []
    let empty = known.filter { $0.1.raw == 0 }.map(\.0)
    self.init(
      authors: names, vector: VersionVector(Dictionary(known) { first, _ in first }),
      excluded: (empty + none.sorted()).prefix(Self.replicasMax - known.count + empty.count),
      allowsNewReplicas: allowsNewReplicas)
  }

  /// Returns the payload of the revocation's entry: at most about 112 KiB.
  public func encoded() -> [UInt8] {
    var bytes = CanonicalBytes(domain: "easel 1 revocation")
    bytes.append(UInt8(allowsNewReplicas ? 1 : 0))
    bytes.append(UInt64(authors.count))
    for author in authors { bytes.append(author.raw) }
    let heads = vector.sorted
    bytes.append(UInt64(heads.count))
    for head in heads {
      bytes.append(head.replica.raw)
      bytes.append(head.sequence.raw)
    }
    bytes.append(UInt64(excluded.count))
    for replica in excluded { bytes.append(replica.raw) }
    return bytes.bytes
  }

  /// Decodes a revocation; nil for bytes that are not an encoded revocation.
  public init?(decoding bytes: [UInt8]) {
    guard var reader = CanonicalReading(bytes, "easel 1 revocation"), let mark = reader.byte(),
      mark <= 1, let count = reader.number(), count >= 1, count <= UInt64(Self.authorsMax)
    else { return nil }
    var authors: [AuthorID] = []
    for _ in 0..<count {
      guard let author = reader.name().map(AuthorID.init) else { return nil }
      authors.append(author)
    }
    guard let heads = reader.number(), heads <= UInt64(Self.replicasMax) else { return nil }
    var known: [ReplicaID: SequenceNumber] = [:]
    for _ in 0..<heads {
      guard let replica = reader.name().map(ReplicaID.init), let number = reader.number(),
        number >= 1, number <= SequenceNumber.max.raw
      else { return nil }
      known[replica] = SequenceNumber(number)
    }
    guard let rest = reader.number(), rest <= UInt64(Self.replicasMax) - heads else { return nil }
    var excluded: [ReplicaID] = []
    for _ in 0..<rest {
      guard let replica = reader.name().map(ReplicaID.init) else { return nil }
      excluded.append(replica)
    }
    self.init(
      authors: authors, vector: VersionVector(known), excluded: excluded,
      allowsNewReplicas: mark == 1)
    // Accepts a single form only: authors and replicas in order, each once.
    guard reader.isAtEnd, encoded() == bytes else { return nil }
  }
}

/// The owner's revocations of each author.
struct Revocations: Hashable, Sendable {
  private struct Ruling: Hashable {
    let order: Stamp.Order
    /// The last entry that counts of each named replica; 0 if no entry counts.
    let named: [ReplicaID: SequenceNumber]
    /// Whether all entries of a replica without a name count. If not, none counts.
    let allowsNewReplicas: Bool

    init(_ revocation: Revocation, at order: Stamp.Order) {
      self.order = order
      var named = revocation.vector.known
      for replica in revocation.excluded { named[replica] = SequenceNumber(0) }
      self.named = named
      allowsNewReplicas = revocation.allowsNewReplicas
    }

    /// The last number of a replica that may count; nil if all numbers may count.
    func limit(of replica: ReplicaID) -> SequenceNumber? {
      named[replica] ?? (allowsNewReplicas ? nil : SequenceNumber(0))
    }
  }

  /// The latest revocations of each author, in the order of the log.
  private var rulings: [AuthorID: [Ruling]] = [:]

  /// The number of revocations of one author that count: the latest ones.
  static let rulingsMax = 16

  /// Adds the entry if it is a revocation by the owner.
  ///
  /// - Returns: whether the entry changed anything.
  @discardableResult
  mutating func add(_ entry: Entry, owner: AuthorID?) -> Bool {
    guard entry.purpose == .revoke, let owner, entry.stamp.author == owner,
      let revocation = Revocation(decoding: entry.payload)
    else { return false }
    let ruling = Ruling(revocation, at: entry.stamp.order)
    var isNews = false
    for author in revocation.authors where author != owner {
      if add(ruling, about: author) { isNews = true }
    }
    return isNews
  }

  private mutating func add(_ ruling: Ruling, about author: AuthorID) -> Bool {
    var known = rulings[author] ?? []
    let index = known.firstIndex { $0.order >= ruling.order } ?? known.endIndex
    if known.indices.contains(index), known[index].order == ruling.order { return false }
    if index == 0, known.count == Self.rulingsMax { return false }
    known.insert(ruling, at: index)
    rulings[author] = Array(known.suffix(Self.rulingsMax))
    return true
  }

  /// The revocations that count: the last one that allows new replicas, and those after it.
  private func current(of author: AuthorID) -> ArraySlice<Ruling> {
    let known = rulings[author] ?? []
    return known[(known.lastIndex(where: \.allowsNewReplicas) ?? 0)...]
  }

  func isRevoked(_ author: AuthorID) -> Bool {
    rulings[author]?.last?.allowsNewReplicas == false
  }

  /// Returns the last number of a replica that may count; nil if all numbers may count.
  func limit(of replica: ReplicaID, by author: AuthorID) -> SequenceNumber? {
    current(of: author).compactMap { $0.limit(of: replica) }.min()
  }

  /// Returns the replicas of these authors that a revocation names and of which no entry counts.
  func excluded(of authors: Set<AuthorID>) -> Set<ReplicaID> {
    var excluded: Set<ReplicaID> = []
    for author in authors {
      let named = Set(current(of: author).flatMap(\.named.keys))
      excluded.formUnion(named.filter { limit(of: $0, by: author)?.raw == 0 })
    }
    return excluded
  }
}
