import EaselBase

/// Keeps what the members of a call say among those who may hear it: every envelope is sealed once,
/// by its origin, and passed on by all others as it is.
///
/// Methods may be called from any thread and return at once.
public protocol Seal: AnyObject, Sendable {
  /// What goes over links in place of an own envelope's body. It is asked once for each envelope, in
  /// the order of their numbers.
  ///
  /// - Returns: nil where it cannot be sealed, for which it would have to be too large.
  func sealed(_ envelope: Envelope) -> [UInt8]?

  /// What the origin of an envelope sealed, of one as it came over a link.
  ///
  /// - Returns: nil where it is not the origin's, or was seen before.
  func opened(_ envelope: Envelope) -> [UInt8]?

  /// Whether a member may change what all see; who may not only watches.
  func mayDraw(_ member: MemberID) -> Bool

  /// What a member has to call itself, where this one let it in under a name; who says otherwise is
  /// no neighbour any more.
  func name(givenTo member: MemberID) -> SafeText?
}

extension Seal {
  public func name(givenTo member: MemberID) -> SafeText? { nil }
}
