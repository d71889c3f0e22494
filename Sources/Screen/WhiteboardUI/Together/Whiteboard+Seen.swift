import EaselBase

// What can be seen of the call from outside.
extension Whiteboard {
  /// The session that one is in.
  public var session: Bytes16? { together.seat?.session }
  public var isInSession: Bool { session != nil }
  /// Whether there is a session to join.
  public var isInvited: Bool { !together.offers.isEmpty }
  /// Whether another person is in the call.
  public var isEligible: Bool { together.isEligible }
}
