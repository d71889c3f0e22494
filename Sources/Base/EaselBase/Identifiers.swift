/// Sixteen opaque bytes, compared as one unsigned big-endian number.
///
/// Such bytes name replicas and authors, so that names need no registry: each is the first half of
/// a SHA-256 digest, and no author can choose a name that exists already. The UUIDs of sessions and
/// participants have sixteen bytes too.
public struct Bytes16: Hashable, Comparable, Sendable {
  /// The first eight bytes, as a big-endian number.
  public let high: UInt64
  /// The last eight bytes, as a big-endian number.
  public let low: UInt64

  /// Creates the bytes from their two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Accepts exactly sixteen bytes; any other count gives nil. Inlinable, since each entry read has
  /// four of these.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The sixteen bytes, the highest first.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
      for index in 0..<8 {
        let shift = UInt64(56 - 8 * index)
        bytes[index] = UInt8(truncatingIfNeeded: high >> shift)
        bytes[index + 8] = UInt8(truncatingIfNeeded: low >> shift)
      }
      count = 16
    }
  }

  /// Orders as unsigned big-endian numbers.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// One run of the program by one author: chosen at the first entry of that run, never used by
/// another run.
public struct ReplicaID: Hashable, Comparable, Sendable {
  /// The bytes of the name.
  public let raw: Bytes16
  /// Creates an ID from its bytes.
  public init(_ raw: Bytes16) { self.raw = raw }
  /// Orders by the bytes, as one unsigned big-endian number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// An author: the first half of the SHA-256 of an identity's public key.
public struct AuthorID: Hashable, Comparable, Sendable {
  /// The first 16 bytes of the digest.
  public let raw: Bytes16
  /// Creates an author from the first 16 bytes of the digest.
  public init(_ raw: Bytes16) { self.raw = raw }
  /// The author of unsigned ink: the ink of the picture that a board began from.
  public static let nobody = AuthorID(Bytes16(high: 0, low: 0))
  /// Orders by the bytes, as one unsigned big-endian number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// A session, as the board's client and the screen name it.
///
/// Every member of the call derives the same UUID from the session's number in the group. Messages
/// and files contain its sixteen bytes.
public struct SessionUUID: Hashable, Sendable {
  /// The bytes of the UUID.
  public let raw: Bytes16
  /// Creates a UUID from its bytes.
  public init(_ raw: Bytes16) { self.raw = raw }
}

/// A participant of a session, as the board's client and the screen name it. Also names a member of
/// the call who is in no session.
///
/// Every member of the call derives the same UUID from the participant's number in the group. A
/// person who leaves a session and joins it again gets another UUID; ``AuthorID`` stays the same.
/// Messages contain the sixteen bytes of the UUID.
public struct ParticipantUUID: Hashable, Comparable, Sendable {
  /// The bytes of the UUID.
  public let raw: Bytes16
  /// Creates a UUID from its bytes.
  public init(_ raw: Bytes16) { self.raw = raw }
  /// Orders by the bytes, as one unsigned big-endian number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// The number of an entry within its replica: 1, 2, 3 …
///
/// Not called `Sequence`, which would shadow the standard library's protocol in every file.
public struct SequenceNumber: Hashable, Comparable, Sendable {
  /// The number; the first entry of a replica has 1.
  public let raw: UInt64
  /// Creates a number of any size; 0 stands for no entry. Does not check ``max``.
  public init(_ raw: UInt64) { self.raw = raw }
  /// Orders by the number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// The largest number that an entry may carry, 2⁵³ − 1: number types of every programming
  /// language can hold it.
  public static let max = SequenceNumber(1 << 53 - 1)
  /// The number after this one; nil at the largest number.
  public var next: SequenceNumber? { self < .max ? SequenceNumber(raw + 1) : nil }
}

/// Logical time (Lamport, 1978): larger than the time of every entry that its author knew.
public struct Lamport: Hashable, Comparable, Sendable {
  /// The time as a count, without a unit.
  public let raw: UInt64
  /// Creates a time of any size; does not check ``max``.
  public init(_ raw: UInt64) { self.raw = raw }
  /// Orders by the count.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// The largest time an entry may carry, 2⁵³ − 1.
  public static let max = Lamport(1 << 53 - 1)
  /// The time after this one; nil at the largest time.
  public var next: Lamport? { self < .max ? Lamport(raw + 1) : nil }
}

/// The name of one entry, the same for every participant.
public struct EntryID: Hashable, Comparable, Sendable {
  /// The replica that made the entry.
  public let replica: ReplicaID
  /// The number of the entry within its replica.
  public let sequence: SequenceNumber

  /// Creates the name of a replica's entry.
  public init(_ replica: ReplicaID, _ sequence: SequenceNumber) {
    self.replica = replica
    self.sequence = sequence
  }

  /// Orders by replica, then by number.
  public static func < (left: Self, right: Self) -> Bool {
    (left.replica, left.sequence) < (right.replica, right.sequence)
  }
}
