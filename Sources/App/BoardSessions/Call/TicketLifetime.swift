import BoardContract
import EaselBase
import GroupBase

/// Decides when the tickets of a host end by themselves.
///
/// Laws: tickets that last until they are renewed never end by themselves. A member that was in the
/// call when the life was chosen, or when the tickets were renewed, is no new guest. Each renewal
/// begins the hour anew.
struct TicketLifetime: Sendable {
  private(set) var life = TicketLife.untilRenewed
  /// The other people's members of the call, as last seen.
  private var members: Set<MemberID> = []
  /// The uptime in milliseconds at which the tickets end; nil if no time ends them.
  private(set) var endsAt: Int64?

  static let hour: Int64 = 3_600_000

  mutating func choose(_ life: TicketLife, at uptime: Int64) {
    self.life = life
    noteRenewed(at: uptime)
  }

  /// Notes that the tickets are new.
  mutating func noteRenewed(at uptime: Int64) {
    endsAt = life == .oneHour ? uptime + Self.hour : nil
  }

  /// Notes the members of the call that belong to other people.
  ///
  /// - Returns: whether the tickets end now, because a guest came in.
  mutating func noteMembers(_ new: Set<MemberID>) -> Bool {
    let isGuest = !new.isSubset(of: members)
    members = new
    return isGuest && life == .oneGuest
  }

  /// Returns whether the tickets end now, because their time is over.
  mutating func expire(at uptime: Int64) -> Bool {
    guard let endsAt, endsAt <= uptime else { return false }
    self.endsAt = nil
    return true
  }
}
