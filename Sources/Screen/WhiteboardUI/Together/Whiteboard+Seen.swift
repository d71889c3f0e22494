import EaselBase

// State of the call that callers of the whiteboard can read.
extension Whiteboard {
  /// The session that this user is in; nil outside of a session.
  public var session: Bytes16? { together.seat?.session }
  public var isInSession: Bool { session != nil }
  /// Whether there is a session to join.
  public var isInvited: Bool { !together.offers.isEmpty }
  /// Whether another person is in the call.
  public var isEligible: Bool { together.isEligible }
}
