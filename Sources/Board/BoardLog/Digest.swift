import Crypto
import EaselBase

/// A SHA-256 digest.
public struct Digest: Hashable, Comparable, Sendable {
  let first: Bytes16
  let second: Bytes16

  @usableFromInline
  init(_ first: Bytes16, _ second: Bytes16) {
    self.first = first
    self.second = second
  }

  /// Creates a digest from exactly 32 bytes; any other count gives nil.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32, let first = Bytes16(bytes.prefix(16)),
      let second = Bytes16(bytes.dropFirst(16))
    else { return nil }
    self.init(first, second)
  }

  /// The 32 bytes of the digest.
  public var bytes: [UInt8] { first.bytes + second.bytes }

  /// The first half. It is long enough to identify a value, since no attacker can find two values
  /// with the same half.
  public var half: Bytes16 { first }

  /// Orders by the bytes, as one unsigned big-endian number.
  public static func < (left: Self, right: Self) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }

  /// Returns the digest of plain bytes, without length or domain.
  public static func sha256(of bytes: [UInt8]) -> Digest { Digest(SHA256.hash(data: bytes)) }

  init(_ digest: SHA256.Digest) {
    self = digest.withUnsafeBytes { raw in
      func word(_ index: Int) -> UInt64 {
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      return Digest(Bytes16(high: word(0), low: word(1)), Bytes16(high: word(2), low: word(3)))
    }
  }
}
