import EaselBase
import Glibc
import GroupBase
import GroupCore
import GroupSecurity
import GroupTesting
import GroupWire
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// Datagrams beside TCP links, over real sockets of this machine.
@Suite(.timeLimit(.minutes(60))) struct DatagramTests {
  /// A member with a TCP transport.
  private struct Side {
    let membership: Membership
    let end: Listener
    var address = ""

    init(_ membership: Membership, usesDatagrams: Bool = true, isListening: Bool) async throws {
      self.membership = membership
      let tcp = TCPTransport(usesDatagrams: usesDatagrams)
      if isListening { address = try tcp.listen(at: "tcp://127.0.0.1:0").first ?? "" }
      end = Listener(SecureTransport(tcp, for: membership))
    }

    func opened() async throws -> LinkID {
      while true {
        if case .opened(let link, _) = try await end.next() { return link }
      }
    }

    /// The next message that came as a datagram.
    func lossy() async throws -> [UInt8] {
      while true {
        if case .receivedLossy(let bytes, _) = try await end.next() { return bytes }
      }
    }

    func isUp(_ link: LinkID) -> Bool { end.transport.lossyBytesMax(over: link) > 0 }
  }

  /// A host, a guest, and the link between them.
  private struct Pair {
    let host: Side
    let guest: Side
    let hostLink: LinkID
    let guestLink: LinkID

    /// - Parameter host: a host that others have joined already.
    init(hostUses: Bool = true, guestUses: Bool = true, at host: Side? = nil) async throws {
      if let host {
        self.host = host
      } else {
        self.host = try await Side(
          Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), usesDatagrams: hostUses,
          isListening: true)
      }
      let host = self.host
      let address = host.address
      let ticket = try #require(try host.membership.ticket(to: .draw, at: [address]))
      guest = try await Side(
        Membership(try Chance.keys(), ticket: ticket), usesDatagrams: guestUses,
        isListening: false)
      guestLink = guest.end.transport.dial(address)
      _ = try await guest.opened()
      hostLink = try await host.opened()
    }

    /// Waits until both sides use the path.
    func waitUntilUp() async throws {
      let end = ContinuousClock.now + .seconds(20)
      while !(host.isUp(hostLink) && guest.isUp(guestLink)) {
        try #require(ContinuousClock.now < end, "the path does not come up")
        await Task.yield()
      }
    }
  }

  /// Bytes that a transport takes for an envelope.
  private let envelope: [UInt8] = [1, 2, 3, 4]

  @Test("A path comes up beside a TCP link, and carries messages both ways")
  func carries() async throws {
    let pair = try await Pair()
    try await pair.waitUntilUp()
    #expect(pair.guest.end.transport.sendLossy(envelope + [5], over: pair.guestLink))
    #expect(try await pair.host.lossy() == envelope + [5])
    #expect(pair.host.end.transport.sendLossy(envelope + [6], over: pair.hostLink))
    #expect(try await pair.guest.lossy() == envelope + [6])
  }

  @Test(
    "A path never comes up if either side does without it",
    arguments: [(false, true), (true, false)])
  func switchedOff(hostUses: Bool, guestUses: Bool) async throws {
    let pair = try await Pair(hostUses: hostUses, guestUses: guestUses)
    // The offer comes before this message, if there is one.
    let seal = [LinkMessageTag.neighbourly] + LinkMessage.alive.encoded()
    #expect(pair.host.end.transport.send(seal, over: pair.hostLink))
    while true {
      if case .received(seal, _) = try await pair.guest.end.next() { break }
    }
    #expect(!pair.guest.isUp(pair.guestLink) && !pair.host.isUp(pair.hostLink))
    #expect(!pair.guest.end.transport.sendLossy(envelope, over: pair.guestLink))
  }

  @Test("Two guests at one address have paths of their own")
  func twoGuests() async throws {
    let first = try await Pair()
    let second = try await Pair(at: first.host)
    try await first.waitUntilUp()
    try await second.waitUntilUp()
    for (pair, byte) in [(first, 7), (second, 8)] as [(Pair, UInt8)] {
      #expect(pair.guest.end.transport.sendLossy(envelope + [byte], over: pair.guestLink))
      #expect(try await pair.host.lossy() == envelope + [byte])
      #expect(pair.host.end.transport.sendLossy(envelope + [byte], over: pair.hostLink))
      #expect(try await pair.guest.lossy() == envelope + [byte])
    }
  }

  @Test("A message for the neighbour alone is never sent as a datagram")
  func neighbourly() async throws {
    let pair = try await Pair()
    try await pair.waitUntilUp()
    let alive = [LinkMessageTag.neighbourly] + LinkMessage.alive.encoded()
    #expect(!pair.guest.end.transport.sendLossy(alive, over: pair.guestLink))
  }

  @Test("The path ends with its link")
  func endsWithLink() async throws {
    let pair = try await Pair()
    try await pair.waitUntilUp()
    pair.host.end.transport.close(pair.hostLink)
    #expect(!pair.host.isUp(pair.hostLink))
    while true {
      if case .closed(pair.guestLink, _) = try await pair.guest.end.next() { break }
    }
    #expect(!pair.guest.isUp(pair.guestLink))
  }

  @Test("Strangers' datagrams get no answer and end nothing")
  func strangers() async throws {
    let pair = try await Pair()
    try await pair.waitUntilUp()
    let port = try TCPAddress(pair.host.address).port
    let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    let target = try #require(
      DatagramAddress(host: [127, 0, 0, 1], port: port).socketAddress)
    for length in [0, 1, 8, 31, 32, 60, 1_200] {
      let bytes = Chance.bytes(length)
      let sent = target.withSockAddr { address, size in
        sendto(socket, bytes, bytes.count, 0, address, socklen_t(size))
      }
      #expect(sent == length)
    }
    #expect(pair.guest.end.transport.sendLossy(envelope, over: pair.guestLink))
    #expect(try await pair.host.lossy() == envelope)
    var answer = [UInt8](repeating: 0, count: 2_000)
    #expect(recv(socket, &answer, answer.count, Int32(MSG_DONTWAIT)) < 0)
    let transport = try #require(pair.host.end.transport as? SecureTransport)
    #expect(transport.datagrams?.foreignCount == 7)
  }

  @Test("An offer of datagrams is decoded to nothing by a program that does not know it")
  func olderProgram() throws {
    // The bytes of field 8, for a decoder that knows the fields up to 7.
    #expect(LinkMessage.datagrams.encoded() == [0x42, 0])
    #expect(try LinkMessage(decoding: [0x4A, 0]) == nil, "a field that this version does not know")
  }
}
