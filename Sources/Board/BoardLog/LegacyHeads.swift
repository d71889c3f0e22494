import EaselBase

/// The last entry of each replica on a board that is older than board ids. The entries of these
/// replicas count only up to this entry, and their authors continue in new replicas.
public struct LegacyHeads: Hashable, Sendable {
  /// The last entry of one replica that counts.
  public struct Head: Hashable, Sendable {
    /// The replica of the entry.
    public let replica: ReplicaID
    /// The number of this entry; at least 1.
    public let sequence: SequenceNumber
    /// The time of this entry.
    public let lamport: Lamport
    /// The digest of this entry.
    public let digest: Digest

    /// Creates a head without a check of the values.
    public init(
      replica: ReplicaID, sequence: SequenceNumber, lamport: Lamport, digest: Digest
    ) {
      (self.replica, self.sequence) = (replica, sequence)
      (self.lamport, self.digest) = (lamport, digest)
    }
  }

  /// The heads in replica order, each replica once.
  public let heads: [Head]
  private let byReplica: [ReplicaID: Head]

  /// An old board has at most this many heads: about 16 MiB.
  public static let countMax = 1 << 18

  /// Creates the list, sorted by replica. If a replica has several heads, the first counts.
  public init(_ heads: [Head] = []) {
    byReplica = Dictionary(heads.map { ($0.replica, $0) }) { first, _ in first }
    self.heads = byReplica.values.sorted { $0.replica < $1.replica }
  }

  /// Returns the head of a replica; nil for a replica without entries on the old board.
  public subscript(replica: ReplicaID) -> Head? { byReplica[replica] }

  /// The digest of all heads; nil if there are none.
  public var root: Digest? { heads.isEmpty ? nil : canonical.digest() }

  /// The latest time of all heads.
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

  /// Returns the bytes that files store and joining members receive; empty if there are no heads.
  public func encoded() -> [UInt8] { heads.isEmpty ? [] : canonical.bytes }

  /// Decodes heads; nil for bytes that are not encoded heads. Empty bytes give a value without
  /// heads.
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
