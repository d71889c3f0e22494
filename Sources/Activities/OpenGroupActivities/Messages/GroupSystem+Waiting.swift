import EaselBase
import GroupCore

// Waiting for messages to be sent or confirmed.
extension GroupSystem {
  /// Waits until there is room for a queued message, or until it is clear that it cannot be sent.
  func wait(_ waitID: UInt64) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { core, _ in
          core.sends.wait(waitID, continuation)
          // Cancelling takes the same lock, so either this check or `onCancel` ends the wait.
          if Task.isCancelled { core.cancel(waitID) }
        }
      }
    } onCancel: {
      perform { core, _ in core.cancel(waitID) }
    }
  }

  /// Waits until each recipient has confirmed a message or can no longer confirm it.
  func delivery(_ waitID: UInt64) async throws -> Delivery {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { core, _ in
          core.await(receipt: waitID, continuation)
          if Task.isCancelled { core.cancelReceipt(waitID) }
        }
      }
    } onCancel: {
      perform { core, _ in core.cancelReceipt(waitID) }
    }
  }

  func hand(_ completion: @escaping ((any Error)?) -> Void, _ error: any Error) {
    let completion = CompletionCall(handler: completion)
    perform { core, _ in core.publisher.publish(.completion(completion, error)) }
  }
}
