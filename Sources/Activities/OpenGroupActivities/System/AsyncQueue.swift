import DequeModule
import Synchronization

/// A queue of elements, received in order. A reader of an empty queue waits.
final class AsyncQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: Deque<(element: Element, weight: Int)> = []
    var weight = 0
    var listeners: Deque<(waitID: UInt64, continuation: CheckedContinuation<Element?, Never>)> = []
    var lastWaitID: UInt64 = 0
    var isClosed = false

    mutating func removeFirst() -> Element? {
      guard let (element, weight) = waiting.popFirst() else { return nil }
      self.weight -= weight
      return element
    }
  }

  private let weightMax: Int
  private let state = Mutex(State())

  /// - Parameter weightMax: the queue refuses elements while this weight or more waits.
  init(weightMax: Int = .max) { self.weightMax = weightMax }

  /// - Returns: false if the queue is full. A closed queue returns true and drops the element.
  @discardableResult
  func enqueue(_ element: Element, weight: Int = 1) -> Bool {
    state.withLock { state in
      if state.isClosed { return true }
      if let listener = state.listeners.popFirst() {
        listener.continuation.resume(returning: element)
      } else {
        guard state.weight < weightMax else { return false }
        state.waiting.append((element, weight))
        state.weight += weight
      }
      return true
    }
  }

  /// Closes the queue; elements that already wait can still be received.
  func close() {
    state.withLock { state in
      state.isClosed = true
      for listener in state.listeners { listener.continuation.resume(returning: nil) }
      state.listeners = []
    }
  }

  /// Returns the next element, or nil if the queue is closed and empty or the task was cancelled.
  func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
    if Task.isCancelled { return nil }
    let (first, waitID) = state.withLock { state in
      state.lastWaitID += 1
      return (state.removeFirst(), state.lastWaitID)
    }
    if let first { return first }
    return await withTaskCancellationHandler {
      // Capturing `isolation` runs this closure on the caller's actor, without a change of thread.
      _ = isolation
      return await withCheckedContinuation(isolation: isolation) { wait($0, waitID) }
    } onCancel: {
      giveUp(waitID)
    }
  }

  private func wait(_ continuation: CheckedContinuation<Element?, Never>, _ waitID: UInt64) {
    state.withLock { state in
      // `giveUp` takes the same lock, so either this check or `giveUp` ends the wait.
      if Task.isCancelled {
        continuation.resume(returning: nil)
      } else if let first = state.removeFirst() {
        continuation.resume(returning: first)
      } else if state.isClosed {
        continuation.resume(returning: nil)
      } else {
        state.listeners.append((waitID, continuation))
      }
    }
  }

  private func giveUp(_ waitID: UInt64) {
    state.withLock { state in
      guard let index = state.listeners.firstIndex(where: { $0.waitID == waitID }) else { return }
      state.listeners.remove(at: index).continuation.resume(returning: nil)
    }
  }
}
