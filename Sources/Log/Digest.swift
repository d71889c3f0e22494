import Crypto
import Vocabulary

/// A SHA-256 digest.
public struct Digest: Hashable, Comparable, Sendable {
  fileprivate let first: Bytes16
  fileprivate let second: Bytes16

  @usableFromInline
  init(_ first: Bytes16, _ second: Bytes16) {
    self.first = first
    self.second = second
  }

  /// Takes exactly 32 bytes; any other count gives nil.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32, let first = Bytes16(bytes.prefix(16)),
      let second = Bytes16(bytes.dropFirst(16))
    else { return nil }
    self.init(first, second)
  }

  public var bytes: [UInt8] { first.bytes + second.bytes }

  /// The first half: enough to name something by, since nobody can find two of one name.
  public var half: Bytes16 { first }

  public static func < (left: Self, right: Self) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }

  /// Of plain bytes, without length or domain.
  public static func sha256(of bytes: [UInt8]) -> Digest { Digest(SHA256.hash(data: bytes)) }

  fileprivate init(_ digest: SHA256.Digest) {
    self = digest.withUnsafeBytes { raw in
      func word(_ index: Int) -> UInt64 {
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      return Digest(Bytes16(high: word(0), low: word(1)), Bytes16(high: word(2), low: word(3)))
    }
  }
}

/// What is hashed, written so that two different values never give the same bytes: numbers in a
/// fixed width, big-endian, lists after their length, and a name of the kind of value in front.
///
/// No encoder has a say here, so that no change of one can change a digest.
struct CanonicalBytes {
  private var bytes: [UInt8] = []

  init(domain: StaticString, capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
    domain.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(0)
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ name: Bytes16) {
    append(name.high)
    append(name.low)
  }

  mutating func append(_ digest: Digest?) {
    append(UInt8(digest == nil ? 0 : 1))
    guard let digest else { return }
    append(digest.first)
    append(digest.second)
  }

  mutating func append(list: [UInt8]) {
    append(UInt64(list.count))
    bytes.append(contentsOf: list)
  }

  /// The digest of what was appended and, after it, of a list that need not be copied for that.
  func digest(followedBy list: [UInt8]? = nil) -> Digest {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    if let list {
      withUnsafeBytes(of: UInt64(list.count).bigEndian) { hash.update(bufferPointer: $0) }
      list.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
    return Digest(hash.finalize())
  }
}
