import EaselBase
import GroupCore

// Waiting for messages to be sent or confirmed.
extension GroupSystem {
  /// Waits until there is room for a queued message, or until it is clear that it cannot be sent.
  func wait(_ ticket: UInt64) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { core, _ in
          core.sends.wait(ticket, continuation)
          // Cancelling takes the same lock, so either this check or `onCancel` ends the wait.
          if Task.isCancelled { core.cancel(ticket) }
        }
      }
    } onCancel: {
      perform { core, _ in core.cancel(ticket) }
    }
  }

  /// Waits until each recipient has confirmed a message or can no longer confirm it.
  func delivery(_ ticket: UInt64) async throws -> Delivery {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { core, _ in
          core.await(receipt: ticket, continuation)
          if Task.isCancelled { core.cancelReceipt(ticket) }
        }
      }
    } onCancel: {
      perform { core, _ in core.cancelReceipt(ticket) }
    }
  }

  func hand(_ completion: @escaping ((any Error)?) -> Void, _ error: any Error) {
    let turn = CompletionCall(handler: completion)
    perform { core, _ in core.post.post(.turn(turn, error)) }
  }
}
