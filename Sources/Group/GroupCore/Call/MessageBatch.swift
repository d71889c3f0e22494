import EaselBase

/// What a member says at one time to the same others: it goes in one envelope, which is sealed, passed
/// on and opened once, whatever is in it.
public struct MessageBatch: Sendable {
  let to: Destination
  /// Whether it may be lost; what may not does not share an envelope with what may.
  let isPassing: Bool
  /// Whether something is in it that counts only where nobody else can have said it.
  private(set) var needsProof: Bool
  private var parts: [[UInt8]]
  private var bytes: Int
  /// Since when it waits for more.
  let since: Uptime

  public static let partsMax = 256
  /// With as many readers named as a call has members this still fits into a frame.
  public static let bytesMax = 32 * 1_024
  /// What stands round a part, at the most.
  private static let headBytesMax = 3

  /// - Parameter part: the message in bytes.
  init(_ message: CallMessage, _ part: [UInt8], to destination: Destination, at now: Uptime) {
    (isPassing, needsProof) = (message.isPassing, message.needsProof)
    (to, since) = (destination, now)
    (parts, bytes) = ([part], part.count)
  }

  /// - Returns: whether it goes along.
  mutating func append(
    _ message: CallMessage, _ part: [UInt8], to destination: Destination
  ) -> Bool {
    let sum = bytes + part.count + Self.headBytesMax
    guard parts.count < Self.partsMax, sum <= Self.bytesMax, isPassing == message.isPassing,
      destination == to
    else { return false }
    parts.append(part)
    bytes = sum
    needsProof = needsProof || message.needsProof
    return true
  }

  /// As it stands in an envelope: alone, or with the others.
  func body(_ coding: CallCoding) -> [UInt8] {
    parts.count == 1 ? parts[0] : coding.batch(parts)
  }
}
