/// One member of a call: a number that belongs to one run of a program. In a secure call it is
/// derived from the run's identity and random bytes, so that no other run has it.
public struct MemberID: Hashable, Comparable, Sendable {
  /// The number of the member, as it is sent on the wire.
  public let raw: UInt64
  /// Creates an ID from a number that was chosen or received.
  public init(_ raw: UInt64) { self.raw = raw }
  /// Orders by the number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// One place of a member in a session, numbered by the member's joins. The member has taken the
/// place, or the place is offered to it. A participant that leaves and joins again is another
/// participant.
public struct ParticipantID: Hashable, Comparable, Sendable {
  /// The member that takes or is offered the place.
  public let member: MemberID
  /// The number of the join within the member: 1, 2, 3 …
  public let join: UInt32

  /// Creates the ID of a member's join.
  public init(_ member: MemberID, join: UInt32) {
    self.member = member
    self.join = join
  }

  /// Orders by member, then by join.
  public static func < (left: Self, right: Self) -> Bool {
    (left.member, left.join) < (right.member, right.join)
  }
}

/// One session, numbered by the activations of the member that began it.
public struct SessionID: Hashable, Comparable, Sendable {
  /// The member that activated the session.
  public let initiator: MemberID
  /// The number of the activation within the member: 1, 2, 3 …
  public let activation: UInt32

  /// Creates the ID of a member's activation.
  public init(_ initiator: MemberID, activation: UInt32) {
    self.initiator = initiator
    self.activation = activation
  }

  /// Orders by initiator, then by activation.
  public static func < (left: Self, right: Self) -> Bool {
    (left.initiator, left.activation) < (right.initiator, right.activation)
  }
}

/// One of a member's links to its neighbours; known to that member only.
public struct LinkID: Hashable, Comparable, Sendable {
  /// The number, which a transport gives to one link only.
  public let raw: UInt64
  /// Creates an ID from a transport's number.
  public init(_ raw: UInt64) { self.raw = raw }
  /// Orders by the number.
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// The recipients of a message in a session; never the sender, even if the sender names itself.
public enum Recipients: Hashable, Sendable {
  /// All other participants who are in the session when the message is sent.
  case all
  case only(Set<ParticipantID>)
}
