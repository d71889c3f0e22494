import Synchronization

/// A flag that is set once.
final class OnceFlag: Sendable {
  private let isSet = Atomic(false)

  /// Sets the flag.
  ///
  /// - Returns: whether it was not set before.
  func set() -> Bool { !isSet.exchange(true, ordering: .relaxed) }
}
