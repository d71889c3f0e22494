import EaselBase

/// How far each replica had come on a board from before boards had ids. Entries of these replicas
/// count up to here and no further; their authors go on with new replicas.
public struct OldHeads: Hashable, Sendable {
  public struct Head: Hashable, Sendable {
    public let replica: ReplicaID
    /// The last entry that counts; at least 1.
    public let sequence: SequenceNumber
    public let lamport: Lamport
    /// The digest of that last entry.
    public let digest: Digest

    public init(
      replica: ReplicaID, sequence: SequenceNumber, lamport: Lamport, digest: Digest
    ) {
      (self.replica, self.sequence) = (replica, sequence)
      (self.lamport, self.digest) = (lamport, digest)
    }
  }

  /// In replica order, each replica once.
  public let heads: [Head]
  private let byReplica: [ReplicaID: Head]

  /// An old board that a full log has 16 MiB of heads at the most.
  public static let countMax = 1 << 18

  public init(_ heads: [Head] = []) {
    byReplica = Dictionary(heads.map { ($0.replica, $0) }) { first, _ in first }
    self.heads = byReplica.values.sorted { $0.replica < $1.replica }
  }

  public subscript(replica: ReplicaID) -> Head? { byReplica[replica] }

  /// Binds all heads; nil where there are none.
  public var root: Digest? { heads.isEmpty ? nil : canonical.digest() }

  /// The last time in any of them.
  public var time: Lamport { heads.map(\.lamport).max() ?? Lamport(0) }

  private var canonical: CanonicalBytes {
    var bytes = CanonicalBytes(domain: "easel heads 1", capacity: 64 + heads.count * 65)
    bytes.append(UInt64(heads.count))
    for head in heads {
      bytes.append(head.replica.raw)
      bytes.append(head.sequence.raw)
      bytes.append(head.lamport.raw)
      bytes.append(head.digest)
    }
    return bytes
  }

  /// The bytes that files keep and those who join are sent; none where there are no heads.
  public func encoded() -> [UInt8] { heads.isEmpty ? [] : canonical.bytes }

  /// Nil for bytes that no heads give.
  public init?(decoding bytes: [UInt8]) {
    if bytes.isEmpty {
      self.init()
      return
    }
    guard var reader = CanonicalReading(bytes, "easel heads 1"), let count = reader.number(),
      count >= 1, count <= UInt64(Self.countMax)
    else { return nil }
    var heads: [Head] = []
    for _ in 0..<count {
      guard let replica = reader.name(), let sequence = reader.number(),
        let lamport = reader.number(), let digest = reader.digest()?.value,
        sequence >= 1, sequence <= SequenceNumber.max.raw, lamport <= Lamport.max.raw,
        heads.last.map({ $0.replica.raw < replica }) ?? true
      else { return nil }
      heads.append(
        Head(
          replica: ReplicaID(replica), sequence: SequenceNumber(sequence),
          lamport: Lamport(lamport), digest: digest))
    }
    guard reader.isAtEnd else { return nil }
    self.init(heads)
  }
}
