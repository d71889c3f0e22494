import Testing

extension Trait where Self == BesidePool {
  /// Runs a suite on threads of its own, so that what waits there holds up nobody.
  ///
  /// Swift's pool has as many threads as the machine has processors. Every test that stays on its
  /// thread while it waits, for a program in a terminal or for the end of a process, takes one away
  /// from all the others. What is serialized and waits for no task belongs here as well, for each of
  /// its steps queues behind everything else that is in the pool. Tasks that are nobody's children
  /// stay in the pool, and so do tests that count their turns to wait for these.
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
