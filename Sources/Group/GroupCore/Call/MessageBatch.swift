import EaselBase
import GroupBase

/// The messages that a member sends at one time to the same readers. They travel in one envelope,
/// which is sealed, passed on and opened once for all of them.
public struct MessageBatch: Sendable {
  let to: EnvelopeDestination
  /// How its messages are sent. Messages that may be lost and messages that may not be lost never
  /// share an envelope.
  let mode: DeliveryMode
  /// Whether it has a message that receivers accept only with a proof of its origin.
  private(set) var needsProof: Bool
  private var parts: [[UInt8]]
  private var bytes: Int
  /// The time since which it waits for more messages.
  let since: Uptime

  /// The maximum number of messages in a batch.
  public static let partsMax = 256
  /// The maximum size of a body, in bytes. A body of this size fits into a frame, even if the
  /// envelope names as many readers as a call has members.
  public static let bytesMax = 32 * 1_024
  /// The most bytes that the encoding adds around a part.
  private static let headBytesMax = 3

  /// - Parameter part: the message in bytes.
  init(_ message: CallMessage, _ part: [UInt8], to destination: EnvelopeDestination, at now: Uptime)
  {
    (mode, needsProof) = (message.mode, message.needsProof)
    (to, since) = (destination, now)
    (parts, bytes) = ([part], part.count)
  }

  /// - Returns: whether the message was added.
  mutating func append(
    _ message: CallMessage, _ part: [UInt8], to destination: EnvelopeDestination
  ) -> Bool {
    let sum = bytes + part.count + Self.headBytesMax
    guard parts.count < Self.partsMax, sum <= Self.bytesMax, mode == message.mode,
      destination == to
    else { return false }
    parts.append(part)
    bytes = sum
    needsProof = needsProof || message.needsProof
    return true
  }

  /// Returns the body of the envelope: the only message alone, or all messages as a batch.
  func body(_ coding: CallCoding) -> [UInt8] {
    parts.count == 1 ? parts[0] : coding.batch(parts)
  }
}
