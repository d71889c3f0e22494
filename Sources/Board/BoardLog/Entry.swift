import EaselBase

/// One signed, numbered piece of the log, with bytes in it that the log does not look into.
public struct Entry: Hashable, Sendable {
  public let stamp: Stamp
  /// Of this replica's previous entry; nil in its first.
  public let previous: Digest?
  /// In a replica's first entry only: whose it is, and what its id was made from.
  public let birth: ReplicaGenesis?
  public let purpose: Purpose
  public let payload: [UInt8]
  /// Ed25519 over `digest`; empty until signed.
  public var signature: [UInt8]
  /// SHA-256 over everything above but the signature; what is signed and chained.
  public let digest: Digest

  public var id: EntryID { stamp.id }

  /// Hashes everything but the signature: about a microsecond.
  public init(
    stamp: Stamp, previous: Digest?, birth: ReplicaGenesis?, purpose: Purpose = .draw,
    payload: [UInt8],
    signature: [UInt8] = []
  ) {
    self.stamp = stamp
    self.previous = previous
    self.birth = birth
    self.purpose = purpose
    self.payload = payload
    self.signature = signature
    // Two domains, so that what was signed before there were purposes stays what it was.
    var bytes = CanonicalBytes(domain: purpose == .draw ? "easel entry 1" : "easel entry 2")
    if purpose != .draw { bytes.append(purpose.rawValue) }
    bytes.append(stamp.id.replica.raw)
    bytes.append(stamp.id.sequence.raw)
    bytes.append(stamp.author.raw)
    bytes.append(stamp.lamport.raw)
    bytes.append(stamp.at)
    bytes.append(stamp.lasted)
    bytes.append(previous)
    bytes.append(UInt8(birth == nil ? 0 : 1))
    if let birth {
      bytes.append(list: birth.publicKey)
      bytes.append(list: birth.nonce)
    }
    digest = bytes.digest(followedBy: payload)
  }
}
