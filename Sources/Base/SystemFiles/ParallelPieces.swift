import Dispatch
import Foundation
import Synchronization

/// Divides the numbers below `count` into pieces, does the work of each piece on one of all
/// processors, and returns the results in the order of the pieces.
///
/// The caller's thread does its part. The other threads are plain threads, which end with the work:
/// libdispatch would keep a thread that never stops waking.
///
/// - Parameter pieceLength: the length of a piece; the last one may be shorter. A piece should take
///   much longer than the few microseconds in which a thread gets the next one.
package func inParallelPieces<Result: Sendable>(
  of count: Int, length pieceLength: Int = 256,
  _ work: @escaping @Sendable (Range<Int>) -> Result
) -> [Result] {
  let pieces = stride(from: 0, to: count, by: pieceLength).map {
    $0..<min($0 + pieceLength, count)
  }
  let helpers = min(pieces.count, ProcessInfo.processInfo.activeProcessorCount) - 1
  guard helpers > 0 else { return pieces.map(work) }
  let parallel = ParallelPieces(pieces, work)
  let group = DispatchGroup()
  for _ in 0..<helpers {
    group.enter()
    Thread.detachNewThread {
      parallel.workOff()
      group.leave()
    }
  }
  parallel.workOff()
  group.wait()
  return parallel.results
}

/// The pieces of some work. Each thread does one piece after another.
private final class ParallelPieces<Result: Sendable>: Sendable {
  private let pieces: [Range<Int>]
  private let work: @Sendable (Range<Int>) -> Result
  private let next = Atomic(0)
  private let done: Mutex<[Result?]>

  init(_ pieces: [Range<Int>], _ work: @escaping @Sendable (Range<Int>) -> Result) {
    self.pieces = pieces
    self.work = work
    done = Mutex(Array(repeating: nil, count: pieces.count))
  }

  /// Does pieces until none is left.
  func workOff() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < pieces.count else { return }
      let result = work(pieces[index])
      done.withLock { $0[index] = result }
    }
  }

  /// The results in the order of the pieces, after all threads have ended their work.
  var results: [Result] { done.withLock { $0.compactMap { $0 } } }
}
