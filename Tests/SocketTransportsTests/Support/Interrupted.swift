import EaselBase
import Glibc
import GroupBase
import GroupCore
import Synchronization

/// A transport round another, whose sender loses the processor once: right behind a message, until
/// what the other side said to it has been taken or is kept waiting.
final class Interrupted: Transport {
  private let transport: any Transport
  private let state = Mutex(State())

  private struct State {
    var isDue = false
    var arrived = 0
    var taken = 0
  }

  init(_ transport: any Transport) { self.transport = transport }

  /// From now on, at the next message that is sent.
  func interrupt() { state.withLock { $0.isDue = true } }

  func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    transport.start { [self] event in
      guard case .received = event else { return take(event) }
      state.withLock { $0.arrived += 1 }
      take(event)
      state.withLock { $0.taken += 1 }
    }
  }

  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    let before = state.withLock { state -> Int? in
      defer { state.isDue = false }
      return state.isDue ? state.arrived : nil
    }
    let isTaken = transport.send(bytes, over: link)
    guard let before else { return isTaken }
    while state.withLock({ $0.arrived == before }) { sched_yield() }
    // A receiver that is blocked waits for this sender, so the wait is bounded.
    for _ in 0..<1_000 where state.withLock({ $0.taken == before }) { sched_yield() }
    return isTaken
  }

  func reaches(_ address: String) -> Bool { transport.reaches(address) }
  func dial(_ address: String) -> LinkID { transport.dial(address) }
  func close(_ link: LinkID) { transport.close(link) }
  func stop(_ done: @escaping @Sendable () -> Void) { transport.stop(done) }
}
