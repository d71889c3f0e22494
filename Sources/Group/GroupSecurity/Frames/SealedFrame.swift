/// Bytes as their origin sealed them, once; everybody passes them on as they are.
public struct SealedFrame: Hashable, Sendable {
  /// The member that sealed them, see ``MemberCertificate/member``.
  public let origin: UInt64
  /// 1, 2, 3 …, in the order in which the origin sealed them.
  public let number: UInt64
  /// The sealed bytes, and 16 bytes that prove them: in the epoch whose keys open them, and no other.
  public let body: [UInt8]

  public static let bodyBytesMax = 64 * 1_024
  /// More than any run seals.
  public static let numberMax: UInt64 = 1 << 53 - 1

  public init(origin: UInt64, number: UInt64, body: [UInt8]) {
    self.origin = origin
    self.number = number
    self.body = body
  }

  /// For ways on which nothing else says whose it is: the origin in eight bytes, the number in one to
  /// eight, the body.
  public var encoded: [UInt8] {
    var bytes = [UInt8](bigEndian: origin)
    bytes.append(varint: number)
    return bytes + body
  }

  /// Any bytes may come; nil of what is no frame.
  public init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let origin = reader.read(8), let number = reader.varint(),
      (1...Self.numberMax).contains(number), reader.remaining <= Self.bodyBytesMax
    else { return nil }
    self.init(
      origin: origin.reduce(0) { $0 << 8 | UInt64($1) }, number: number, body: reader.rest)
  }
}
