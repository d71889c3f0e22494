import BoardContract
import OpenGroupActivities

/// The question to this user whether the others come along to a board that the user opens during a
/// session. It is asked and answered through `prepareForActivation()`, as in every program that uses
/// Group Activities.
@MainActor final class ActivationQuestion {
  private let system: GroupSystem
  private let report: (CallEvent) -> Void
  /// The path of the board that the latest question is about.
  private var path = ""
  /// Waits for the user's answer; nil if no question is open.
  private var continuation: CheckedContinuation<GroupActivityActivationResult, Never>?

  init(_ system: GroupSystem, report: @escaping (CallEvent) -> Void) {
    (self.system, self.report) = (system, report)
    system.preparation = { [weak self] _ in await self?.ask() ?? .cancelled }
  }

  isolated deinit { continuation?.resume(returning: .cancelled) }

  /// Asks about the board at this path, and reports the answer. A question that is still open is
  /// cancelled.
  func ask(about activity: DrawTogether, at path: String) {
    answer(.cancelled)
    self.path = path
    Task { [system, weak self] in
      let result = await GroupSystem.$current.withValue(system) {
        await activity.prepareForActivation()
      }
      self?.report(.prepared(path: path, ActivationChoice(result)))
    }
  }

  private func ask() async -> GroupActivityActivationResult {
    answer(.cancelled)
    return await withCheckedContinuation { continuation in
      self.continuation = continuation
      report(.preparing(path: path))
    }
  }

  func answer(_ result: GroupActivityActivationResult) {
    continuation?.resume(returning: result)
    continuation = nil
  }
}

extension GroupActivityActivationResult {
  init(_ choice: ActivationChoice) {
    self =
      switch choice {
      case .everyone: .activationPreferred
      case .alone: .activationDisabled
      case .nothing: .cancelled
      }
  }
}

extension ActivationChoice {
  fileprivate init(_ result: GroupActivityActivationResult) {
    self =
      switch result {
      case .activationPreferred: .everyone
      case .activationDisabled: .alone
      case .cancelled: .nothing
      }
  }
}
