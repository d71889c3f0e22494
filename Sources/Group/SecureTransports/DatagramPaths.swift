import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

/// The datagram paths beside the links of one transport. It seals, opens and counts; each
/// `DatagramPath` decides.
final class DatagramPaths: Sendable {
  private struct Path {
    var path: DatagramPath
    var seal: DatagramSeal
    /// The moment at which this path is woken next.
    var wakesAt: Uptime?

    /// Plans the next moment; nil unless it is earlier than the planned one.
    mutating func planNext() -> Uptime? {
      guard let due = path.deadline, wakesAt.map({ due < $0 }) ?? true else { return nil }
      wakesAt = due
      return due
    }
  }

  private struct State {
    var paths: [LinkID: Path] = [:]
    var links: [[UInt8]: LinkID] = [:]
    var changed: (@Sendable (LinkID) -> Void)?
    /// The datagrams that belong to no path, or that the other end did not seal.
    var foreignCount: UInt64 = 0
  }

  private let state = Mutex(State())
  private let carrier: any DatagramCarrier
  private let delay: SecureTransport.Delay
  private let start = ContinuousClock.now

  init(over carrier: any DatagramCarrier, delay: @escaping SecureTransport.Delay) {
    (self.carrier, self.delay) = (carrier, delay)
  }

  /// - Parameter changed: called after messages of a link began or ceased to go as datagrams.
  func observe(_ changed: @escaping @Sendable (LinkID) -> Void) {
    state.withLock { $0.changed = changed }
  }

  private var now: Uptime {
    Uptime(milliseconds: start.duration(to: .now).milliseconds)
  }

  /// Begins the path of a link whose datagrams the carrier has opened.
  func begin(_ link: LinkID, _ end: DatagramEnd, _ seal: DatagramSeal) {
    let now = now
    let path =
      switch end {
      case .dialling(let address): DatagramPath(dialling: address, at: now)
      case .listening: DatagramPath(listeningAt: now)
      }
    state.withLock { state in
      state.paths[link] = Path(path: path, seal: seal)
      state.links[seal.pathName] = link
    }
    act(on: link) { _ in ([], ()) }
  }

  func end(_ link: LinkID) {
    let isKnown = state.withLock { state in
      guard let path = state.paths.removeValue(forKey: link) else { return false }
      state.links[path.seal.pathName] = nil
      return true
    }
    if isKnown { carrier.closeDatagrams(of: link) }
  }

  func endAll() { for link in state.withLock({ Array($0.paths.keys) }) { end(link) } }

  /// Whether messages of the link go as datagrams now.
  func isUp(_ link: LinkID) -> Bool { state.withLock { $0.paths[link]?.path.isUp ?? false } }

  /// - Returns: whether the message goes as a datagram.
  func send(_ frame: [UInt8], over link: LinkID) -> Bool {
    let now = now
    return act(on: link) { path in
      path.path.send(frame, at: now).map { ([$0], true) } ?? ([], false)
    } ?? false
  }

  /// Returns the link whose path the datagram names. The bytes may be any.
  func link(of datagram: [UInt8]) -> LinkID? {
    state.withLock { state in
      let link = state.links[Array(datagram.prefix(DatagramSeal.nameLength))]
      if link == nil { state.foreignCount += 1 }
      return link
    }
  }

  /// Handles a datagram that names the path of a link. The bytes may be any, from any source.
  ///
  /// - Returns: the message that it holds, if it holds a new one.
  func receive(
    _ datagram: [UInt8], over link: LinkID, from source: DatagramAddress
  ) -> [UInt8]? {
    let now = now
    let opened = state.withLock { state -> (number: UInt64, content: [UInt8])? in
      if let opened = state.paths[link]?.seal.opened(datagram) { return opened }
      state.foreignCount += 1
      return nil
    }
    guard let (number, content) = opened else { return nil }
    let frame = act(on: link) { path -> ([DatagramPath.Outgoing], [UInt8]?) in
      let (frame, answer) = path.path.receive(content, under: number, from: source, at: now)
      return (answer.map { [$0] } ?? [], frame)
    }
    return frame.flatMap { $0 }
  }

  /// The datagrams that were dropped because no path of this transport could open them.
  var foreignCount: UInt64 { state.withLock { $0.foreignCount } }

  /// - Parameter planned: the moment for which this call was planned. If the path was woken earlier
  ///   meanwhile, the call does nothing.
  private func wake(_ link: LinkID, at planned: Uptime) {
    let now = max(now, planned)
    act(on: link) { path in
      guard path.wakesAt == planned else { return ([], ()) }
      path.wakesAt = nil
      return (path.path.woke(at: now), ())
    }
  }

  /// Changes a path, sends what it wants to send, and wakes it in time. All within the lock, so that
  /// datagrams leave in the order of their numbers.
  @discardableResult
  private func act<Result: Sendable>(
    on link: LinkID, _ change: (inout Path) -> ([DatagramPath.Outgoing], Result)
  ) -> Result? {
    let (result, due, changed) = state.withLock { state in
      guard let index = state.paths.index(forKey: link) else {
        return (nil as Result?, nil as Uptime?, nil as (@Sendable (LinkID) -> Void)?)
      }
      let wasUp = state.paths.values[index].path.isUp
      let (outgoing, result) = change(&state.paths.values[index])
      for datagram in outgoing {
        do throws(FrameRefusal) {
          let sealed = try state.paths.values[index].seal.sealed(
            datagram.content, under: datagram.counter)
          carrier.sendDatagram(sealed, to: datagram.address, of: link)
        } catch { continue }  // The datagram is lost, as any may be.
      }
      let isUp = state.paths.values[index].path.isUp
      return (result, state.paths.values[index].planNext(), isUp == wasUp ? nil : state.changed)
    }
    // The caller may hold the lock that the handler of the event needs.
    if let changed { delay(.zero) { changed(link) } }
    if let due {
      delay(.milliseconds(max(due.since(now), 0))) { [weak self] in self?.wake(link, at: due) }
    }
    return result
  }
}
