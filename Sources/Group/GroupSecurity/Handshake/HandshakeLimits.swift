/// Limits that both sides of a handshake obey.
public enum HandshakeLimits {
  /// Maximum bytes of each of the three messages. No more is read from a sender that is not yet
  /// trusted.
  public static let messageBytesMax = 4 * 1_024
  /// Maximum bytes that the program may add for the other side in the second and in the third
  /// message.
  public static let greetingBytesMax = 2 * 1_024
}
