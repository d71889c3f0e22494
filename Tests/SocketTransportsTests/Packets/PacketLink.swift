import Dispatch
import EaselBase
import GroupBase
import GroupCore
import Synchronization

/// One link. A thread reads from it, and the link's own queue writes to it.
final class PacketLink: Sendable {
  let id: LinkID
  private let socket: PacketSocket
  private let writing = DispatchQueue(label: "packets")
  private let state = Mutex(State())

  private struct State {
    var isOpen = true
    var backlog = Backlog()
    var bytesMax = TransportLimits.messageBytesMax
    var lastWords: [UInt8]?
  }

  /// The bytes of memory that a waiting message needs beside its own bytes.
  private static let messageCost = 64

  init(_ id: LinkID, over socket: PacketSocket) { (self.id, self.socket) = (id, socket) }

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var backlog: Backlog { state.withLock { $0.backlog } }

  func limit(to bytes: Int, _ lastWords: [UInt8]?) {
    state.withLock { ($0.bytesMax, $0.lastWords) = (bytes, lastWords) }
  }

  func send(_ bytes: [UInt8]) -> Bool {
    let cost = bytes.count + Self.messageCost
    return state.withLock { state in
      guard state.isOpen, bytes.count <= TransportLimits.messageBytesMax,
        state.backlog.waiting + cost <= TransportLimits.waitingBytesMax
      else { return false }
      state.backlog.waiting += cost
      // This runs under the lock, so that messages are written in the order of their acceptance.
      writing.async { self.write(bytes, cost) }
      return true
    }
  }

  private func write(_ bytes: [UInt8], _ cost: Int) {
    socket.send(bytes)
    state.withLock { state in
      state.backlog.waiting -= cost
      state.backlog.passed += UInt64(cost)
    }
  }

  /// Delivers each received message until the neighbour closes the link. After this side has closed,
  /// the method still reads, and drops what it has read: if a socket is closed with unread messages,
  /// the neighbour loses the last messages from this side.
  func read(_ handler: (TransportEvent) -> Void) {
    var fault: TransportFault?
    do throws(TransportFault) {
      while let bytes = try socket.receive() {
        let limits = state.withLock { $0 }
        if limits.isOpen, bytes.count <= limits.bytesMax {
          handler(.received(bytes, over: id))
        } else if limits.isOpen {
          _ = limits.lastWords.map(send)
          end(handler, TransportFault(nil, .unreadable))
        }
      }
    } catch {
      fault = error
    }
    end(handler, fault)
  }

  private func end(_ handler: (TransportEvent) -> Void, _ fault: TransportFault?) {
    if close() { handler(.closed(id, fault)) }
  }

  /// - Returns: whether the link was open.
  @discardableResult func close() -> Bool {
    guard state.withLock({ exchange(&$0.isOpen, with: false) }) else { return false }
    writing.async { self.socket.endSending() }
    let linger = DispatchTimeInterval.milliseconds(
      Int(TransportLimits.lingerMax / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + linger) { [weak socket] in
      socket?.shutDown()
    }
    return true
  }
}

private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
  defer { value = new }
  return value
}
