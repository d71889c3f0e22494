import EaselBase
import GroupCore

/// An event of a link, for a log. It holds no secret.
public enum LinkReport: Hashable, Sendable {
  /// The link is open: this side admitted the member at its other end, or was admitted by it.
  case opened(LinkID, MemberID?, isDialled: Bool)
  /// This side refused the guest at the other end.
  case refused(LinkID, TransportFault.Cause, source: String?)
  /// The link closed. The fault is nil if one of the two sides closed it in order.
  case closed(LinkID, TransportFault?)
}
