import Crypto
import EaselBase

/// The bytes of a value in a form for hashing. Two different values never give the same bytes: the
/// name of the kind of value comes first, numbers are big-endian and have a fixed width, and each
/// list follows its length.
///
/// This code uses no encoder of a library, so a change in a library cannot change a digest.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

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

  /// Returns the digest of the appended bytes, followed by `list` if it is given. The list is not
  /// copied.
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

/// Reads canonical bytes that came from outside.
struct CanonicalReading {
  private var rest: ArraySlice<UInt8>

  /// Returns nil if the bytes do not begin with this domain.
  init?(_ bytes: [UInt8], _ domain: StaticString) {
    let name = domain.withUTF8Buffer { Array($0) } + [0]
    guard bytes.starts(with: name) else { return nil }
    rest = bytes.dropFirst(name.count)
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() -> UInt64? {
    guard let bytes = bytes(8) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func byte() -> UInt8? { bytes(1)?.first }

  mutating func name() -> Bytes16? { bytes(16).flatMap { Bytes16($0) } }

  mutating func list(atMost countMax: Int) -> [UInt8]? {
    guard let count = number(), count <= UInt64(countMax) else { return nil }
    return bytes(Int(count)).map { Array($0) }
  }

  /// Reads a digest or the mark of an absent digest; returns nil for anything else.
  mutating func digest() -> ReadDigest? {
    guard let mark = bytes(1)?.first, mark <= 1 else { return nil }
    if mark == 0 { return ReadDigest(value: nil) }
    return bytes(32).flatMap { Digest($0) }.map { ReadDigest(value: $0) }
  }

  /// A digest that was read; `value` is nil for the mark of an absent digest.
  struct ReadDigest { let value: Digest? }

  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
