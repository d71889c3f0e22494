import Dispatch
import Synchronization

/// Brings changes to the main actor and publishes them there, in order.
final class MainActorPublisher: Sendable {
  private struct State {
    var waiting: [PublishedChange] = []
    var isScheduled = false
    var isDraining = false
    weak var system: GroupSystem?
  }

  private let state = Mutex(State())
  private let stage = PublishedState()

  /// Makes this system the current one while changes are published, whichever task caused them.
  func attach(_ system: GroupSystem) { state.withLock { $0.system = system } }

  func post(_ publication: PublishedChange) {
    let isFirst = state.withLock { state in
      state.waiting.append(publication)
      if state.isScheduled || state.isDraining { return false }
      state.isScheduled = true
      return true
    }
    // The change is published after work that is already on the main queue, and before messages of
    // the people that it names.
    guard isFirst else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } }
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
        (state.isScheduled, state.isDraining) = (false, false)
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
