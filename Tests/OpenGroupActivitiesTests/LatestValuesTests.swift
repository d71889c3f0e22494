import OpenCombine
import OpenGroupActivities
import Testing

@Suite(.timeLimit(.minutes(60))) struct LatestValuesTests {
  /// As a session does it: written on the main actor, read anywhere.
  private final class Counter: ObservableObject, @unchecked Sendable {
    @Published var count = 0
    init() { _ = $count }
  }

  @Test("a task that awaits values on another thread gets the last value")
  func race() async {
    for _ in 0..<400 {
      let counter = Counter()
      let watchers = (0..<4).map { _ in
        Task.detached { for await count in counter.$count.values where count == 5 { break } }
      }
      for _ in 0..<5 {
        await MainActor.run { counter.count += 1 }
        await Task.yield()
      }
      for watcher in watchers { await watcher.value }
    }
  }

  @Test("the current value comes first, and of unread values only the last comes")
  @MainActor func order() async {
    let counter = Counter()
    var values = counter.$count.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    counter.count = 1
    #expect(await values.next() == 1)
    counter.count = 2
    counter.count = 3
    #expect(await values.next() == 3)
  }

  @Test("values end with the task that awaits them")
  @MainActor func cancelled() async {
    let counter = Counter()
    let task = Task {
      for await count in counter.$count.values where count > 0 { return false }
      return true
    }
    await Task.yield()
    task.cancel()
    #expect(await task.value)
  }

  @Test("a task that stops awaiting keeps nothing alive")
  @MainActor func released() async {
    final class Box: ObservableObject {
      @Published var counter = Counter()
    }
    weak var counter: Counter?
    do {
      let owner = Box()
      counter = owner.counter
      for await _ in owner.$counter.values { break }
    }
    #expect(counter == nil)
  }
}
