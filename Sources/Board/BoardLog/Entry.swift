import EaselBase

/// One signed and numbered part of the log. The log reads the payload of revocations only.
///
/// All values of an entry lie in one object, which its copies share. So a list of entries costs little
/// to copy.
public struct Entry: Hashable, Sendable {
  private var content: Content

  private final class Content: Sendable {
    let stamp: Stamp
    let previous: Digest?
    let replicaGenesis: ReplicaGenesis?
    let purpose: Purpose
    let payload: [UInt8]
    let signature: [UInt8]
    let digest: Digest

    init(
      _ stamp: Stamp, _ previous: Digest?, _ replicaGenesis: ReplicaGenesis?, _ purpose: Purpose,
      _ payload: [UInt8], _ signature: [UInt8], _ digest: Digest
    ) {
      (self.stamp, self.previous, self.replicaGenesis) = (stamp, previous, replicaGenesis)
      (self.purpose, self.payload, self.signature) = (purpose, payload, signature)
      self.digest = digest
    }
  }

  /// The id, the author and the times of the entry.
  public var stamp: Stamp { content.stamp }
  /// The digest of the replica's previous entry; nil in its first entry.
  public var previous: Digest? { content.previous }
  /// The author's key and the random bytes from which the replica's id is computed; nil except in a
  /// replica's first entry.
  public var replicaGenesis: ReplicaGenesis? { content.replicaGenesis }
  /// The purpose, which the author signs. It decides to which allowance the entry is charged.
  public var purpose: Purpose { content.purpose }
  /// The content. A log refuses a payload of more than ``Log/payloadLimit`` bytes.
  public var payload: [UInt8] { content.payload }
  /// The Ed25519 signature over ``digest``; empty until the author signs.
  public var signature: [UInt8] {
    get { content.signature }
    set {
      content = Content(
        stamp, previous, replicaGenesis, purpose, payload, newValue, digest)
    }
  }
  /// The SHA-256 of all properties above except the signature. The author signs this digest, and
  /// the replica's next entry holds it in ``previous``.
  public var digest: Digest { content.digest }

  /// The replica and the number of the entry.
  public var id: EntryID { content.stamp.id }

  /// Makes an entry and computes its digest. This takes about a microsecond.
  public init(
    stamp: Stamp, previous: Digest?, replicaGenesis: ReplicaGenesis?, purpose: Purpose = .draw,
    payload: [UInt8],
    signature: [UInt8] = []
  ) {
    var bytes = CanonicalBytes(domain: "easel 1 entry")
    bytes.append(purpose.rawValue)
    bytes.append(stamp.id.replica.raw)
    bytes.append(stamp.id.sequence.raw)
    bytes.append(stamp.author.raw)
    bytes.append(stamp.lamport.raw)
    bytes.append(stamp.at)
    bytes.append(stamp.lasted)
    bytes.append(previous)
    bytes.append(UInt8(replicaGenesis == nil ? 0 : 1))
    if let replicaGenesis {
      bytes.append(list: replicaGenesis.publicKey)
      bytes.append(list: replicaGenesis.nonce)
    }
    content = Content(
      stamp, previous, replicaGenesis, purpose, payload, signature,
      bytes.digest(followedBy: payload))
  }

  /// Two entries are equal if their digests, which cover all else, and their signatures are.
  public static func == (left: Self, right: Self) -> Bool {
    left.content === right.content
      || left.digest == right.digest && left.signature == right.signature
  }

  /// Hashes the digest, which covers all properties except the signature.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
