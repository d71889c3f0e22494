import Sharing
import Testing

@testable import Transports

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

  @Test("a name has at most 253 bytes")
  func length() throws {
    let longest = String(repeating: "a", count: 253)
    #expect(try TCPAddress("tcp://\(longest):1").host == longest)
    #expect(throws: TransportFault.self) { try TCPAddress("tcp://a\(longest):1") }
  }
}
