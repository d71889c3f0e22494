import GroupBase
import GroupCore
import Synchronization

/// One end of a line between two members in one process. What is sent waits until the run carries it.
final class PathLine: Transport {
  static let address = "line:1"
  private static let link = LinkID(1)

  private struct State {
    var receive: (@Sendable (TransportEvent) -> Void)?
    var waiting: [TransportEvent] = []
    var isDialling = false
    var bytes = 0
  }

  private let state = Mutex(State())

  /// The bytes that were sent so far.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Hands what waits to the other end.
  ///
  /// - Returns: whether anything waited.
  func carry(to far: PathLine) -> Bool {
    let (isDialling, waiting) = state.withLock { state in
      defer { (state.isDialling, state.waiting) = (false, []) }
      return (state.isDialling, state.waiting)
    }
    if isDialling {
      hand(.opened(Self.link, isDialled: true))
      far.hand(.opened(Self.link, isDialled: false))
    }
    for event in waiting { far.hand(event) }
    return isDialling || !waiting.isEmpty
  }

  private func hand(_ event: TransportEvent) { state.withLock { $0.receive }?(event) }

  // MARK: Transport

  func start(_ receive: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.receive = receive }
  }

  func reaches(_ address: String) -> Bool { address == Self.address }

  func dial(_ address: String) -> LinkID {
    state.withLock { $0.isDialling = true }
    return Self.link
  }

  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    state.withLock { state in
      state.waiting.append(.received(bytes, over: link))
      state.bytes += bytes.count
    }
    return true
  }

  func close(_ link: LinkID) { state.withLock { $0.waiting.append(.closed(link, nil)) } }

  func stop(_ done: @escaping @Sendable () -> Void) { done() }
}
