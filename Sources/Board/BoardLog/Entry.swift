import EaselBase

/// One signed and numbered part of the log. The log reads the payload of revocations only.
public struct Entry: Hashable, Sendable {
  /// The id, the author and the times of the entry.
  public let stamp: Stamp
  /// The digest of the replica's previous entry; nil in its first entry.
  public let previous: Digest?
  /// The author's key and the random bytes from which the replica's id is computed; nil except in a
  /// replica's first entry.
  public let replicaGenesis: ReplicaGenesis?
  /// The purpose, which the author signs. It decides to which allowance the entry is charged.
  public let purpose: Purpose
  /// The content. A log refuses a payload of more than ``Log/payloadLimit`` bytes.
  public let payload: [UInt8]
  /// The Ed25519 signature over ``digest``; empty until the author signs.
  public var signature: [UInt8]
  /// The SHA-256 of all properties above except the signature. The author signs this digest, and
  /// the replica's next entry holds it in ``previous``.
  public let digest: Digest

  /// The replica and the number of the entry.
  public var id: EntryID { stamp.id }

  /// Makes an entry and computes its digest. This takes about a microsecond.
  public init(
    stamp: Stamp, previous: Digest?, replicaGenesis: ReplicaGenesis?, purpose: Purpose = .draw,
    payload: [UInt8],
    signature: [UInt8] = []
  ) {
    self.stamp = stamp
    self.previous = previous
    self.replicaGenesis = replicaGenesis
    self.purpose = purpose
    self.payload = payload
    self.signature = signature
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
    digest = bytes.digest(followedBy: payload)
  }
}
