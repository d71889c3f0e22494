import Foundation

/// A weak reference that any thread may read and write.
final class WeakBox<Object>: @unchecked Sendable {
  // Unchecked: the lock guards the reference.
  private let lock = NSLock()
  private weak var reference: AnyObject?

  init(_ object: Object? = nil) { reference = object as AnyObject? }

  var object: Object? {
    get { lock.withLock { reference as? Object } }
    set { lock.withLock { reference = newValue as AnyObject? } }
  }
}
