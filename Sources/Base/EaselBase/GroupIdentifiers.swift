/// One member of a call: a random number, chosen when a process enters the call and never used
/// again.
public struct MemberID: Hashable, Comparable, Sendable {
  public let raw: UInt64
  public init(_ raw: UInt64) { self.raw = raw }
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// One place in a session, taken or offered: a member's first, second, third …. A participant that
/// leaves and joins again is another participant.
public struct ParticipantID: Hashable, Comparable, Sendable {
  public let member: MemberID
  /// 1, 2, 3 … within the member.
  public let join: UInt32

  public init(_ member: MemberID, join: UInt32) {
    self.member = member
    self.join = join
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.member, left.join) < (right.member, right.join)
  }
}

/// One session: a member's first, second, third … activation.
public struct SessionID: Hashable, Comparable, Sendable {
  public let initiator: MemberID
  /// 1, 2, 3 … within the member.
  public let activation: UInt32

  public init(_ initiator: MemberID, activation: UInt32) {
    self.initiator = initiator
    self.activation = activation
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.initiator, left.activation) < (right.initiator, right.activation)
  }
}

/// One of a member's links to its neighbours; known to that member only.
public struct LinkID: Hashable, Comparable, Sendable {
  public let raw: UInt64
  public init(_ raw: UInt64) { self.raw = raw }
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// The recipients of a message in a session; never its sender, even if the sender names itself.
public enum Recipients: Hashable, Sendable {
  /// All other participants who are in the session when the message is sent.
  case all
  case only(Set<ParticipantID>)
}
