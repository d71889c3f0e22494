/// How reliably a message arrives.
public enum DeliveryMode: Hashable, Sendable {
  /// Arrives once, in the order sent. The sender repeats it until it is acknowledged.
  case reliable
  /// Arrives at once or never; perhaps twice, perhaps out of order.
  case unreliable
}
