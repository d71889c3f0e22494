import EaselBase

/// A statement of the board's owner: up to which entry the entries of some authors count.
///
/// If two revocations name the same author, the later revocation in the order of the log counts.
public struct Revocation: Hashable, Sendable {
  /// The authors, in order, each once.
  public let authors: [AuthorID]
  /// The last entry that counts of each replica of these authors.
  public let vector: VersionVector
  /// Whether replicas that the vector does not name count. If so, the authors may draw again.
  public let allowsNewReplicas: Bool

  /// A revocation names at most this many authors.
  public static let authorsMax = 1_024
  /// A revocation names at most this many replicas.
  public static let replicasMax = 4_000

  /// Creates a revocation that names each author once, without a check of the limits.
  public init(authors: some Sequence<AuthorID>, vector: VersionVector, allowsNewReplicas: Bool) {
    self.authors = Set(authors).sorted()
    self.vector = vector
    self.allowsNewReplicas = allowsNewReplicas
  }

  /// Creates a revocation of the first ``authorsMax`` of these authors. For each of their replicas,
  /// it names the last entry that counts now. If there are more than ``replicasMax`` replicas, it
  /// names the longest ones. The entries of the other replicas no longer count, unless new replicas
  /// are allowed.
  public init(of authors: [AuthorID], in log: Log, allowsNewReplicas: Bool) {
    let names = Set(authors.prefix(Self.authorsMax))
    let heads = log.sortedHeads.filter { names.contains($0.author) && $0.sequence.raw > 0 }
    let longest = heads.sorted { $0.sequence > $1.sequence }.prefix(Self.replicasMax)
    let known = longest.map { ($0.replica, $0.sequence) }
    self.init(
      authors: names, vector: VersionVector(Dictionary(known) { first, _ in first }),
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
    self.init(
      authors: authors, vector: VersionVector(known), allowsNewReplicas: mark == 1)
    // Accepts a single form only: authors and replicas in order, each once.
    guard reader.isAtEnd, encoded() == bytes else { return nil }
  }
}

/// The owner's latest revocation for each author.
struct Revocations: Hashable, Sendable {
  private struct Ruling: Hashable {
    let order: Stamp.Order
    let vector: VersionVector
    let allowsNewReplicas: Bool
  }

  private var rulings: [AuthorID: Ruling] = [:]

  /// Adds the entry if it is a revocation by the owner.
  ///
  /// - Returns: whether the entry changed anything.
  @discardableResult
  mutating func add(_ entry: Entry, owner: AuthorID?) -> Bool {
    guard entry.purpose == .revoke, let owner, entry.stamp.author == owner,
      let revocation = Revocation(decoding: entry.payload)
    else { return false }
    let ruling = Ruling(
      order: entry.stamp.order, vector: revocation.vector,
      allowsNewReplicas: revocation.allowsNewReplicas)
    var isNews = false
    for author in revocation.authors where author != owner {
      if let known = rulings[author], known.order >= ruling.order { continue }
      rulings[author] = ruling
      isNews = true
    }
    return isNews
  }

  func isRevoked(_ author: AuthorID) -> Bool { rulings[author]?.allowsNewReplicas == false }

  /// Returns the last number of a replica that may count; nil if all numbers may count.
  func limit(of replica: ReplicaID, by author: AuthorID) -> SequenceNumber? {
    guard let ruling = rulings[author] else { return nil }
    let named = ruling.vector[replica]
    return named.raw == 0 && ruling.allowsNewReplicas ? nil : named
  }
}
