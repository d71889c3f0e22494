import Dispatch
import EaselBase
import GroupBase
import GroupCore
import Synchronization

/// Links within one process.
final class LoopbackTransport: Transport {
  private let exchange: LoopbackExchange
  private let address: String

  init(_ exchange: LoopbackExchange, number: UInt64) {
    self.exchange = exchange
    address = Self.address(number)
  }

  static func address(_ number: UInt64) -> String { "loopback:\(number)" }

  func start(_ receive: @escaping @Sendable (TransportEvent) -> Void) {
    exchange.listen(address, receive)
  }

  var medium: LinkMedium? { .memory }

  func reaches(_ address: String) -> Bool { address.hasPrefix("loopback:") }
  func dial(_ address: String) -> LinkID { exchange.dial(address, from: self.address) }
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    exchange.send(bytes, over: link, of: address)
  }
  func close(_ link: LinkID) { exchange.close(link, of: address) }
  func stop(_ done: @escaping @Sendable () -> Void) { exchange.stop(address, done) }
}

/// Connects the transports of one loopback call. Its own queue delivers events in order, so that a
/// sender never runs a receiver's code.
final class LoopbackExchange: Sendable {
  private typealias Listener = @Sendable (TransportEvent) -> Void

  private struct State {
    /// The event handlers of the listening transports, by address, in the order in which the
    /// transports began to listen.
    var listeners: [(address: String, receive: Listener)] = []
    var ends: [End: Far] = [:]
    var last: UInt64 = 0
    /// The number of events that were not handled yet.
    var pending = 0
    /// The addresses that are cut off.
    var cut: Set<String> = []

    func listener(_ address: String) -> Listener? {
      listeners.first { $0.address == address }?.receive
    }
  }

  /// One end of a link.
  private struct End: Hashable {
    let address: String
    let link: LinkID
  }

  private struct Far {
    let end: End
    /// Bytes on their way to the far end.
    var waiting = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "loopback")

  var addresses: [String] { state.withLock { $0.listeners.map(\.address) } }

  func listen(_ address: String, _ receive: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.listeners.append((address, receive)) }
    hand(.listens([address]), to: address)
  }

  func dial(_ address: String, from: String) -> LinkID {
    let (near, far) = state.withLock { state in
      state.last += 2
      let near = End(address: from, link: LinkID(state.last))
      let far = End(address: address, link: LinkID(state.last + 1))
      guard state.listeners.contains(where: { $0.address == address }) else {
        return (near, nil as End?)
      }
      state.ends[near] = Far(end: far)
      state.ends[far] = Far(end: near)
      return (near, far)
    }
    if let far {
      hand(.opened(near.link, isDialled: true), to: from)
      hand(.opened(far.link, isDialled: false), to: address)
    } else {
      hand(.closed(near.link, TransportFault(address, .nobody)), to: from)
    }
    return near.link
  }

  func send(_ bytes: [UInt8], over link: LinkID, of address: String) -> Bool {
    let near = End(address: address, link: link)
    let far = state.withLock { state -> End? in
      guard let far = state.ends[near], bytes.count <= TransportLimits.messageBytesMax,
        far.waiting + bytes.count <= TransportLimits.waitingBytesMax
      else { return nil }
      state.ends[near]?.waiting += bytes.count
      return far.end
    }
    guard let far else { return false }
    later { state in
      state.ends[near]?.waiting -= bytes.count
      guard state.ends[far] != nil, state.cut.isDisjoint(with: [address, far.address]) else {
        return nil
      }
      return state.listener(far.address).map { ($0, .received(bytes, over: far.link)) }
    }
    return true
  }

  func close(_ link: LinkID, of address: String) {
    let near = End(address: address, link: link)
    let far = state.withLock { $0.ends.removeValue(forKey: near)?.end }
    guard let far else { return }
    later { state in
      guard state.ends.removeValue(forKey: far) != nil else { return nil }
      return state.listener(far.address).map { ($0, .closed(far.link, nil)) }
    }
  }

  func stop(_ address: String, _ done: @escaping @Sendable () -> Void) {
    let links = state.withLock { state in
      state.listeners.removeAll { $0.address == address }
      return state.ends.keys.filter { $0.address == address }.map(\.link).sorted()
    }
    for link in links { close(link, of: address) }
    queue.async { done() }
  }

  private func hand(_ event: TransportEvent, to address: String) {
    later { state in state.listener(address).map { ($0, event) } }
  }

  /// Delivers an event after all events that are on their way.
  private func later(
    _ find: @escaping @Sendable (inout State) -> (Listener, TransportEvent)?
  ) {
    state.withLock { $0.pending += 1 }
    queue.async { [self] in
      if let (receive, event) = state.withLock({ find(&$0) }) { receive(event) }
      state.withLock { $0.pending -= 1 }
    }
  }

  func cut(_ address: String) { _ = state.withLock { $0.cut.insert(address) } }
  func mend(_ address: String) { _ = state.withLock { $0.cut.remove(address) } }

  func flush() {
    while state.withLock({ $0.pending > 0 }) { queue.sync {} }
  }
}
