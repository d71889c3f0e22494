/// How a message travels: reliable ones arrive once and in the order in which they were sent;
/// unreliable ones may be lost, doubled and reordered.
public enum DeliveryMode: Hashable, Sendable { case reliable, unreliable }
