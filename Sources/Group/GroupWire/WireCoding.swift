import GroupCore

/// How what members of a call say becomes bytes.
public enum WireCoding {
  /// Said in the first message over each link; another version is refused.
  public static let version: UInt32 = 1

  /// For `Call`: reads nothing where the bytes are of no known meaning, or beyond the limits.
  public static let call = CallCoding(
    encode: { $0.encoded() }, batch: { MessageBatchForm.encoded($0) },
    decode: { CallMessage.all(reading: $0) },
    encodePayload: { $0.encoded() }, decodePayload: { ReliablePayload(reading: $0) })
}
