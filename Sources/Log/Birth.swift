import Vocabulary

/// How a replica begins: its id is the hash of both fields, so that nobody can take another's.
public struct Birth: Hashable, Sendable {
  /// The identity's Ed25519 public key, 32 bytes.
  public let publicKey: [UInt8]
  /// 16 random bytes.
  public let nonce: [UInt8]

  public static let publicKeyLength = 32
  public static let nonceLength = 16

  public init(publicKey: [UInt8], nonce: [UInt8]) {
    self.publicKey = publicKey
    self.nonce = nonce
    author = Self.author(of: publicKey)
    var bytes = CanonicalBytes(domain: "easel replica 1")
    bytes.append(list: publicKey)
    bytes.append(list: nonce)
    replica = ReplicaID(bytes.digest().half)
  }

  /// The first half of the SHA-256 of the public key.
  public let author: AuthorID
  /// The first half of the SHA-256 of both fields, each after its length.
  public let replica: ReplicaID

  public var isWellFormed: Bool {
    publicKey.count == Self.publicKeyLength && nonce.count == Self.nonceLength
  }

  /// Who signs with the private half of this key.
  public static func author(of publicKey: [UInt8]) -> AuthorID {
    AuthorID(Digest.sha256(of: publicKey).half)
  }
}
