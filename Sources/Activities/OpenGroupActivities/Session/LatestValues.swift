import Foundation
import OpenCombine

extension Published.Publisher {
  /// What the property has, then what it gets; of several values that come while none is asked for
  /// the last. Never ends but with the task that awaits it.
  ///
  /// OpenCombine's own values, which these take the place of, lose a change that another thread makes
  /// just while the next one is asked for. These are subscribed to on the main actor, where the
  /// properties of sessions change, so that no change falls between.
  public var values: LatestValues<Value> { LatestValues(publisher: self) }
}

/// The values of a published property; see ``OpenCombine/Published/Publisher/values``.
public struct LatestValues<Value>: AsyncSequence {
  public typealias Element = Value
  fileprivate let publisher: Published<Value>.Publisher

  public func makeAsyncIterator() -> Iterator { Iterator(Latest(publisher)) }

  public struct Iterator: AsyncIteratorProtocol {
    private let latest: Latest<Value>
    private let subscription: Subscription

    /// Ends with the iterator: the publisher keeps its subscribers alive.
    private final class Subscription {
      private let latest: Latest<Value>
      init(_ latest: Latest<Value>) { self.latest = latest }
      deinit { latest.cancel() }
    }

    fileprivate init(_ latest: Latest<Value>) {
      self.latest = latest
      subscription = Subscription(latest)
    }

    /// The next value; nil only when the task is cancelled.
    public mutating func next() async -> Value? { await latest.next()?.value }
  }
}

/// The last value that nobody took yet, or the one who waits for it.
private final class Latest<Value>: Subscriber, @unchecked Sendable {
  // Unchecked: all that changes is behind the lock, and published properties are behind theirs.
  typealias Input = Value
  typealias Failure = Never

  /// Crosses from where it was published to where it is awaited, as values of publishers do.
  struct Parcel: @unchecked Sendable {
    let value: Value
  }

  private let publisher: Published<Value>.Publisher
  private let lock = NSLock()
  private var waiting: Parcel?
  private var taker: CheckedContinuation<Parcel?, Never>?
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
      taker = continuation
      return
    }
    waiting = nil
    continuation.resume(returning: parcel)
  }

  func cancel() {
    lock.lock()
    let (before, taker) = (state, taker)
    (state, self.taker, waiting) = (.cancelled, nil, nil)
    lock.unlock()
    if case .subscribed(let subscription) = before { subscription.cancel() }
    taker?.resume(returning: nil)
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
    let taker = taker
    if taker == nil { waiting = parcel }
    self.taker = nil
    lock.unlock()
    taker?.resume(returning: parcel)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { cancel() }
}
