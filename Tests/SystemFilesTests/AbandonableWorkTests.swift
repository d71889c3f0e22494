import Dispatch
import Synchronization
import Testing

@testable import SystemFiles

/// A caller can abandon long work before the work ends.
@Suite struct AbandonableWorkTests {
  private final class Counts: Sendable {
    let discarded = Mutex<[Int]>([])
  }

  @Test("The value of the work comes to the caller, and its error, too")
  func value() async throws {
    let number = try await AbandonableWork<Int>().run({ 7 }, discard: { _ in })
    #expect(number == 7)
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await AbandonableWork<Int>().run({ throw Failure() }, discard: { _ in })
    }
  }

  @Test("Work that is abandoned before it begins does not begin")
  func early() async {
    let work = AbandonableWork<Int>()
    work.abandon()
    await #expect(throws: AbandonableWork<Int>.Abandoned.self) {
      try await work.run(
        {
          Issue.record("it began")
          return 1
        }, discard: { _ in })
    }
  }

  @Test("The wait ends when the work is abandoned, and its value is discarded later")
  func late() async {
    let (work, counts) = (AbandonableWork<Int>(), Counts())
    let (gate, end) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
    await #expect(throws: AbandonableWork<Int>.Abandoned.self) {
      try await work.run(
        {
          work.abandon()
          gate.wait()
          return 5
        },
        discard: { value in
          counts.discarded.withLock { $0.append(value) }
          end.continuation.finish()
        })
    }
    #expect(counts.discarded.withLock { $0 }.isEmpty)
    gate.signal()
    for await _ in end.stream {}
    #expect(counts.discarded.withLock { $0 } == [5])
  }
}
