import Foundation
import Synchronization

/// Long work on a thread of its own that nobody has to await to its end.
final class AbandonableWork<Value: Sendable>: Sendable {
  /// The caller that waits for the value; nil before and after that.
  private let waiting = Mutex<CheckedContinuation<Value, any Error>?>(nil)

  /// The error that ends the wait for abandoned work.
  struct Abandoned: Error {}

  /// Does the work. It takes no thread from the program's other work, however long it lasts.
  ///
  /// - Parameter discard: called on that thread with the value of abandoned work.
  /// - Throws: ``Abandoned``, or the error of the work.
  func run(
    _ work: @escaping @Sendable () throws -> Value, discard: @escaping @Sendable (Value) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      waiting.withLock { $0 = continuation }
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

  /// Ends the wait. The work goes on, but nobody gets its value.
  func abandon() { removeCaller()?.resume(throwing: Abandoned()) }

  private func removeCaller() -> CheckedContinuation<Value, any Error>? {
    waiting.withLock { caller in
      defer { caller = nil }
      return caller
    }
  }
}
