import EaselBase
import GroupBase
import GroupCore
import GroupWire
import Testing

@testable import OpenGroupActivities

/// A member with two neighbours, 7 and 8, that passes the messages of 8 on to 7.
@Suite struct DatagramForwardingTests {
  private let transport = StubTransport()
  private let system: GroupSystem

  init() {
    system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport],
      clock: ManualClock().clock)
    for link in [UInt64(7), 8] {
      transport.open(LinkID(link))
      transport.receive(LinkEncoder().encoded(.hello(MemberID(link), path: [])), LinkID(link))
    }
    transport.useDatagrams(upTo: 200)
  }

  private func envelope(
    _ number: UInt64, unreliable: Bool = true, name: String = "", length: Int = 4
  ) -> Envelope {
    let said = ParticipantMessage(
      join: 1, name: name,
      bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length))
    let message = unreliable ? CallMessage.passing(said) : .beat(version: number)
    return Envelope(
      origin: MemberID(8), number: number, to: .everyone, body: message.encoded())
  }

  private func lossy(_ envelope: Envelope) -> [UInt8] {
    var shared = SharedEnvelope()
    return LinkEncoder.whole(.envelope(envelope), from: &shared)
  }

  @Test("A datagram is passed on as a datagram", arguments: ["", "a name"])
  func passedOn(name: String) {
    let bytes = lossy(envelope(5, name: name))
    transport.receiveLossy(bytes, LinkID(8))
    #expect(transport.lossy(over: LinkID(7)) == [bytes])
    #expect(transport.lossy(over: LinkID(8)).isEmpty)
  }

  @Test(
    "A message that came over the stream is passed on as a datagram, if it may be lost and is short"
  )
  func fromStream() throws {
    var encoder = LinkEncoder()
    let envelopes = [
      envelope(1), envelope(2, unreliable: false), envelope(3), envelope(4, length: 300),
      envelope(5, unreliable: false),
    ]
    for envelope in envelopes {
      transport.receive(encoder.encoded(.envelope(envelope)), LinkID(8))
      encoder.sent(.envelope(envelope))
    }
    #expect(transport.lossy(over: LinkID(7)) == [lossy(envelopes[0]), lossy(envelopes[2])])
    // The datagrams are unknown to the reader of the stream.
    var decoder = LinkDecoder()
    let read = try transport.sent(over: LinkID(7)).compactMap { try decoder.decode($0) }
    let numbers = read.compactMap { message in
      if case .envelope(let envelope) = message, envelope.origin == MemberID(8) {
        envelope.number
      } else {
        nil as UInt64?
      }
    }
    #expect(numbers == [2, 4, 5])
  }

  @Test("A reliable message, a short form and a message for the neighbour are dropped as datagrams")
  func refused() {
    var encoder = LinkEncoder()
    encoder.sent(.envelope(envelope(1)))
    let short = encoder.encoded(.envelope(envelope(2)))
    let before = transport.sent
    for bytes in [
      lossy(envelope(3, unreliable: false)), short, LinkEncoder().encoded(.alive),
      LinkEncoder().encoded(.ping(3)), [], [0], [1], [1, 0xFF],
    ] {
      transport.receiveLossy(bytes, LinkID(8))
    }
    #expect(transport.sent == before && transport.lossy(over: LinkID(7)).isEmpty)
    #expect(transport.closed.isEmpty && system.isInCall)
    // The number of the reliable message is not used up.
    let passedOn = transport.sent(over: LinkID(7)).count
    transport.receive(LinkEncoder().encoded(.envelope(envelope(3, unreliable: false))), LinkID(8))
    #expect(transport.sent(over: LinkID(7)).count > passedOn)
  }

  @Test("A message that comes as a datagram and over the stream is passed on once")
  func once() {
    let bytes = lossy(envelope(9))
    transport.receiveLossy(bytes, LinkID(8))
    transport.receiveLossy(bytes, LinkID(8))
    transport.receive(LinkEncoder().encoded(.envelope(envelope(9))), LinkID(8))
    #expect(transport.lossy(over: LinkID(7)).count == 1)
  }
}
