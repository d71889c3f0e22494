import Foundation

/// Lets the person choose people for an activity, and begins the activity with them.
///
/// The program's own screen asks the person, see ``GroupSystem/sharing``. The activity begins when the
/// first of the chosen people is in the call, also while the person is still being asked; its session
/// comes through ``GroupActivity/sessions()``. If other people are in the call already, it begins when
/// the person has chosen. If the person chooses nobody, it does not begin.
@MainActor public final class GroupActivitySharingController {
  /// Without effect: the screen that asks is the program's own.
  public var allowsProminentActivity = true
  /// The reason why the activity was not shared although the person chose people; nil if there is none.
  public private(set) var error: (any Error)?

  private let system = GroupSystem.effective
  private let prepare: nonisolated(nonsending) () async throws -> any GroupActivity
  private var sharing: Task<GroupActivitySharingResult, Never>?

  /// Creates a controller for an activity.
  ///
  /// - Throws: ``GroupSessionError/tooLarge(bytes:limit:)``, or the errors of encoding the activity.
  public init<ActivityType: GroupActivity>(_ activity: ActivityType) throws {
    _ = try system.staged(activity)
    prepare = { activity }
  }

  /// Creates a controller for an activity that is made when the person is asked.
  ///
  /// - Parameter preparationHandler: makes the activity, once. If it throws, nobody is asked, and
  ///   ``result`` is ``GroupActivitySharingResult/cancelled``.
  public init<ActivityType: GroupActivity>(
    preparationHandler: nonisolated(nonsending) @escaping () async throws -> ActivityType
  ) {
    prepare = { try await preparationHandler() }
  }

  /// Asks the person, if nobody did so yet. Code that shows the controller as a view calls this
  /// instead.
  public func present() { _ = share() }

  /// The person's choice. Asks the person, if nobody did so yet.
  public var result: GroupActivitySharingResult {
    get async { await share().value }
  }

  private func share() -> Task<GroupActivitySharingResult, Never> {
    if let sharing { return sharing }
    let task = Task {
      do {
        let activity = try await prepare()
        let isAlone = !system.isEligible
        if isAlone { try system.stage(activity) }
        let result = await system.choosePeople(for: activity)
        switch result {
        case .success: if !isAlone { try system.stage(activity) }
        case .cancelled: if isAlone { system.cancelStaging() }
        }
        return result
      } catch {
        self.error = error
        return .cancelled
      }
    }
    sharing = task
    return task
  }
}

/// The end of the question whom to share an activity with.
public enum GroupActivitySharingResult: Hashable, Sendable {
  /// The person chose people.
  case success
  /// The person chose nobody.
  case cancelled
}

extension GroupSystem {
  /// Shows an activity's description, lets the person choose people who are not in the call yet, and
  /// returns when the first of them agrees to come, or when it is sure that nobody comes.
  public typealias Sharing =
    @Sendable (GroupActivityMetadata) async -> GroupActivitySharingResult

  /// The screen on which the person chooses people; nil if the program has none. A
  /// ``GroupActivitySharingController`` asks it. Without one, an activity is shared if another person is
  /// in the call.
  public var sharing: Sharing? {
    get { perform { core, _ in core.sharing } }
    set {
      let old = perform { core, _ in
        defer { core.sharing = newValue }
        return core.sharing
      }
      // The old closure is released after the lock, since its contents may call this system.
      _ = old
    }
  }

  fileprivate nonisolated(nonsending) func choosePeople(
    for activity: some GroupActivity
  ) async -> GroupActivitySharingResult {
    guard let sharing else { return isEligible ? .success : .cancelled }
    return await sharing(activity.metadata)
  }
}
