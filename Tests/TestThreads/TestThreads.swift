import Dispatch
import Foundation
import Synchronization

/// A few threads beside Swift's pool, on which jobs may wait.
final class TestThreads: TaskExecutor {
  /// As many tests may wait at once, each perhaps for five programs of its own: enough that two
  /// processors are never idle, and few enough that no program is late because of the others.
  static let shared = TestThreads(count: 6)

  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [self] in work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  private func work() -> Never {
    while true {
      arrivals.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
