import OpenGroupActivities

/// The question to a person whom this user rings, while this user is in no session. It is asked through
/// a `GroupActivitySharingController`, as in every program that uses Group Activities: the board's
/// session waits for the person, and waits no longer if the person does not come.
@MainActor final class SharingQuestion {
  /// Asks the person, and calls the closure once with the answer.
  typealias Asking = (_ answer: @escaping (_ comes: Bool) -> Void) -> Void

  private let system: GroupSystem
  private let report: (any Error) -> Void
  /// The question that the library asks next; nil while none is due.
  private var next: Asking?
  /// Whether a person has not answered yet.
  private(set) var isAsking = false

  init(_ system: GroupSystem, report: @escaping (any Error) -> Void) {
    (self.system, self.report) = (system, report)
    system.sharing = { [weak self] _ in await self?.askNext() ?? .cancelled }
  }

  /// Asks whether a person comes to this activity.
  func ask(about activity: DrawTogether, _ asking: @escaping Asking) {
    do {
      let controller = try GroupSystem.$current.withValue(system) {
        try GroupActivitySharingController(activity)
      }
      (next, isAsking) = (asking, true)
      Task { [weak self] in
        _ = await controller.result
        self?.isAsking = false
        if let error = controller.error { self?.report(error) }
      }
    } catch { report(error) }
  }

  private func askNext() async -> GroupActivitySharingResult {
    guard let asking = next else { return .cancelled }
    next = nil
    return await withCheckedContinuation { continuation in
      asking { continuation.resume(returning: $0 ? .success : .cancelled) }
    }
  }
}
