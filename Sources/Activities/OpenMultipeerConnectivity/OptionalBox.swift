import Synchronization

/// An object that any thread may replace.
final class OptionalBox<Object: AnyObject & Sendable>: Sendable {
  private let object = Mutex<Object?>(nil)

  var value: Object? { object.withLock { $0 } }

  /// - Returns: the old object, which the caller ends.
  func replace(with new: Object?) -> Object? {
    object.withLock { object in
      defer { object = new }
      return object
    }
  }
}
