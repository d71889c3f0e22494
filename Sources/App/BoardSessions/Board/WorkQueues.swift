import DequeModule

/// Runs work one piece after the other: at once, or after the event that is being handled.
@MainActor final class DeferredWork {
  private var waiting: Deque<() -> Void> = []
  private var isHolding = false
  private var isRunning = false

  /// Runs a piece of work now, or after the event that is being handled.
  func run(_ work: @escaping () -> Void) {
    if isRunning, !isHolding { return work() }
    waiting.append(work)
    if !isHolding { runWaiting() }
  }

  /// Handles an event. Other work waits until the event is handled, and runs then.
  func hold(_ work: () -> Void) {
    let wasHolding = isHolding
    isHolding = true
    work()
    isHolding = wasHolding
    if !isHolding { runWaiting() }
  }

  /// Runs the waiting pieces, each to its end.
  private func runWaiting() {
    guard !isRunning else { return }
    isRunning = true
    while let work = waiting.popFirst() { work() }
    isRunning = false
  }
}

/// Runs work that must wait for the disk, one piece after the other. The screen is still drawn
/// meanwhile. Keys and mouse events wait, since the user may mean them for the board that opens
/// next.
@MainActor final class DiskTaskQueue {
  private var waiting: Deque<@MainActor () async -> Void> = []
  private var input: [() -> Void] = []
  private(set) var isRunning = false

  func run(_ work: @escaping @MainActor () async -> Void) {
    waiting.append(work)
    guard !isRunning else { return }
    isRunning = true
    Task {
      while let work = waiting.popFirst() { await work() }
      isRunning = false
      let now = input
      input = []
      for handle in now { handle() }
    }
  }

  var holdsInput: Bool { !input.isEmpty }

  /// Queues input until all work is done.
  func hold(_ handle: @escaping () -> Void) { input.append(handle) }
}
