import Foundation
import Synchronization
import SystemFiles
import Testing

struct ParallelPiecesTests {
  @Test(
    "the results of all pieces come in the order of the pieces",
    arguments: [0, 1, 255, 256, 257, 512, 5_000], [1, 7, 256])
  func order(count: Int, length: Int) {
    let pieces = inParallelPieces(of: count, length: length) { Array($0) }
    #expect(pieces.flatMap { $0 } == Array(0..<count))
    #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= length })
  }

  @Test("each piece is done once")
  func once() {
    let calls = Mutex([Int](repeating: 0, count: 3_000))
    _ = inParallelPieces(of: 3_000, length: 10) { range in
      calls.withLock { calls in for index in range { calls[index] += 1 } }
    }
    #expect(calls.withLock { $0.allSatisfy { $0 == 1 } })
  }

  @Test("the caller waits until all threads have ended their work")
  func ends() {
    let running = Mutex(0)
    for _ in 0..<50 {
      _ = inParallelPieces(of: 8, length: 1) { _ in
        running.withLock { $0 += 1 }
        usleep(100)
        running.withLock { $0 -= 1 }
      }
      #expect(running.withLock { $0 } == 0)
    }
  }
}
