/// What both sides of a handshake keep to.
public enum Handshake {
  /// Of any of the three messages; more is not read from anybody who is not yet trusted.
  public static let messageBytesMax = 4 * 1_024
  /// What the program may say to the other side within the second and within the third message.
  public static let greetingBytesMax = 2 * 1_024
}
