import EaselBase
import Glibc
import GroupBase
import GroupCore
import Testing

@testable import SocketTransports

/// The handling of any bytes on a link, as the other end sees it.
@Suite(.timeLimit(.minutes(60))) struct FramingTests {
  private let end: Listener
  private let raw: PipeEnds

  init() throws {
    let transport = PipeTransport()
    let pair = try PipeEnds.pair()
    transport.adopt(pair.near)
    (end, raw) = (Listener(transport), pair.far)
  }

  private func opened() async throws -> LinkID {
    guard case .opened(let link, isDialled: false) = try await end.next() else {
      throw TransportFault(nil, .nobody)
    }
    return link
  }

  private func write(_ bytes: [UInt8]) {
    #expect(Glibc.write(raw.output, bytes, bytes.count) == bytes.count)
  }

  @Test("a message that comes byte by byte is one message")
  func bytewise() async throws {
    defer { raw.close() }
    let link = try await opened()
    for byte in [3, 1, 2, 3, 0, 1, 9] as [UInt8] { write([byte]) }
    for message in [[1, 2, 3], [], [9]] as [[UInt8]] {
      #expect(try await end.next() == .received(message, over: link))
    }
  }

  @Test(
    "a length above 64 KiB, or of more bytes than it needs, closes the link",
    arguments: [[0x81, 0x80, 0x04], [0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF], [0x80, 0x00]]
      as [[UInt8]]
  )
  func oversize(_ head: [UInt8]) async throws {
    defer { raw.close() }
    let link = try await opened()
    write([1, 7] + head)
    #expect(try await end.next() == .received([7], over: link))
    #expect(try await end.next() == .closed(link, TransportFault(nil, .unreadable)))
    #expect(!end.transport.send([1], over: link))
  }

  @Test("a message that is cut off by the end is none")
  func cut() async throws {
    let link = try await opened()
    write([1, 7, 3, 1, 2])
    raw.close()
    #expect(try await end.next() == .received([7], over: link))
    #expect(try await end.next() == .closed(link, nil))
  }

  @Test("accepted messages are sent though the other side talks on, whose bytes are not heard")
  func closing() async throws {
    let link = try await opened()
    #expect(end.transport.send([5, 6], over: link))
    end.transport.close(link)
    write([1, 1, 1, 2])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(raw.input, &bytes, bytes.count) == 3)
    #expect(bytes.prefix(3) == [2, 5, 6])
    #expect(read(raw.input, &bytes, bytes.count) == 0)
    // Only now is the other direction closed as well, and the next link the first thing that is
    // heard.
    raw.close()
    let next = try PipeEnds.pair()
    (end.transport as? PipeTransport)?.adopt(next.near)
    defer { next.far.close() }
    let other = try await opened()
    #expect(other != link)
  }

  @Test("all that was taken is sent before the link ends, more than the system holds as well")
  func lingering() async throws {
    defer { raw.close() }
    let link = try await opened()
    let message = [UInt8](repeating: 7, count: TransportLimits.messageBytesMax)
    for _ in 0..<40 { try #require(end.transport.send(message, over: link)) }
    end.transport.close(link)
    var (total, bytes) = (0, [UInt8](repeating: 0, count: 65_536))
    while case let count = read(raw.input, &bytes, bytes.count), count > 0 { total += count }
    #expect(total == 40 * (message.count + 3))
  }
}
