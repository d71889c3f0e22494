import EaselBase
import GroupBase

/// The members to which this member owes an acknowledgement. It is sent with a short delay, so that
/// one acknowledgement covers several pieces.
struct Acknowledgements: Hashable, Sendable {
  private(set) var owed: Set<MemberID> = []
  private(set) var deadline: Uptime?

  /// Milliseconds; well below `Outbox.resendFirst`.
  static let delay: Int64 = 40

  mutating func owe(_ sender: MemberID, isUrgent: Bool, at now: Uptime) {
    owed.insert(sender)
    let due = isUrgent ? now : now.advanced(by: Self.delay)
    deadline = min(deadline ?? due, due)
  }

  func isDue(at now: Uptime) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Returns all members that are owed an acknowledgement, and clears the set.
  mutating func removeAll() -> [MemberID] {
    defer { self = Self() }
    return owed.sorted()
  }

  mutating func forget(_ sender: MemberID) { owed.remove(sender) }
}
