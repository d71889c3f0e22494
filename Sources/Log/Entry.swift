import Vocabulary

/// One signed, numbered piece of the log, with bytes in it that the log does not look into.
public struct Entry: Hashable, Sendable {
  public let stamp: Stamp
  /// Of this replica's previous entry; nil in its first.
  public let previous: Digest?
  /// In a replica's first entry only: whose it is, and what its id was made from.
  public let birth: Birth?
  public let payload: [UInt8]
  /// Ed25519 over `digest`; empty until signed.
  public var signature: [UInt8]
  /// SHA-256 over everything above but the signature; what is signed and chained.
  public let digest: Digest

  public init(
    stamp: Stamp, previous: Digest?, birth: Birth?, payload: [UInt8], signature: [UInt8] = []
  ) {
    self.stamp = stamp
    self.previous = previous
    self.birth = birth
    self.payload = payload
    self.signature = signature
    digest = Digest(bytes: [])
  }
}

/// A SHA-256 digest.
public struct Digest: Hashable, Sendable {
  public let bytes: [UInt8]
  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// How a replica begins: its id is the hash of both fields, so that nobody can take another's.
public struct Birth: Hashable, Sendable {
  /// The identity's Ed25519 public key, 32 bytes.
  public let publicKey: [UInt8]
  /// 16 random bytes.
  public let nonce: [UInt8]

  public init(publicKey: [UInt8], nonce: [UInt8]) {
    self.publicKey = publicKey
    self.nonce = nonce
  }

  public var author: AuthorID { AuthorID(Bytes16(high: 0, low: 0)) }
  public var replica: ReplicaID { ReplicaID(Bytes16(high: 0, low: 0)) }
}
