import GroupBase

extension GroupSystem {
  /// Returns whether a member only watches, which may be this one.
  func isWatcher(_ member: MemberID) -> Bool { perform { core, _ in core.links.isWatcher(member) } }
}
