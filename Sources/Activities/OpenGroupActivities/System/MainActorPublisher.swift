import Dispatch
import Synchronization

/// Brings changes and messages to the main actor. It publishes the changes there in order, and then
/// calls the handlers of the messages. A burst of both needs one turn of the main queue.
final class MainActorPublisher: Sendable {
  private struct State {
    var waiting: [PublishedChange] = []
    var messages: [Messages] = []
    /// Whether a turn of the main queue is due.
    var isScheduled = false
    /// Whether a turn of the main queue is due as soon as the transports have written.
    var isAwaitingWrites = false
    var isDraining = false
    weak var system: GroupSystem?
  }

  /// Messages that wait for the handler of a subscription, which may have ended.
  private struct Messages {
    let subscription: GroupSystemCore.Weak<MessageSubscription>
    var messages: [InboundMessage]
  }

  private let state = Mutex(State())
  private let stage = PublishedState()

  /// Makes this system the current one while changes are published, whichever task caused them.
  func attach(_ system: GroupSystem) { state.withLock { $0.system = system } }

  func publish(_ publication: PublishedChange) {
    let isFirst = state.withLock { state in
      state.waiting.append(publication)
      if state.isScheduled || state.isDraining { return false }
      state.isScheduled = true
      return true
    }
    // The change is published after work that is already on the main queue, and before messages of
    // the people that it names.
    guard isFirst else { return }
    schedule()
  }

  /// Has the subscription's handler called with these messages, and with all that come before the
  /// main actor's next turn. The turn goes straight to the main queue: a waiting task that a thread
  /// of the pool resumes would cost twice as much.
  func deliver(_ messages: ArraySlice<InboundMessage>, to subscription: MessageSubscription) {
    let (isFirst, system) = state.withLock { state in
      if let last = state.messages.indices.last,
        state.messages[last].subscription.value === subscription
      {
        state.messages[last].messages += messages
      } else {
        state.messages.append(
          Messages(subscription: .init(subscription), messages: Array(messages)))
      }
      if state.isScheduled || state.isAwaitingWrites { return (false, state.system) }
      state.isAwaitingWrites = true
      return (true, state.system)
    }
    guard isFirst else { return }
    guard let system else { return schedule() }
    system.afterSending { self.schedule() }
  }

  private func schedule() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.run() } }
  }

  @MainActor private func run() {
    state.withLock { ($0.isScheduled, $0.isAwaitingWrites) = (false, false) }
    drain()
    let messages = state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    for entry in messages { entry.subscription.value?.handle(entry.messages) }
  }

  /// Publishes at once if this is the main actor and no publishing is in progress.
  func drainIfMain() {
    guard MainQueue.isCurrent else { return }
    MainActor.assumeIsolated { drain() }
  }

  @MainActor private func drain() {
    let mayDrain = state.withLock { state in
      defer { state.isDraining = true }
      return !state.isDraining
    }
    guard mayDrain else { return }
    guard let system = state.withLock({ $0.system }) else { return publishAll() }
    GroupSystem.$current.withValue(system) { publishAll() }
  }

  @MainActor private func publishAll() {
    while let batch = removeAll() {
      for publication in batch { stage.apply(publication) }
    }
  }

  /// Returns the waiting changes; returns nil and ends draining if there are none.
  private func removeAll() -> [PublishedChange]? {
    state.withLock { state in
      defer { state.waiting = [] }
      if state.waiting.isEmpty {
        state.isDraining = false
        return nil
      }
      return state.waiting
    }
  }
}

/// The queue that the main actor runs on. Its thread need not be the process's first thread.
private enum MainQueue {
  private static let mark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }
}
