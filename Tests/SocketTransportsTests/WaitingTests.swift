import EaselBase
import GroupBase
import NIOEmbedded
import Testing

@testable import SocketTransports

/// The queue for a neighbour that takes nothing.
@Suite struct WaitingTests {
  @Test("8 MiB may wait, framed; a byte more is refused, and the queue stays as it is")
  func exactly() {
    let link = StreamLink(LinkID(1), address: nil, in: PendingFlushes())
    // Its loop runs only when it is told to.
    let channel = EmbeddedChannel()
    #expect(link.open(channel))
    // With three bytes of length before each, 128 of these are 8 MiB.
    let message = [UInt8](repeating: 7, count: 64 * 1_024 - 3)
    for _ in 0..<127 { #expect(link.send(message)) }
    #expect(!link.send(message + [7]))
    #expect(link.backlog.waiting == 127 * 64 * 1_024)
    #expect(link.send(message))
    #expect(link.backlog.waiting == 8 << 20)
    #expect(!link.send([]))
    channel.embeddedEventLoop.run()
    #expect(link.backlog.waiting == 0 && link.send(message))
    link.close()
    channel.embeddedEventLoop.run()
  }
}
