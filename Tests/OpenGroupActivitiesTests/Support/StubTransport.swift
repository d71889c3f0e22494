import EaselBase
import GroupBase
import GroupCore
import Synchronization

/// A transport whose other side is the test.
final class StubTransport: Transport {
  private struct State {
    var handler: (@Sendable (TransportEvent) -> Void)?
    var closed: [LinkID] = []
    var backlog = Backlog()
    var backlogs: [LinkID: Backlog] = [:]
    var cut: [LinkID] = []
    var sent: [(bytes: [UInt8], link: LinkID)] = []
    var lossyBytesMax = 0
    var lossy: [(bytes: [UInt8], link: LinkID)] = []
  }

  private let state = Mutex(State())
  private let isDeaf: Bool
  private let proved: MemberID?

  /// - Parameter proved: the proved member at the other end of every link.
  init(isDeaf: Bool = false, proved: MemberID? = nil) {
    (self.isDeaf, self.proved) = (isDeaf, proved)
  }

  var closed: [LinkID] { state.withLock { $0.closed } }

  func open(_ link: LinkID, isDialled: Bool = false) {
    deliver(.opened(link, isDialled: isDialled))
  }
  /// Reports that a link ended.
  func end(_ link: LinkID, _ fault: TransportFault?) { deliver(.closed(link, fault)) }
  func receive(_ bytes: [UInt8], _ link: LinkID) { deliver(.received(bytes, over: link)) }
  /// Hands on a message that came as a datagram.
  func receiveLossy(_ bytes: [UInt8], _ link: LinkID) { deliver(.receivedLossy(bytes, over: link)) }
  private func deliver(_ event: TransportEvent) { state.withLock { $0.handler }?(event) }

  func start(_ handler: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.handler = handler }
  }
  func reaches(_ address: String) -> Bool { address == "stub:" }
  func dial(_ address: String) -> LinkID { LinkID(0) }
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    state.withLock { $0.sent.append((bytes, link)) }
    return !isDeaf
  }
  /// Sends messages of up to so many bytes as datagrams from now on.
  func useDatagrams(upTo bytes: Int) { state.withLock { $0.lossyBytesMax = bytes } }
  func lossyBytesMax(over link: LinkID) -> Int { state.withLock { $0.lossyBytesMax } }
  func sendLossy(_ bytes: [UInt8], over link: LinkID) -> Bool {
    state.withLock { $0.lossy.append((bytes, link)) }
    return true
  }
  /// The datagrams sent over a link.
  func lossy(over link: LinkID) -> [[UInt8]] {
    state.withLock { $0.lossy.filter { $0.link == link }.map(\.bytes) }
  }
  func backlog(of link: LinkID) -> Backlog {
    state.withLock { $0.backlogs[link] ?? $0.backlog }
  }
  var held: Int { state.withLock { $0.backlogs.values.reduce(0) { $0 + $1.waiting } } }
  func cut(_ link: LinkID) {
    state.withLock { state in
      state.backlogs[link] = nil
      state.cut.append(link)
    }
  }
  /// The links that were cut, in this order.
  var cut: [LinkID] { state.withLock { $0.cut } }
  /// Reports these bytes as the data that waits for a link.
  func hold(_ waiting: Int, over link: LinkID) {
    state.withLock { $0.backlogs[link] = Backlog(waiting: waiting) }
  }

  /// Reports this backlog for every link from now on.
  func hold(_ backlog: Backlog) { state.withLock { $0.backlog = backlog } }
  /// How many messages were sent.
  var sent: Int { state.withLock { $0.sent.count } }
  /// The messages sent over a link.
  func sent(over link: LinkID) -> [[UInt8]] {
    state.withLock { $0.sent.filter { $0.link == link }.map(\.bytes) }
  }
  func neighbour(of link: LinkID) -> MemberID? { proved }
  func close(_ link: LinkID) { state.withLock { $0.closed.append(link) } }
  func stop(_ done: @escaping @Sendable () -> Void) { done() }
}
