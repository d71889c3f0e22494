import EaselBase
import GroupBase
import GroupCore
import Synchronization

/// A transport around another, which loses all messages from some moment on. So its program hears of
/// no change of keys.
final class Deaf: Transport {
  private let transport: any Transport
  let isDeaf = Atomic(false)

  init(_ transport: any Transport) { self.transport = transport }

  func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    transport.start { [self] event in
      if case .received = event, isDeaf.load(ordering: .relaxed) { return }
      take(event)
    }
  }

  func reaches(_ address: String) -> Bool { transport.reaches(address) }
  func dial(_ address: String) -> LinkID { transport.dial(address) }
  func send(_ bytes: [UInt8], over link: LinkID) -> Bool { transport.send(bytes, over: link) }
  func close(_ link: LinkID) { transport.close(link) }
  func stop(_ done: @escaping @Sendable () -> Void) { transport.stop(done) }
}
