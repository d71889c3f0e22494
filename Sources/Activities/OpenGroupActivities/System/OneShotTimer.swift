import EaselBase
import Synchronization

/// One timer, set to the earliest moment at which anything is due.
package final class OneShotTimer: Sendable {
  private struct State {
    var moment: Uptime?
    var cancel: GroupClock.Cancel?
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets the timer to ring once at `moment`, if it would ring later or not at all. The timer stays
  /// as it is if it would ring earlier or if `moment` is nil: ringing too early does no harm, and
  /// another thread may have set the timer meanwhile.
  package func set(
    _ moment: Uptime?, _ clock: GroupClock, _ bell: @escaping @Sendable () -> Void
  ) {
    guard let moment else { return }
    state.withLock { state in
      if let set = state.moment, set <= moment { return }
      state.cancel?()
      state = State(moment: moment)
      state.cancel = clock.ring(moment) { [weak self] in
        self?.rang(moment)
        bell()
      }
    }
  }

  private func rang(_ moment: Uptime) {
    state.withLock { if $0.moment == moment { $0 = State() } }
  }

  deinit { state.withLock { $0.cancel?() } }
}
