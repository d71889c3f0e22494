import EaselBase
import Synchronization

@testable import OpenGroupActivities

/// A clock that only a test moves. Its bells ring while it is moved.
final class ManualClock: Sendable {
  private struct State {
    var now: Int64 = 0
    var bells: [(id: UInt64, moment: Int64, bell: @Sendable () -> Void)] = []
    var last: UInt64 = 0

    mutating func takeDue(until end: Int64) -> (@Sendable () -> Void)? {
      guard let next = bells.indices.min(by: { bells[$0].moment < bells[$1].moment }),
        bells[next].moment <= end
      else {
        now = end
        return nil
      }
      now = max(now, bells[next].moment)
      return bells.remove(at: next).bell
    }
  }

  private let state = Mutex(State())

  var clock: GroupClock {
    GroupClock {
      Uptime(milliseconds: self.state.withLock { $0.now })
    } ring: { moment, bell in
      let id = self.state.withLock { state in
        state.last += 1
        state.bells.append((state.last, moment.milliseconds, bell))
        return state.last
      }
      return { self.state.withLock { $0.bells.removeAll { $0.id == id } } }
    }
  }

  /// Moves without ringing, as for a process that is put aside: its bells ring later, all at once.
  func jump(milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

  func advance(milliseconds: Int64) {
    let end = state.withLock { $0.now + milliseconds }
    while let bell = state.withLock({ $0.takeDue(until: end) }) { bell() }
  }
}
