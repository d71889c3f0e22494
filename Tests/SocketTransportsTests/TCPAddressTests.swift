import Glibc
import GroupCore
import NIOCore
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
    "a text that is no address is refused",
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
    "the address tells whether it leads to the machine that dials it",
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

  @Test(
    "An address is judged by its bytes, and not by its spelling",
    arguments: [
      ("127.0.0.1", AddressReach.thisMachine), ("0x7f000001", .thisMachine),
      ("0x7f.1", .thisMachine), ("127.1", .thisMachine), ("2130706433", .thisMachine),
      ("0177.0.0.1", .thisMachine), ("0", .thisMachine), ("0.0.0.0", .thisMachine),
      ("::1", .thisMachine), ("::", .thisMachine), ("::ffff:7f00:1", .thisMachine),
      ("::ffff:127.9.9.9", .thisMachine), ("::127.0.0.1", .thisMachine),
      ("::ffff:0.0.0.0", .thisMachine), ("192.0.2.7", .thisMachine),
      ("::ffff:192.0.2.7", .thisMachine), ("0xC0000207", .thisMachine),
      ("2001:db8::7", .thisMachine), ("localhost", .thisMachine), ("169.254.169.254", .linkLocal),
      ("::ffff:169.254.169.254", .linkLocal), ("fe80::1", .linkLocal), ("febf::1", .linkLocal),
      ("192.0.2.8", .elsewhere), ("2001:db8::8", .elsewhere), ("::ffff:192.0.2.8", .elsewhere),
      ("fec0::1", .elsewhere), ("10.0.0.1", .elsewhere),
    ])
  func reaches(host: String, reach: AddressReach) {
    let own: Set<[UInt8]> = [
      [192, 0, 2, 7], [0x20, 1, 13, 184] + Array(repeating: 0, count: 11) + [7],
    ]
    let found = SocketName.all(of: TCPAddress(host: host, port: 1))
    #expect(!found.isEmpty)
    for name in found { #expect(AddressReach(of: name.host, own: own) == reach) }
  }

  /// Spellings of a port of this machine.
  private static func spellings(_ port: UInt16) -> [String] {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let own = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let hosts = [
      "127.0.0.1", "0x7f000001", "0x7f.1", "127.1", "2130706433", "0", "0.0.0.0", "localhost",
      "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", own,
    ]
    return hosts.map { "tcp://\($0):\(port)" }
  }

  @Test("No member can make this process dial the machine's own services, however they are spelled")
  func ownServices() async throws {
    let service = TCPTransport()
    let address = try #require(try service.listen(at: "tcp://0.0.0.0:0").first)
    let listener = Listener(service)
    let port = try TCPAddress(address).port
    let host = TCPTransport()
    // A host that is reachable from everywhere is not on this machine alone.
    try host.listen(at: "tcp://0.0.0.0:0")
    let end = Listener(host)
    guard case .listens = try await end.next() else {
      Issue.record("no address")
      return
    }
    for announced in Self.spellings(port) + [address] {
      let link = host.dialAnnounced(announced)
      #expect(
        try await end.next() == .closed(link, TransportFault(announced, .onlyAnnounced)),
        "\(announced)")
    }
    // The user may dial them, and the call is on this machine then.
    let link = host.dial("tcp://0x7f.1:\(port)")
    #expect(try await end.next() == .opened(link, isDialled: true))
    let announced = host.dialAnnounced("tcp://127.0.0.1:\(port)")
    #expect(try await end.next() == .opened(announced, isDialled: true))
    withExtendedLifetime(listener) {}
  }

  @Test("If no descriptor is free, the host pauses before it accepts the next connection")
  func accepting() {
    for code in [EMFILE, ENFILE] {
      let error = IOError(errnoCode: code, reason: "accept")
      #expect(StreamLinks.pauseOfAccepting(after: error) == .milliseconds(100))
    }
    #expect(
      StreamLinks.pauseOfAccepting(after: IOError(errnoCode: ECONNABORTED, reason: "")) == nil)
  }

  @Test("a name has at most 253 bytes")
  func length() throws {
    let longest = String(repeating: "a", count: 253)
    #expect(try TCPAddress("tcp://\(longest):1").host == longest)
    #expect(throws: TransportFault.self) { try TCPAddress("tcp://a\(longest):1") }
  }
}
