import Foundation
import OpenCombine

extension Published.Publisher {
  /// The property's current value, then each new value. If several values come between two
  /// requests, the sequence returns only the last. It ends only if the task that awaits it is
  /// cancelled.
  ///
  /// This replaces OpenCombine's own `values`. That property loses a change if another thread makes
  /// it while the next value is being requested. This sequence subscribes on the main actor, where
  /// the properties of sessions change, so that it loses no change.
  public var values: PublishedValues<Value> { PublishedValues(publisher: self) }
}

/// The values of a published property; see `Published.Publisher.values`.
public struct PublishedValues<Value>: AsyncSequence {
  /// A value of the property.
  public typealias Element = Value
  fileprivate let publisher: Published<Value>.Publisher

  /// Creates an iterator with a subscription of its own, which begins with the first `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(Latest(publisher)) }

  /// Reads the values, and ends its subscription when it is released.
  public struct Iterator: AsyncIteratorProtocol {
    private let latest: Latest<Value>
    private let subscription: Subscription

    /// Ends the subscription with the iterator, since the publisher keeps its subscribers alive.
    private final class Subscription {
      private let latest: Latest<Value>
      init(_ latest: Latest<Value>) { self.latest = latest }
      deinit { latest.cancel() }
    }

    fileprivate init(_ latest: Latest<Value>) {
      self.latest = latest
      subscription = Subscription(latest)
    }

    /// Returns the next value, or nil only when the task is cancelled.
    public mutating func next() async -> Value? { await latest.next()?.value }
  }
}

/// The last unread value, or the reader that waits for it.
private final class Latest<Value>: Subscriber, @unchecked Sendable {
  // Unchecked: the lock protects all mutable state, and published properties have their own locks.
  typealias Input = Value
  typealias Failure = Never

  /// Carries a value from the publishing thread to the awaiting thread, as a publisher's `values`
  /// does.
  struct Parcel: @unchecked Sendable {
    let value: Value
  }

  private let publisher: Published<Value>.Publisher
  private let lock = NSLock()
  private var waiting: Parcel?
  private var listener: CheckedContinuation<Parcel?, Never>?
  private var state = State.new

  private enum State {
    case new
    case subscribing
    case subscribed(any OpenCombine.Subscription)
    case cancelled
  }

  init(_ publisher: Published<Value>.Publisher) { self.publisher = publisher }

  func next() async -> Parcel? {
    if begins() { await subscribe() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      cancel()
    }
  }

  private func begins() -> Bool {
    lock.withLock {
      guard case .new = state else { return false }
      state = .subscribing
      return true
    }
  }

  @MainActor private func subscribe() { publisher.subscribe(self) }

  private func wait(_ continuation: CheckedContinuation<Parcel?, Never>) {
    lock.lock()
    defer { lock.unlock() }
    if case .cancelled = state { return continuation.resume(returning: nil) }
    guard let parcel = waiting else {
      listener = continuation
      return
    }
    waiting = nil
    continuation.resume(returning: parcel)
  }

  func cancel() {
    lock.lock()
    let (before, listener) = (state, listener)
    (state, self.listener, waiting) = (.cancelled, nil, nil)
    lock.unlock()
    if case .subscribed(let subscription) = before { subscription.cancel() }
    listener?.resume(returning: nil)
  }

  // MARK: Subscriber

  func receive(subscription: any OpenCombine.Subscription) {
    let isAwaited = lock.withLock {
      guard case .subscribing = state else { return false }
      state = .subscribed(subscription)
      return true
    }
    if isAwaited { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ value: Value) -> Subscribers.Demand {
    let parcel = Parcel(value: value)
    lock.lock()
    let listener = listener
    if listener == nil { waiting = parcel }
    self.listener = nil
    lock.unlock()
    listener?.resume(returning: parcel)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { cancel() }
}
