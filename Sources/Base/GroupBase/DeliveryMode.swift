/// How reliably a message arrives.
public enum DeliveryMode: Hashable, Sendable {
  /// Arrives once, in the order sent. The sender repeats it until it is acknowledged.
  case reliable
  /// Arrives soon or not at all. The message may arrive twice or out of order.
  case unreliable
}
