import Dispatch
import EaselBase
import Foundation
import GroupBase
import GroupCore
import Synchronization

/// Links between processes of one machine. An address is `packet:NAME`. The name is in no folder, so
/// any user of the machine can connect.
final class PacketTransport: Transport {
  private let address: String
  private let listener: PacketSocket
  private let threads = DispatchGroup()
  private let state = Mutex(State())

  private struct State {
    var handler: (@Sendable (TransportEvent) -> Void)?
    var links: [LinkID: PacketLink] = [:]
    var last: UInt64 = 0

    mutating func name() -> LinkID {
      last += 1
      return LinkID(last)
    }
  }

  init(at address: String) throws(TransportFault) {
    self.address = address
    listener = try PacketSocket(at: address)
  }

  func start(_ handler: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.handler = handler }
    runThread { [self] in
      handler(.listens([address]))
      while let socket = listener.accept() { begin(socket, isDialled: false) }
    }
  }

  func reaches(_ address: String) -> Bool { address.hasPrefix("packet:") }

  func dial(_ address: String) -> LinkID {
    do throws(TransportFault) {
      return begin(try PacketSocket(to: address), isDialled: true)
    } catch {
      let link = state.withLock { $0.name() }
      runThread { self.deliver(.closed(link, error)) }
      return link
    }
  }

  @discardableResult
  private func begin(_ socket: PacketSocket, isDialled: Bool) -> LinkID {
    let link = state.withLock { state in
      let link = PacketLink(state.name(), over: socket)
      if state.handler == nil { link.close() } else { state.links[link.id] = link }
      return link
    }
    runThread { [self] in
      if link.isOpen { deliver(.opened(link.id, isDialled: isDialled)) }
      link.read(deliver)
      state.withLock { $0.links[link.id] = nil }
    }
    return link.id
  }

  func send(_ bytes: [UInt8], over link: LinkID) -> Bool { self[link]?.send(bytes) ?? false }
  func backlog(of link: LinkID) -> Backlog { self[link]?.backlog ?? Backlog() }
  func close(_ link: LinkID) { self[link]?.close() }

  func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {
    self[link]?.limit(to: bytes, lastWords)
  }

  func stop(_ done: @escaping @Sendable () -> Void) {
    listener.shutDown()
    let links = state.withLock { state in
      state.handler = nil
      return Array(state.links.values)
    }
    for link in links { link.close() }
    threads.notify(queue: .global(), execute: done)
  }

  private subscript(_ link: LinkID) -> PacketLink? { state.withLock { $0.links[link] } }

  private func deliver(_ event: TransportEvent) { state.withLock { $0.handler }?(event) }

  private func runThread(_ work: @escaping @Sendable () -> Void) {
    threads.enter()
    Thread.detachNewThread { [threads] in
      work()
      threads.leave()
    }
  }
}
