import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import GroupTesting
import Synchronization
import Testing

@testable import SecureTransports
@testable import SocketTransports

/// The admission of guests at real sockets.
@Suite(.timeLimit(.minutes(60))) struct SecureTransportTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("the tests' random keys differ") func strangers() {
    let seeds = (0..<1_000).map { _ in Chance.bytes(Identity.seedLength) }
    #expect(Set(seeds).count == seeds.count)
  }

  private func contract() throws -> TransportContract {
    let (folder, numbers, rootKeys) = (folder, Numbers(), try Chance.rootKeys())
    return TransportContract(nowhere: "unix://\(folder.path)/nowhere") {
      let socket = UnixTransport()
      try socket.listen(at: "unix://\(folder.path)/\(numbers.next())")
      return SecureTransport(
        socket, for: try Membership(try Chance.keys(), rootKeys: rootKeys))
    }
  }

  @Test(
    "the transport keeps the contract",
    arguments: TransportContract.Law.allCases.filter { $0 != .sharesWaiting })
  func keeps(_ law: TransportContract.Law) async throws { try await contract().check(law) }

  @Test("with a draw ticket one may draw, with a view ticket one watches, and both sides know")
  func rights() async throws {
    let host = try Guarded.host(folder)
    // The test keeps the guests, since a guest that is released leaves.
    var guests: [Guarded] = []
    for role in [Role.draw, .watch] {
      let guest = try Guarded.guest(try host.ticket(to: role), folder, "\(role)")
      guests.append(guest)
      _ = try await guest.enter(host)
      guard case .opened(_, isDialled: false) = try await host.next() else {
        Issue.record("the host hears of nobody")
        return
      }
      #expect(guest.membership.role == role)
      for membership in [guest.membership, host.membership] {
        #expect(membership.mayDraw(guest.membership.member) == (role == .draw))
        #expect(membership.mayDraw(host.membership.member))
      }
      let drawing = try guest.membership.ticket(to: .draw, at: ["x"])
      #expect((drawing == nil) == (role == .watch), "a ticket leads to more than its holder has")
    }
  }

  @Test("a guest proved by its transport gets the ticket it asks for, and no more than is granted")
  func wishes() async throws {
    for (index, (given, wish)) in [(Role.draw, Role.watch), (.draw, .draw), (.watch, .draw)]
      .enumerated()
    {
      let heard = Mutex<[Role]>([])
      let host = try Guarded(
        Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder,
        named: "host\(index)",
        by: .grantsTicket(ask: { _, wish, give in
          heard.withLock { $0.append(wish) }
          give(.success(given))
        }))
      let guest = try Guarded(
        Membership(try Chance.keys()), in: folder, named: "guest\(index)", by: .requestsTicket(wish)
      )
      _ = try await guest.enter(host)
      #expect(heard.withLock(\.self) == [wish])
      #expect(guest.membership.role == min(given, wish))
      #expect(host.membership.mayDraw(guest.membership.member) == (min(given, wish) == .draw))
    }
  }

  @Test("a guest that asked to watch only watches, even with a draw ticket")
  func modesty() async throws {
    let host = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let plain = UnixTransport()
    let address = "unix://\(folder.path)/plain"
    try plain.listen(at: address)
    let end = Listener(plain)
    let guest = try Guarded(
      Membership(try Chance.keys()), in: folder, named: "guest", by: .requestsTicket(.watch))
    _ = guest.end.transport.dial(address)
    guard let door = try host.responder(nonce: Chance.bytes(HandshakeResponder.nonceLength)) else {
      Issue.record("nobody opens")
      return
    }
    let ticket = try #require(try host.ticket(to: .draw, at: ["here"]))
    func said() async throws -> (bytes: [UInt8], link: LinkID) {
      while true {
        if case .received(let bytes, let link) = try await end.next() { return (bytes, link) }
      }
    }
    let (wish, link) = try await said()
    #expect(AdmissionWish(wish)?.role == .watch)
    #expect(end.transport.send(Array(ticket.text.utf8), over: link))
    #expect(end.transport.send(door.hello, over: link))
    let knock = try door.received(try await said().bytes)
    #expect(knock.guest.role == .watch && guest.membership.role == .watch)
  }

  @Test("a ticket of another call, one with another secret and none at all open no door")
  func wrongTickets() async throws {
    let (host, other) = (try Guarded.host(folder), try Guarded.host(folder, "other"))
    let (right, wrong) = (try host.ticket(to: .draw), try other.ticket(to: .draw))
    let changed = try Ticket(
      addresses: [host.address], role: .draw, secret: wrong.secret,
      fingerprint: right.fingerprint)
    let risen = try Ticket(
      addresses: [host.address], role: .draw, secret: right.watching.secret,
      fingerprint: right.fingerprint)
    for (index, ticket) in [wrong, changed, risen].enumerated() {
      let guest = try Guarded.guest(ticket, folder, "guest\(index)")
      let fault = try await guest.refusal(by: host)
      guard case .notAdmitted? = fault?.cause else {
        Issue.record("ticket \(index): \(fault.map { "\($0)" } ?? "no reason")")
        continue
      }
      #expect(fault?.address == host.address)
    }
    let stranger = try Guarded(Membership(try Chance.keys()), in: folder, named: "stranger")
    guard case .notAdmitted? = try await stranger.refusal(by: host)?.cause else {
      Issue.record("one without a ticket is not told so")
      return
    }
  }

  @Test("a watcher lets no guest in")
  func watcherAsHost() async throws {
    let host = try Guarded.host(folder)
    let watcher = try Guarded.guest(try host.ticket(to: .watch), folder, "watcher")
    _ = try await watcher.enter(host)
    let guest = try Guarded.guest(try host.ticket(to: .watch), folder, "guest")
    guard case .notAdmitted? = try await guest.refusal(by: watcher)?.cause else {
      Issue.record("a watcher let somebody in")
      return
    }
  }

  @Test("a neighbour without a hello is not heard, and is turned away in time")
  func silence() async throws {
    let clock = ManualDelay()
    let host = try Guarded.host(folder) { clock.add($0, $1) }
    let plain = Listener(UnixTransport())
    let link = plain.transport.dial(host.address)
    #expect(try await plain.next() == .opened(link, isDialled: true))
    guard case .received = try await plain.next() else {
      Issue.record("the host says no hello")
      return
    }
    clock.pass(SecureTransport.patience)
    guard case .closed = try await plain.next() else {
      Issue.record("it may stand at the door for ever")
      return
    }
  }

  @Test("a first message that is no request is answered “unreadable”, and its link is closed")
  func nonsense() async throws {
    let host = try Guarded.host(folder)
    let plain = Listener(UnixTransport())
    for bytes in [
      [0], [1, 2, 3], [UInt8](repeating: 7, count: HandshakeLimits.messageBytesMax + 1),
    ] {
      let link = plain.transport.dial(host.address)
      #expect(try await plain.next() == .opened(link, isDialled: true))
      _ = try await plain.next()
      #expect(plain.transport.send(bytes, over: link))
      #expect(try await plain.next() == .received(SecurityError.malformed.message, over: link))
      #expect(try await plain.next() == .closed(link, nil))
    }
  }

  @Test(
    "a user has eight places at the door; if all have spoken, the next must come again")
  func crowd() async throws {
    let host = try Guarded(
      Membership(try Chance.keys(), rootKeys: try Chance.rootKeys()), in: folder, named: "host",
      by: .grantsTicket(ask: { _, _, _ in }))
    let plain = Listener(UnixTransport())
    func dial() async throws -> LinkID {
      let link = plain.transport.dial(host.address)
      #expect(try await plain.next() == .opened(link, isDialled: true))
      return link
    }
    var links: [LinkID] = []
    for _ in 0..<PendingLinks.countMaxOfSource {
      links.append(try await dial())
      #expect(plain.transport.send(AdmissionWish(.draw).bytes, over: links[links.count - 1]))
    }
    // A guest whose wish was not heard yet gives way to the next, so the next wishes as well.
    while true {
      let late = try await dial()
      _ = plain.transport.send(AdmissionWish(.draw).bytes, over: late)
      guard case .received(SecurityError.busy.message, let refused) = try await plain.next() else {
        Issue.record("neither the next nor another was refused")
        return
      }
      #expect(try await plain.next() == .closed(refused, nil))
      if refused == late { return }
    }
  }

  @Test("a guest opens another guest's envelope, once, though that guest never let it in")
  func memberCertificates() async throws {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    let bob = try Guarded.guest(try host.ticket(to: .watch), folder, "bob")
    _ = try await ann.enter(host)
    guard case .opened(let toAnn, _) = try await host.next() else { return }
    _ = try await bob.enter(host)
    guard case .opened(let toBob, _) = try await host.next() else { return }
    // Before either is told anything else, each is told of the other.
    for (guest, link) in [(ann, toAnn), (bob, toBob)] {
      #expect(host.end.transport.send([0, 1], over: link))
      guard case .received([0, 1], _) = try await guest.next() else {
        Issue.record("what neighbours say does not arrive")
        return
      }
    }
    let said = try ann.envelope(1, [1, 2, 3])
    #expect(bob.membership.opened(said) == [1, 2, 3])
    #expect(bob.membership.opened(said) == nil, "the same is heard twice")
    #expect(host.membership.opened(said) == [1, 2, 3])
    let watched = try bob.envelope(1, [4])
    #expect(ann.membership.opened(watched) == [4])
    #expect(!ann.membership.mayDraw(bob.membership.member))
  }

  @Test("an envelope to others than its origin named, or by another number, is none")
  func changedEnvelopes() async throws {
    let host = try Guarded.host(folder)
    let ann = try Guarded.guest(try host.ticket(to: .draw), folder, "ann")
    _ = try await ann.enter(host)
    let said = try ann.envelope(7, [1])
    let others: [Envelope] = [
      Envelope(origin: said.origin, number: 8, to: said.to, body: said.body),
      Envelope(origin: said.origin, number: 7, to: .only([MemberID(1)]), body: said.body),
      Envelope(origin: said.origin, number: 7, to: .only([]), body: said.body),
      Envelope(origin: host.membership.member, number: 7, to: said.to, body: said.body),
    ]
    for other in others { #expect(host.membership.opened(other) == nil) }
    for index in said.body.indices {
      var body = said.body
      body[index] ^= 1
      #expect(host.membership.opened(said.travelling(as: body)) == nil, "byte \(index)")
    }
    #expect(host.membership.opened(said) == [1])
  }
}

/// A clock that only a test moves.
final class ManualDelay: Sendable {
  private struct Due {
    let at: Duration
    let act: @Sendable () -> Void
  }

  private let state = Mutex((now: Duration.zero, due: [Due]()))

  func add(_ time: Duration, _ act: @escaping @Sendable () -> Void) {
    state.withLock { $0.due.append(Due(at: $0.now + time, act: act)) }
  }

  func pass(_ time: Duration) {
    let ripe = state.withLock { state in
      state.now += time
      let now = state.now
      defer { state.due.removeAll { $0.at <= now } }
      return state.due.filter { $0.at <= now }
    }
    for one in ripe { one.act() }
  }
}

extension TransportEvent {
  fileprivate var isOpening: Bool { if case .opened = self { true } else { false } }
}
