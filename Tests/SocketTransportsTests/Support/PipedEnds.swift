import Dispatch
import EaselBase
import GroupBase
import GroupCore
import Synchronization

@testable import SocketTransports

/// Pipes that can be dialled, each end of them in this process: what a program at the other end would
/// read and write goes to another transport here.
final class PipeExchange: Sendable {
  private let ends = Mutex<[String: PipeTransport]>([:])

  func note(_ transport: PipeTransport, at address: String) {
    ends.withLock { $0[address] = transport }
  }

  func open(_ address: String) throws(TransportFault) -> PipeEnds {
    guard let far = ends.withLock({ $0[address] }) else { throw TransportFault(address, .nobody) }
    let pair = try PipeEnds.pair()
    far.adopt(pair.far)
    return pair.near
  }
}

/// A pipe transport that says where it can be dialled.
final class PipedEnd: Transport {
  private let transport: PipeTransport
  private let address: String
  private let queue = DispatchQueue(label: "piped")

  init(_ exchange: PipeExchange, number: UInt64) {
    address = "pipe:\(number)"
    transport = PipeTransport(
      reaching: { $0.hasPrefix("pipe:") },
      open: { address throws(TransportFault) in try exchange.open(address) })
    exchange.note(transport, at: address)
  }

  func start(_ handler: @escaping @Sendable (TransportEvent) -> Void) {
    transport.start(handler)
    let address = address
    queue.async { handler(.listens([address])) }
  }

  func reaches(_ address: String) -> Bool { transport.reaches(address) }
  func dial(_ address: String) -> LinkID { transport.dial(address) }
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool { transport.send(bytes, over: link) }
  func send(_ frame: LinkFrame, over link: LinkID) -> Bool { transport.send(frame, over: link) }
  func backlog(of link: LinkID) -> Backlog { transport.backlog(of: link) }
  var held: Int { transport.held }
  func cut(_ link: LinkID) { transport.cut(link) }
  func close(_ link: LinkID) { transport.close(link) }
  func stop(_ done: @escaping @Sendable () -> Void) { transport.stop(done) }
}
