/// How much is done for a message to arrive.
public enum DeliveryMode: Hashable, Sendable {
  /// Once, in the order sent, and again until it was acknowledged.
  case reliable
  /// At once or never; perhaps twice, perhaps out of order.
  case unreliable
}
