import Testing

extension Trait where Self == BesidePool {
  /// Runs a suite on threads of its own, so that its waits hold up no other test.
  ///
  /// Swift's pool has as many threads as the machine has processors. Every test that stays on its
  /// thread while it waits, for a program in a terminal or for the end of a process, takes one away
  /// from all the others. Serialized suites that wait for no task belong here as well, since each
  /// of their steps would queue behind all other work of the pool. Unstructured tasks stay in the
  /// pool, and so do tests that count turns to wait for these tasks.
  public static var besidePool: Self { Self() }
}

/// Given to the suite and not to each of its tests: what starts these comes aside with them.
public struct BesidePool: SuiteTrait, TestScoping {
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(TestThreads.shared) { try await function() }
  }
}

/// Waits beside the pool, for a test that stays in it otherwise.
public func besidePool(_ wait: @Sendable () -> Void) async {
  await withTaskExecutorPreference(TestThreads.shared) { wait() }
}
