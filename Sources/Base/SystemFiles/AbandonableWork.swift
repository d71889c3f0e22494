import Foundation
import Synchronization

/// Long work on a thread of its own. Its caller can abandon it before it ends.
package final class AbandonableWork<Value: Sendable>: Sendable {
  private struct State {
    /// The caller that waits for the value; nil before and after that.
    var caller: CheckedContinuation<Value, any Error>?
    var isAbandoned = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The error that ends the wait for abandoned work.
  package struct Abandoned: Error {}

  /// Does the work. It takes no thread from the program's other work, however long it lasts.
  ///
  /// - Parameter discard: called on that thread with the value of abandoned work.
  /// - Throws: ``Abandoned``, or the error of the work.
  package func run(
    _ work: @escaping @Sendable () throws -> Value, discard: @escaping @Sendable (Value) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isAbandoned = state.withLock { state in
        if !state.isAbandoned { state.caller = continuation }
        return state.isAbandoned
      }
      if isAbandoned { return continuation.resume(throwing: Abandoned()) }
      Thread.detachNewThread { [self] in
        let result = Result { try work() }
        if let caller = removeCaller() {
          caller.resume(with: result)
        } else if case .success(let value) = result {
          discard(value)
        }
      }
    }
  }

  /// Ends the wait, also one that has yet to begin. Work that has begun goes on, but nobody gets its
  /// value.
  package func abandon() {
    state.withLock { $0.isAbandoned = true }
    removeCaller()?.resume(throwing: Abandoned())
  }

  private func removeCaller() -> CheckedContinuation<Value, any Error>? {
    state.withLock { state in
      defer { state.caller = nil }
      return state.caller
    }
  }
}
