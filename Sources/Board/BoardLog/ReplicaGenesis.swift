import EaselBase

/// The key and the random bytes with which a replica begins. A replica's id is a hash of both and
/// of the board's id, so each replica belongs to one author and one board.
public struct ReplicaGenesis: Hashable, Sendable {
  /// The author's Ed25519 public key, 32 bytes.
  public let publicKey: [UInt8]
  /// 16 random bytes.
  public let nonce: [UInt8]

  /// The length of an Ed25519 public key, in bytes.
  public static let publicKeyLength = 32
  /// The length of a nonce, in bytes.
  public static let nonceLength = 16

  /// Creates a genesis without a check of the lengths; ``isWellFormed`` checks them.
  public init(publicKey: [UInt8], nonce: [UInt8]) {
    self.publicKey = publicKey
    self.nonce = nonce
    author = Self.author(of: publicKey)
  }

  /// The first half of the SHA-256 of the public key.
  public let author: AuthorID

  /// Whether the public key has 32 bytes and the nonce has 16 bytes.
  public var isWellFormed: Bool {
    publicKey.count == Self.publicKeyLength && nonce.count == Self.nonceLength
  }

  /// Returns the id of the replica that begins with this genesis on a board. It is the first half
  /// of the SHA-256 of both fields, each after its length, and of the board's id. An entry does not
  /// contain the board's id; for an entry of another board, the computed id does not match.
  public func replica(on board: BoardID) -> ReplicaID {
    var bytes = CanonicalBytes(domain: "easel 1 replica")
    bytes.append(list: publicKey)
    bytes.append(list: nonce)
    bytes.append(board.raw)
    return ReplicaID(bytes.digest().half)
  }

  /// Another genesis of the same author, for the case that new entries of this replica cannot
  /// count.
  public var next: ReplicaGenesis {
    var bytes = CanonicalBytes(domain: "easel 1 next replica")
    bytes.append(list: nonce)
    return ReplicaGenesis(publicKey: publicKey, nonce: bytes.digest().half.bytes)
  }

  /// Returns the author who signs with the private half of this key.
  public static func author(of publicKey: [UInt8]) -> AuthorID {
    AuthorID(Digest.sha256(of: publicKey).half)
  }
}
