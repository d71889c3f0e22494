#if !canImport(Darwin)
  import Foundation

  /// Offers an activity to other parts of a program, such as a menu. It replaces Foundation's type of
  /// Apple's platforms, and holds nothing else than an activity.
  open class NSItemProvider: NSObject, @unchecked Sendable {
    // Unchecked: the lock protects all mutable state.

    private let lock = NSLock()
    private var make: (@MainActor () throws -> GroupActivitySharingController)?

    /// Offers an activity in place of any offered before.
    public func registerGroupActivity<ActivityType: GroupActivity>(_ activity: ActivityType) {
      // The main actor gets the activity; this method uses it no more.
      nonisolated(unsafe) let activity = activity
      register { try GroupActivitySharingController(activity) }
    }

    /// Offers an activity that is made when it is shared, in place of any offered before.
    public func registerGroupActivity<ActivityType: GroupActivity>(
      preparationHandler: nonisolated(nonsending) @escaping () async throws -> ActivityType
    ) {
      nonisolated(unsafe) let preparationHandler = preparationHandler
      register { GroupActivitySharingController(preparationHandler: preparationHandler) }
    }

    private func register(_ make: @escaping @MainActor () throws -> GroupActivitySharingController)
    {
      lock.withLock { self.make = make }
    }

    /// Returns a new controller that shares the offered activity; nil if none is offered.
    ///
    /// - Throws: what ``GroupActivitySharingController/init(_:)`` throws.
    @MainActor public func sharingController() throws -> GroupActivitySharingController? {
      try lock.withLock { make }?()
    }
  }
#endif
