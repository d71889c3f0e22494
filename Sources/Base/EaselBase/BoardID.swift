/// The id of a board: the first half of the SHA-256 of its genesis.
public struct BoardID: Hashable, Comparable, Sendable {
  /// The first 16 bytes of the digest.
  public let raw: Bytes16
  /// Creates an id from stored or received bytes; does not check that a genesis has this digest.
  public init(_ raw: Bytes16) { self.raw = raw }
  /// Orders by the bytes, as one unsigned big-endian number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}
