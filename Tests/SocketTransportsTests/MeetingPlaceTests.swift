import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// Meetings over real sockets, between a host and its guests.
@Suite(.timeLimit(.minutes(60))) struct MeetingPlaceTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A host at a socket, and its events.
  private final class Host: Sendable {
    let server: MeetingServer
    let address: String
    let clock = ManualDelay()
    let events: EventQueue<MeetingServer.Event>

    init(
      _ folder: ScratchFolder, _ identity: Identity, role: Role = .draw, isNear: Bool = true
    ) throws {
      let transport = UnixTransport()
      address = try transport.listen(at: "unix://\(folder.path)/host")[0]
      let (clock, events) = (clock, EventQueue<MeetingServer.Event>())
      self.events = events
      server = MeetingServer(
        MeetingParticipant(identity, name: Array("Ann".utf8), role: role), over: transport,
        delay: { clock.add($0, $1) }, isNear: { _ in isNear }
      ) { events.add($0) }
    }
  }

  /// A guest, and its events.
  private final class Guest: Sendable {
    let client: MeetingClient
    let clock = ManualDelay()
    let events: EventQueue<MeetingClient.Event>

    init(_ identity: Identity, at address: String) throws {
      var chance = SystemRandomNumberGenerator()
      let guest = try MeetingGuest(
        MeetingParticipant(identity, name: Array("Bo".utf8), role: .draw),
        chance: chance.bytes(MeetingParticipant.chanceLength))
      let (clock, events) = (clock, EventQueue<MeetingClient.Event>())
      self.events = events
      client = MeetingClient(
        guest, at: address, over: UnixTransport(), delay: { clock.add($0, $1) }
      ) { events.add($0) }
    }

    func end() async -> MeetingEnd? {
      if case .ended(let end) = await events.next() { end } else { nil }
    }
  }

  /// Events in the order of their arrival.
  final class EventQueue<Event: Sendable>: Sendable {
    private let stream: AsyncStream<Event>
    private let arrivals: AsyncStream<Event>.Continuation
    init() { (stream, arrivals) = AsyncStream.makeStream(of: Event.self) }
    func add(_ event: Event) { arrivals.yield(event) }
    func next() async -> Event? {
      for await event in stream { return event }
      return nil
    }
  }

  private func identity(_ byte: UInt8) throws -> Identity {
    try #require(Identity(seed: [UInt8](repeating: byte, count: Identity.seedLength)))
  }

  private func ticket() throws -> Ticket {
    let membership = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    return try #require(try membership.ticket(to: .draw, at: ["tcp://192.0.2.1:7000"]))
  }

  /// Returns a host and a guest that both show the words, and the link of the host.
  private func met() async throws -> (host: Host, guest: Guest, link: LinkID) {
    let host = try Host(folder, identity(1))
    let guest = try Guest(identity(2), at: host.address)
    guard case .met(let ofHost)? = await guest.events.next(),
      case .met(let ofGuest, let link, _)? = await host.events.next()
    else {
      Issue.record("no words")
      return (host, guest, LinkID(0))
    }
    #expect(ofHost.words == ofGuest.words && ofHost.words.count == 4)
    return (host, guest, link)
  }

  @Test("The ticket passes after both have confirmed, and then the link closes")
  func passes() async throws {
    let (host, guest, link) = try await met()
    guest.clock.pass(MeetingTimes.reading)
    host.clock.pass(MeetingTimes.reading)
    let ticket = try ticket()
    #expect(guest.client.confirm())
    #expect(host.server.confirm(link, with: ticket))
    guard case .received(let received)? = await guest.events.next(),
      case .gave(over: link)? = await host.events.next()
    else {
      Issue.record("no ticket")
      return
    }
    #expect(received == ticket)
    #expect(!host.server.confirm(link, with: ticket), "the ticket passes once")
  }

  @Test("P2 · A confirmation in the first second does not count")
  func early() async throws {
    let (host, guest, link) = try await met()
    let most = MeetingTimes.reading - .milliseconds(1)
    guest.clock.pass(most)
    host.clock.pass(most)
    #expect(!guest.client.confirm())
    #expect(!host.server.confirm(link, with: try ticket()))
    guest.clock.pass(.milliseconds(1))
    host.clock.pass(.milliseconds(1))
    #expect(guest.client.confirm())
    #expect(host.server.confirm(link, with: try ticket()))
  }

  @Test(
    "P2 · A host that declines, or does not answer within a minute, gives nothing",
    arguments: [true, false])
  func declined(_ declines: Bool) async throws {
    let (host, guest, link) = try await met()
    guest.clock.pass(MeetingTimes.reading)
    #expect(guest.client.confirm())
    if declines { host.server.decline(link) } else { host.clock.pass(MeetingTimes.patience) }
    guard case .ended(let end, over: link)? = await host.events.next() else {
      Issue.record("the host still meets")
      return
    }
    #expect(end == (declines ? .left : .noAnswer))
    #expect(await guest.end() == .refused(declines ? .declined : .unknown))
    host.clock.pass(MeetingTimes.reading)
    #expect(!host.server.confirm(link, with: try ticket()))
  }

  @Test("An answer counts only for the meeting on the screen")
  func otherLink() async throws {
    let (host, guest, link) = try await met()
    guest.clock.pass(MeetingTimes.reading)
    host.clock.pass(MeetingTimes.reading)
    let other = LinkID(link.raw &+ 1)
    host.server.decline(other)
    #expect(!host.server.confirm(other, with: try ticket()))
    #expect(host.server.confirm(link, with: try ticket()))
  }

  @Test("P5 · A host closes a link from outside of its networks, and says nothing")
  func far() async throws {
    let host = try Host(folder, identity(1), isNear: false)
    let guest = try Guest(identity(2), at: host.address)
    guard case .fault? = await guest.end() else {
      Issue.record("the host answered")
      return
    }
    #expect(!host.server.confirm(LinkID(1), with: try ticket()))
  }

  @Test("A guest that leaves ends the meeting at its host")
  func left() async throws {
    let (host, guest, link) = try await met()
    guest.client.cancel()
    #expect(await guest.end() == .left)
    guard case .ended(.fault, over: link)? = await host.events.next() else {
      Issue.record("the host still meets")
      return
    }
  }

  @Test("P1 · A second guest is told that the host is busy, and gets no proof of its key")
  func busy() async throws {
    let (host, guest, _) = try await met()
    let second = try Guest(identity(3), at: host.address)
    #expect(await second.end() == .refused(.busy))
    guard case .busy(let partner)? = await host.events.next() else {
      Issue.record("the host shows nothing")
      return
    }
    #expect(partner.identityKey == (try identity(3)).publicKey)
    guest.clock.pass(MeetingTimes.reading)
    #expect(guest.client.confirm(), "the first meeting goes on")
  }

  @Test("P3 · After three failed meetings of one address, a fourth is refused for a minute")
  func tries() async throws {
    let host = try Host(folder, identity(1))
    for _ in 0..<MeetingTimes.failuresMax {
      let guest = try Guest(identity(2), at: host.address)
      guard case .met? = await guest.events.next(),
        case .met(_, let link, _)? = await host.events.next()
      else {
        Issue.record("refused too early")
        return
      }
      host.server.decline(link)
      #expect(await guest.end() == .refused(.declined))
      guard case .ended(.left, over: link)? = await host.events.next() else {
        Issue.record("the host still meets")
        return
      }
    }
    #expect(
      await (try Guest(identity(2), at: host.address)).end() == .refused(.tooManyAttempts))
    host.clock.pass(MeetingTimes.memory)
    let guest = try Guest(identity(2), at: host.address)
    guard case .met? = await guest.events.next() else {
      Issue.record("still refused")
      return
    }
  }

  @Test("P3 · A failed meeting does not count against another address")
  func sources() {
    var attempts = FailureThrottle(failuresMax: MeetingTimes.failuresMax)
    let counted = (0..<MeetingTimes.failuresMax).count { _ in attempts.failed(from: "192.0.2.1") }
    #expect(counted == MeetingTimes.failuresMax)
    #expect(attempts.isBarred("192.0.2.1"))
    #expect(!attempts.isBarred("192.0.2.2"))
  }

  @Test("P4 · A host shows nothing of a stranger that sends other bytes, and closes a silent link")
  func strangers() async throws {
    let host = try Host(folder, identity(1))
    let plain = Listener(UnixTransport())
    let link = plain.transport.dial(host.address)
    #expect(try await plain.next() == .opened(link, isDialled: true))
    #expect(plain.transport.send([0, 1, 2, 3], over: link))
    #expect(try await plain.next() == .received(SecurityError.malformed.message, over: link))
    #expect(try await plain.next() == .closed(link, nil))
    let silent = plain.transport.dial(host.address)
    #expect(try await plain.next() == .opened(silent, isDialled: true))
    var chance = SystemRandomNumberGenerator()
    let guest = try MeetingGuest(
      MeetingParticipant(try identity(2), name: [], role: .draw),
      chance: chance.bytes(MeetingParticipant.chanceLength))
    #expect(plain.transport.send(guest.request, over: silent))
    guard case .received(_, over: silent) = try await plain.next() else {
      Issue.record("no opening")
      return
    }
    host.clock.pass(SecureTransport.patience)
    guard case .received(_, over: silent) = try await plain.next() else {
      Issue.record("the link stays")
      return
    }
  }

  @Test("A run that meets another run of the same person gets no ticket")
  func ownKey() async throws {
    let host = try Host(folder, identity(1))
    let guest = try Guest(identity(1), at: host.address)
    #expect(await guest.end() == .refused(.malformed))
  }
}
