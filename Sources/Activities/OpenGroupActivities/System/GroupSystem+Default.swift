import Synchronization

// The system that the whole process falls back to.
extension GroupSystem {
  /// The value of ``current`` where a task has none of its own.
  static let unset = GroupSystem()
  private static let processDefault = Mutex<GroupSystem?>(nil)

  /// The system that activities and observers use: ``current`` where it is set for the task, else
  /// the one that ``setDefault(_:)`` was given, else one outside any call.
  public static var effective: GroupSystem {
    let current = current
    guard current === unset else { return current }
    return processDefault.withLock { $0 } ?? unset
  }

  /// Sets the system that the whole process uses where no ``current`` one is set: in detached
  /// tasks, in callbacks from C, and in tasks that were made outside `withValue`. Any thread may
  /// call it.
  ///
  /// A program with one person calls it once, at its start. A session, or a sequence of sessions,
  /// that was made with another system stays with that one.
  ///
  /// - Parameter system: kept until another takes its place; nil for none.
  public static func setDefault(_ system: GroupSystem?) {
    let old = processDefault.withLock { kept in
      defer { kept = system }
      return kept
    }
    // Released after the lock: the end of a system runs code of its transports.
    _ = old
  }
}
