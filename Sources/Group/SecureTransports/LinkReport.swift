import EaselBase
import GroupBase
import GroupCore

/// An event of a link, for a log. It holds no secret.
public enum LinkReport: Hashable, Sendable {
  /// The link is open: one of the two sides has admitted the other.
  case opened(LinkID, MemberID?, isDialled: Bool)
  /// This side refused the guest at the other end.
  case refused(LinkID, TransportFault.Cause, source: String?)
  /// The link closed. The fault is nil if one of the two sides closed the link normally.
  case closed(LinkID, TransportFault?)
}
