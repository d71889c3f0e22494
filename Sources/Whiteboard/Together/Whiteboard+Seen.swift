// What can be seen of the call from outside.
extension Whiteboard {
  /// Whether one is in a session.
  public var isInSession: Bool { together.seat != nil }
  /// Whether there is a session to join.
  public var isInvited: Bool { !together.offers.isEmpty }
  /// Whether another person is in the call.
  public var isEligible: Bool { together.isEligible }
}
