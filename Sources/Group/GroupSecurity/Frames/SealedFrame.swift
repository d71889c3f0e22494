import EaselBase

/// Bytes that their origin sealed once. Members forward them unchanged.
public struct SealedFrame: Hashable, Sendable {
  /// The member that sealed them, see ``MemberCertificate/member``.
  public let origin: UInt64
  /// 1, 2, 3 …, in the order in which the origin sealed them.
  public let number: UInt64
  /// The sealed bytes and a tag of 16 bytes. Only the keys of the frame's epoch open them.
  public let body: [UInt8]

  /// Maximum bytes of a body, with its tag: 64 KiB.
  public static let bodyBytesMax = 64 * 1_024
  /// The largest number of a frame, 2⁵³ − 1; no member seals so many frames.
  public static let numberMax: UInt64 = 1 << 53 - 1

  /// Creates a frame from its parts; checks none of the limits.
  public init(origin: UInt64, number: UInt64, body: [UInt8]) {
    self.origin = origin
    self.number = number
    self.body = body
  }

  /// The frame as bytes, for a transport that does not send the origin in another way: the origin
  /// in eight bytes, the number in one to eight bytes, the body.
  public var encoded: [UInt8] {
    var bytes = [UInt8](bigEndian: origin)
    bytes.append(varint: number)
    return bytes + body
  }

  /// Decodes a frame. The bytes are untrusted; the result is nil if they are not a frame.
  public init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let origin = reader.bytes(8), let number = reader.varint(),
      (1...Self.numberMax).contains(number), reader.rest.count <= Self.bodyBytesMax
    else { return nil }
    self.init(
      origin: origin.reduce(0) { $0 << 8 | UInt64($1) }, number: number, body: Array(reader.rest))
  }
}
