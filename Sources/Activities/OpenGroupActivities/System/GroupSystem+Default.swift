import Synchronization

// The default system of the whole process.
extension GroupSystem {
  /// The value of ``current`` where a task has not set it.
  static let unset = GroupSystem()
  private static let processDefault = Mutex<GroupSystem?>(nil)

  /// The system that activities and observers use: ``current`` if it is set for the task, else the
  /// system given to ``setDefault(_:)``, else a system outside any call.
  public static var effective: GroupSystem {
    let current = current
    guard current === unset else { return current }
    return processDefault.withLock { $0 } ?? unset
  }

  /// Sets the system that the whole process uses where ``current`` is not set: in detached tasks,
  /// in callbacks from C, and in tasks that were made outside `withValue`. Any thread may call it.
  ///
  /// A program with one person calls it once, at its start. A session, or a sequence of sessions,
  /// stays with the system it was made with.
  ///
  /// - Parameter system: the system, which is held until another system replaces it; nil for no
  ///   system.
  public static func setDefault(_ system: GroupSystem?) {
    let old = processDefault.withLock { kept in
      defer { kept = system }
      return kept
    }
    // The old system is released after the lock, since its end runs code of its transports.
    _ = old
  }
}
