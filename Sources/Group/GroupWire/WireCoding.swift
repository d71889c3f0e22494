import GroupCore

/// Converts the messages of a call's members into bytes.
public enum WireCoding {
  /// Sent in the first message over each link; another version is refused.
  public static let version: UInt32 = 1

  /// The coding for `Call`. It decodes nothing if the bytes have no known meaning or exceed the
  /// limits.
  public static let call = CallCoding(
    encode: { $0.encoded() }, batch: { MessageBatchForm.encoded($0) },
    decode: { CallMessage.all(reading: $0) }, mode: { CallMessage.mode(ofBody: $0) },
    encodePayload: { $0.encoded() }, decodePayload: { ReliablePayload(reading: $0) })
}
