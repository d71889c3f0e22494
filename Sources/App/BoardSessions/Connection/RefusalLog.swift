import EaselBase
import GroupBase
import GroupCore
import SecureTransports
import Synchronization

/// Keeps the log short when many guests are refused: the first is reported at once, and those that
/// follow are summed up.
final class RefusalLog: Sendable {
  enum Line: Hashable, Sendable {
    case refused(LinkID, TransportFault.Cause, source: String?)
    /// This many further guests were refused for one cause.
    case further(Int, TransportFault.Cause)
  }

  private struct State {
    var isCounting = false
    var counts: [TransportFault.Cause: Int] = [:]
  }

  private let state = Mutex(State())
  private let delay: SecureTransport.Delay
  private let write: @Sendable (Line) -> Void

  /// The time between two sums.
  static let interval = Duration.seconds(10)

  init(
    delay: @escaping SecureTransport.Delay = SecureTransport.delayed,
    write: @escaping @Sendable (Line) -> Void
  ) {
    (self.delay, self.write) = (delay, write)
  }

  func refused(_ link: LinkID, _ cause: TransportFault.Cause, source: String?) {
    let isFirst = state.withLock { state in
      if state.isCounting { state.counts[cause, default: 0] += 1 }
      defer { state.isCounting = true }
      return !state.isCounting
    }
    guard isFirst else { return }
    write(.refused(link, cause, source: source))
    delay(Self.interval) { [weak self] in self?.sumUp() }
  }

  private func sumUp() {
    let counts = state.withLock { state in
      defer {
        state.isCounting = !state.counts.isEmpty
        state.counts = [:]
      }
      return state.counts
    }
    guard !counts.isEmpty else { return }
    for (cause, count) in counts { write(.further(count, cause)) }
    delay(Self.interval) { [weak self] in self?.sumUp() }
  }
}
