import EaselBase
import GroupCore

/// Several messages of a call in the body of one envelope: a zero byte, then each message after its
/// length. No single message begins with a zero byte.
public enum MessageBatchForm {
  static let mark: UInt8 = 0

  /// Returns the body for these encoded messages. A receiver refuses a batch of fewer than two.
  public static func encoded(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(1) { $0 + $1.count + 3 })
    bytes.append(mark)
    for part in parts {
      bytes.append(varint: UInt64(part.count))
      bytes += part
    }
    return bytes
  }

  /// Splits a body that begins with the batch mark. The bytes are untrusted.
  static func parts(of body: [UInt8]) throws(WireError) -> [ArraySlice<UInt8>] {
    var reader = ByteReader(body, at: 1)
    var parts: [ArraySlice<UInt8>] = []
    while !reader.isAtEnd {
      guard parts.count < MessageBatch.partsMax else { throw WireError("batch", .tooMany) }
      guard let length = reader.varint(), let part = reader.bytes(length) else {
        throw WireError("batch", .malformed)
      }
      parts.append(part)
    }
    // A single message is never sent as a batch.
    guard parts.count > 1 else { throw WireError("batch", .malformed) }
    return parts
  }

  /// Returns the first message; empty if there is none.
  static func firstPart(of body: [UInt8]) -> ArraySlice<UInt8> {
    var reader = ByteReader(body, at: 1)
    return reader.varint().flatMap { reader.bytes($0) } ?? []
  }
}
