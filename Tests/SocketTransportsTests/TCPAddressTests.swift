import GroupCore
import Testing

@testable import SocketTransports

@Suite struct TCPAddressTests {
  @Test(
    "an address is read as it is written",
    arguments: [
      ("tcp://example.org:7000", "example.org", 7_000), ("tcp://127.0.0.1:0", "127.0.0.1", 0),
      ("tcp://[::1]:65535", "::1", 65_535), ("tcp://[fe80::1%eth0]:1", "fe80::1%eth0", 1),
      ("tcp://a_b-c.d:1", "a_b-c.d", 1),
    ])
  func reads(_ text: String, _ host: String, _ port: UInt16) throws {
    let address = try TCPAddress(text)
    #expect(address.host == host && address.port == port)
    #expect(address.address == text)
  }

  @Test(
    "what is no address is refused",
    arguments: [
      "", "tcp://", "tcp://host", "tcp://host:", "tcp://:1", "tcp://host:65536", "tcp://host:-1",
      "tcp://host:+1", "tcp://host: 1", "tcp://ho st:1", "tcp://host:1/", "tcp://user@host:1",
      "tcp://-host:1", "tcp://::1:1", "tcp://[::1:1", "tcp://[]:1", "tcp://[host]:1",
      "tcp://[::1 ]:1", "tcp://h\u{0}st:1", "tcp://h\u{1B}:1", "unix:///a:1", "TCP://host:1",
      "tcp://host:１",
    ])
  func refuses(_ text: String) {
    #expect(throws: TransportFault(text, .malformed)) { try TCPAddress(text) }
  }

  @Test(
    "what leads to the machine that dials it, and what does not",
    arguments: [
      ("127.0.0.1", true), ("127.9.9.9", true), ("0.0.0.0", true), ("[::1]", true), ("[::]", true),
      ("[::ffff:127.0.0.1]", true), ("localhost", true), ("LOCALHOST", true),
      ("a.localhost", true), ("127.1", true), ("2130706433", true), ("192.0.2.1", false),
      ("[2001:db8::1]", false), ("[::ffff:192.0.2.1]", false), ("example.org", false),
      ("[::2]", false),
    ])
  func here(host: String, isHere: Bool) throws {
    #expect(try TCPAddress("tcp://\(host):1").isOfThisMachine == isHere)
  }

  @Test("an announced address of this machine is dialled only where the call is on this machine")
  func announced() throws {
    let others = TCPTransport()
    #expect(others.mayDialAnnounced("tcp://192.0.2.1:7000"))
    #expect(!others.mayDialAnnounced("tcp://127.0.0.1:7000"))
    #expect(!others.mayDialAnnounced("unix:///tmp/a"))
    try others.listen(at: "tcp://127.0.0.1:0")
    #expect(others.mayDialAnnounced("tcp://127.0.0.1:7000"))
    let sockets = UnixTransport()
    #expect(!sockets.mayDialAnnounced("unix:///tmp/a"))
    _ = sockets.dial("unix:///nowhere")
    #expect(sockets.mayDialAnnounced("unix:///tmp/a"))
  }

  @Test("a name has at most 253 bytes")
  func length() throws {
    let longest = String(repeating: "a", count: 253)
    #expect(try TCPAddress("tcp://\(longest):1").host == longest)
    #expect(throws: TransportFault.self) { try TCPAddress("tcp://a\(longest):1") }
  }
}
