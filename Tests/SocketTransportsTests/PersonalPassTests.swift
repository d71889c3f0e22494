import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Testing

@testable import GroupSecurity
@testable import SecureTransports
@testable import SocketTransports

/// A relay, and the person at its far end: the owner of an ssh key that may only join.
@Suite(.timeLimit(.minutes(60))) struct PersonalPassTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private struct Scene {
    let host: Guarded
    let relay: Guarded
    let upstream: Listener
  }

  /// A host, and a relay that is linked to it.
  private func scene(to role: Role = .draw, as name: String? = "Gil") async throws -> Scene {
    let host = try Guarded.host(folder)
    let relay = try Guarded(
      Membership(try Chance.keys(), ticket: try host.ticket(to: .draw)), in: folder,
      named: "relay", by: .grantsPass(ask: { _, _, give in give(.success(role)) }),
      calling: name.map { SafeText($0, limit: .name) })
    let upstream = Listener(SecureTransport(UnixTransport(), for: relay.membership))
    let link = upstream.transport.dial(host.address)
    while try await upstream.next() != .opened(link, isDialled: true) {}
    _ = try await host.next()
    return Scene(host: host, relay: relay, upstream: upstream)
  }

  private func guest(wishing role: Role = .draw) throws -> Guarded {
    try Guarded(
      Membership(try Chance.keys()), in: folder, named: "guest", by: .requestsTicket(role))
  }

  @Test("The owner of a relay's key comes in by the relay only, as what the relay allows")
  func onlyByTheRelay() async throws {
    for role in [Role.watch, .draw] {
      let scene = try await scene(to: role)
      let gil = try guest()
      _ = try await gil.enter(scene.relay)
      try await scene.host.membership.until { $0.hears(gil.membership) }
      // The relay tells each of the two about the other, in no order among the two.
      try await gil.membership.until { $0.hears(scene.host.membership) }
      #expect(gil.membership.role == role)
      #expect(scene.host.membership.mayDraw(gil.membership.member) == (role == .draw))
      #expect(scene.host.membership.opened(try gil.envelope(1, [1])) == [1])
      #expect(gil.membership.opened(try scene.host.envelope(32, [2])) == [2])
      // It dials the host's own address with all that it has.
      let elsewhere = Listener(SecureTransport(UnixTransport(), for: gil.membership))
      let link = elsewhere.transport.dial(scene.host.address)
      guard case .closed(link, let fault) = try await elsewhere.next() else {
        Issue.record("the host's own address lets it in")
        return
      }
      #expect(fault?.cause == .notAdmitted(.init(SecurityError.wrongTicket)))
      // It has no ticket to give away, and admits no guests itself.
      for role in [Role.watch, .draw] {
        #expect(try gil.membership.ticket(to: role, at: ["x"]) == nil)
      }
      #expect(!gil.membership.mayAdmit)
      let friend = try Guarded.guest(try scene.host.ticket(to: .watch), folder, "friend")
      #expect(
        try await friend.refusal(by: gil)?.cause == .notAdmitted(.init(SecurityError.mayNotDraw)))
    }
  }

  @Test("A relay hands out no ticket: no secret that it sends opens another door")
  func noTicket() async throws {
    let scene = try await scene()
    let keys = try Chance.keys()
    let plain = Listener(UnixTransport())
    let link = plain.transport.dial(scene.relay.address)
    #expect(try await plain.next() == .opened(link, isDialled: true))
    let wish = AdmissionWish(.draw, keys.identity.publicKey)
    #expect(plain.transport.send(wish.bytes, over: link))
    guard case .received(let bytes, _) = try await plain.next() else {
      Issue.record("no pass")
      return
    }
    let pass = try #require(PersonalPass(bytes))
    #expect(throws: TicketError.self) { try Ticket(String(decoding: bytes, as: UTF8.self)) }
    let epoch = try #require(scene.host.membership.state.withLock { $0.epochState?.epoch })
    let responder = try HandshakeResponder(
      epoch: epoch, keys: scene.host.membership.keys,
      nonce: Chance.bytes(HandshakeResponder.nonceLength))
    let hello = responder.hello
    #expect(throws: SecurityError.renewed) {
      try HandshakeInitiator(pass: pass, keys: keys).received(hello)
    }
    // Any 32 bytes of the answer, as the secret of either ticket.
    for start in 0...bytes.count - Secret.length {
      let secret = try #require(Secret(Array(bytes[start..<start + Secret.length])))
      for role in [Role.watch, .draw] {
        let ticket = try Ticket(
          addresses: ["x"], role: role, secret: secret, fingerprint: pass.call)
        #expect(throws: SecurityError.renewed) {
          try HandshakeInitiator(ticket: ticket, keys: keys, role: role).received(hello)
        }
      }
    }
  }

  @Test("A pass lets in only the person for which it was made, and once")
  func onePerson() async throws {
    let scene = try await scene()
    let (ann, eve) = (try Chance.keys(), try Chance.keys())
    let epoch = try #require(scene.relay.membership.state.withLock { $0.epochState?.epoch })
    let pass = try epoch.issuePass(
      to: .draw, for: ann.identity.publicKey, calling: nil
    ).pass
    func hello() throws -> HandshakeResponder {
      try HandshakeResponder(
        epoch: epoch, keys: scene.relay.membership.keys,
        nonce: Chance.bytes(HandshakeResponder.nonceLength), admitting: pass,
        of: ann.identity.publicKey)
    }
    #expect(throws: SecurityError.wrongTicket) {
      try HandshakeInitiator(pass: pass, keys: eve).received(try hello().hello)
    }
    // With the secret of the pass, and without the certificate.
    let watching = PersonalPass(
      role: .watch, secret: pass.secret, call: pass.call, signature: nil, name: nil)
    let door = try hello()
    let (request, _) = try HandshakeInitiator(pass: watching, keys: eve).received(door.hello)
    do throws(SecurityError) {
      _ = try door.received(request)
      Issue.record("another person comes in by the pass")
    } catch { #expect(error == .wrongTicket) }
    let right = try hello()
    let (asked, waiting) = try HandshakeInitiator(pass: pass, keys: ann).received(right.hello)
    let admission = try waiting.received(try right.received(asked).welcome())
    #expect(admission.epoch.isPersonal && admission.epoch.role == .draw)
    #expect(admission.epoch.wetKey == epoch.wetKey)
  }

  @Test("A change of keys gives no ticket either, whatever role the person has afterwards")
  func renewals() async throws {
    let scene = try await scene()
    let gil = try guest()
    _ = try await gil.enter(scene.relay)
    try await scene.host.membership.until { $0.hears(gil.membership) }
    let member = gil.membership.member
    let rulings: [[MemberID: Role]] = [[:], [member: .watch], [:], [member: .draw]]
    for (count, roles) in rulings.enumerated() {
      try scene.host.membership.renew(roles: roles)
      let number = UInt32(count) + 2
      try await gil.membership.until { $0.number == number }
      try await scene.host.membership.until { $0.hears(gil.membership) }
      let role = count == 1 || count == 2 ? Role.watch : .draw
      #expect(gil.membership.role == role)
      #expect(scene.host.membership.mayDraw(member) == (role == .draw))
      #expect(try gil.membership.ticket(to: .watch, at: ["x"]) == nil)
      #expect(scene.host.membership.opened(try gil.envelope(number.asNumber, [7])) == [7])
      let epoch = try #require(gil.membership.state.withLock { $0.epochState?.epoch })
      let theirs = try #require(scene.host.membership.state.withLock { $0.epochState?.epoch })
      #expect(epoch.isPersonal && epoch.viewSecret != theirs.viewSecret)
      #expect(epoch.pass.secret != theirs.viewSecret && epoch.pass.secret != theirs.pass.secret)
    }
  }

  @Test("A person that watches by a pass gets no ticket by posing as a watcher with one")
  func posing() async throws {
    let scene = try await scene(to: .watch)
    let gil = try guest()
    _ = try await gil.enter(scene.relay)
    try await scene.host.membership.until { $0.hears(gil.membership) }
    try scene.host.membership.renew()
    try await scene.relay.membership.until { $0.number == 2 }
    let epoch = try #require(scene.host.membership.state.withLock { $0.epochState?.epoch })
    let posed = try EpochCredential(
      epochCertificate: epoch.epochCertificate, role: .watch, secret: epoch.groupKey
    ).memberCertificate(of: gil.membership.keys)
    for membership in [scene.host.membership, scene.relay.membership] {
      #expect(throws: FrameRefusal.unvouched) {
        try membership.state.withLock { state throws(FrameRefusal) in
          _ = try state.epochState?.introduce(posed, by: nil)
        }
      }
    }
  }

  @Test("A person that was out of reach while keys changed comes back by a new pass")
  func cameBack() async throws {
    let scene = try await scene()
    let gil = try guest()
    let link = try await gil.enter(scene.relay)
    try await scene.host.membership.until { $0.hears(gil.membership) }
    gil.end.transport.close(link)
    for _ in 0..<2 { try scene.host.membership.renew() }
    try await scene.relay.membership.until { $0.number == 3 }
    let again = gil.end.transport.dial(scene.relay.address)
    while try await gil.next() != .opened(again, isDialled: true) {}
    try await scene.host.membership.until { $0.hears(gil.membership) }
    #expect(gil.membership.number == 3 && scene.host.membership.mayDraw(gil.membership.member))
    #expect(try gil.membership.ticket(to: .watch, at: ["x"]) == nil)
  }

  @Test("The person takes the name that the relay gives, and the relay insists on it")
  func named() async throws {
    for text in ["Gil Smith", "Ünal", "👩‍👩‍👧 and co", String(repeating: "界", count: 40)] {
      let name = SafeText(text, limit: .name)
      let scene = try await scene(as: text)
      let gil = try guest()
      _ = try await gil.enter(scene.relay)
      #expect(gil.membership.givenName == name)
      #expect(scene.relay.membership.name(givenTo: gil.membership.member) == name)
    }
  }
}

extension UInt32 {
  /// The number of an envelope that is signed, since a watcher's messages are.
  fileprivate var asNumber: UInt64 { UInt64(self) * Envelope.signedEvery }
}
