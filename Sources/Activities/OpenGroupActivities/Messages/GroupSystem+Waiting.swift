import EaselBase
import GroupCore

// What waits.
extension GroupSystem {
  /// Until there is room for a message that waits, or it is clear that it cannot be sent.
  func wait(_ ticket: UInt64) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { core, _ in
          core.sends.wait(ticket, continuation)
          // Asked under the lock that cancelling takes.
          if Task.isCancelled { core.cancel(ticket) }
        }
      }
    } onCancel: {
      perform { core, _ in core.cancel(ticket) }
    }
  }

  /// Until everybody has confirmed a message, or will not.
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
