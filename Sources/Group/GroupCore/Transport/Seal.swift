import EaselBase
import GroupBase

/// Keeps the messages of a call among the members that may read them: the origin seals each
/// envelope once, and all other members pass it on unchanged.
///
/// Methods may be called from any thread and return at once.
public protocol Seal: AnyObject, Sendable {
  /// Returns the bytes that go over links in place of the body of this member's own envelope. It is
  /// called once for each envelope, in the order of their numbers.
  ///
  /// - Returns: nil if the envelope cannot be sealed because it is too large.
  func sealed(_ envelope: Envelope) -> [UInt8]?

  /// Returns the body that the origin sealed, from an envelope as it came over a link.
  ///
  /// - Returns: nil if the envelope is not from its origin, or was seen before.
  func opened(_ envelope: Envelope) -> [UInt8]?

  /// Returns whether a member may change the content that all members see. A member without this
  /// right is a watcher.
  func mayDraw(_ member: MemberID) -> Bool

  /// Returns whether a member has proved that it is another run of this member's own user.
  func isOwn(_ member: MemberID) -> Bool

  /// Returns whether this member's user and the user of another member met in one place, where they
  /// compared the words of a meeting.
  func hasMet(_ member: MemberID) -> Bool

  /// Returns the name that a member has to use, if this member admitted it under a name. A member
  /// that announces another name does not remain a neighbour.
  func name(givenTo member: MemberID) -> SafeText?
}

extension Seal {
  /// Returns false: the seal knows no users.
  public func isOwn(_ member: MemberID) -> Bool { false }

  /// Returns false: the seal knows no meetings.
  public func hasMet(_ member: MemberID) -> Bool { false }

  /// Returns the rank of a member wherever there is a limited number of places.
  public func rank(of member: MemberID) -> AdmissionRule.Rank {
    guard mayDraw(member) else { return .watcher }
    return isOwn(member) ? .own : .drawer
  }

  /// Returns nil: each member chooses its own name.
  public func name(givenTo member: MemberID) -> SafeText? { nil }
}
