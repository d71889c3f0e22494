import EaselBase

/// Whom this member owes word of what arrived: soon, so that one word does for several pieces.
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

  /// All that is owed, which is then paid.
  mutating func removeAll() -> [MemberID] {
    defer { self = Self() }
    return owed.sorted()
  }

  mutating func forget(_ sender: MemberID) { owed.remove(sender) }
}
