import EaselBase

/// The beginning of a board. Its hash is the board's id, so no member can change any part of it
/// later, and every member refuses entries of another board.
public struct BoardGenesis: Hashable, Sendable {
  /// 16 random bytes; zeros on an unowned board.
  public let nonce: [UInt8]
  /// The Ed25519 public key of the author who made the board, 32 bytes; empty if the board has no
  /// owner.
  public let owner: [UInt8]
  /// The picture that the board began from; nil for a board that began empty.
  public let base: Base?
  /// The logical time at which the board begins: the last time in its base.
  public let time: Lamport
  /// The first half of the SHA-256 of the encoded genesis.
  public let id: BoardID

  /// The picture that a board began from.
  public struct Base: Hashable, Sendable {
    /// The hash of the log that gave the picture.
    public let log: Digest
    /// The SHA-256 of the encoded picture.
    public let picture: Digest

    /// Creates a base from the digests of a log and of its picture.
    public init(log: Digest, picture: Digest) { (self.log, self.picture) = (log, picture) }
  }

  /// The length of the nonce, in bytes.
  public static let nonceLength = 16
  /// No board begins later than this time, so that its entries have room for theirs.
  public static let timeMax = Lamport(1 << 52)
  /// An encoded genesis has at most this many bytes.
  public static let bytesMax = 256

  /// Creates a genesis; a time above ``timeMax`` becomes ``timeMax``. The lengths are not checked.
  ///
  /// - Parameters:
  ///   - nonce: ``nonceLength`` random bytes.
  ///   - owner: an Ed25519 public key of 32 bytes; empty for a board without an owner.
  public init(
    nonce: [UInt8], owner: [UInt8] = [], base: Base? = nil,
    time: Lamport = Lamport(0)
  ) {
    (self.nonce, self.owner, self.base) = (nonce, owner, base)
    self.time = min(time, Self.timeMax)
    id = BoardID(Self.canonical(nonce, owner, base, self.time).digest().half)
  }

  /// A genesis without an owner, for pictures and scripts. A board with this genesis has no file.
  public static let unowned = BoardGenesis(nonce: [UInt8](repeating: 0, count: nonceLength))

  /// The author who owns the board; nil if the board has no owner.
  public var author: AuthorID? { owner.isEmpty ? nil : ReplicaGenesis.author(of: owner) }

  private static func canonical(
    _ nonce: [UInt8], _ owner: [UInt8], _ base: Base?, _ time: Lamport
  ) -> CanonicalBytes {
    var bytes = CanonicalBytes(domain: "easel 1 board")
    bytes.append(list: nonce)
    bytes.append(list: owner)
    bytes.append(base?.log)
    bytes.append(base?.picture)
    bytes.append(time.raw)
    return bytes
  }

  /// Returns the bytes that files store and members send.
  public func encoded() -> [UInt8] {
    Self.canonical(nonce, owner, base, time).bytes
  }

  /// Decodes a genesis; nil for bytes that are not an encoded genesis.
  public init?(decoding bytes: [UInt8]) {
    guard bytes.count <= Self.bytesMax, var reader = CanonicalReading(bytes, "easel 1 board"),
      let nonce = reader.list(atMost: Self.nonceLength), nonce.count == Self.nonceLength,
      let owner = reader.list(atMost: ReplicaGenesis.publicKeyLength),
      owner.isEmpty || owner.count == ReplicaGenesis.publicKeyLength,
      let log = reader.digest(), let picture = reader.digest(),
      let time = reader.number(), time <= Self.timeMax.raw, reader.isAtEnd,
      (log.value == nil) == (picture.value == nil)
    else { return nil }
    let base = log.value.flatMap { log in picture.value.map { Base(log: log, picture: $0) } }
    self.init(nonce: nonce, owner: owner, base: base, time: Lamport(time))
  }
}
