import Testing

@testable import GroupSecurity

struct HandshakeTests {
  private let meeting: Meeting
  private let guest: MemberKeys

  init() throws {
    meeting = try Meeting()
    guest = try Meeting.keys(50)
  }

  @Test("H1 · a guest with a ticket is let in, and both sides know the same of each other")
  func admits() throws {
    for (ticket, role) in [
      (meeting.draw, Role.draw), (meeting.draw, .watch), (meeting.watch, .watch),
    ] {
      let knock = try meeting.admit(guest, with: ticket, to: role)
      let admission = knock.admission
      #expect(admission.epoch.groupKey == meeting.epoch.groupKey)
      #expect(admission.epoch.role == role && knock.guest.role == role)
      #expect(admission.epoch.call == meeting.epoch.call && admission.version == Hello.versions[0])
      #expect(
        knock.guest.member == guest.member
          && admission.admittingMember.member == meeting.hostKeys.member)
      #expect(knock.guest.identityKey == guest.identity.publicKey)
      #expect(
        knock.greeting == [1, 2] && admission.greeting == [3] && knock.version == Hello.versions[0])
    }
  }

  @Test("H1 · each member that may draw can let others in, with the same tickets as the host's")
  func anybodyAnswers() throws {
    let admission = try meeting.admit(guest, with: meeting.draw, to: .draw).admission
    let ticket = try #require(try admission.epoch.ticket(to: .draw, at: ["elsewhere:1"]))
    #expect(try ticket.at(["desk:1"]) == meeting.draw)
    let responder = try HandshakeResponder(
      epoch: admission.epoch, keys: guest, nonce: [UInt8](repeating: 9, count: 16))
    let third = try HandshakeInitiator(ticket: meeting.watch, keys: Meeting.keys(60), role: .watch)
    let (request, waiting) = try third.received(responder.hello)
    let letIn = try waiting.received(try responder.received(request).welcome())
    #expect(
      letIn.epoch.groupKey == meeting.epoch.groupKey && letIn.admittingMember.member == guest.member
    )
    let watching = try meeting.admit(guest, with: meeting.watch, to: .watch).admission.epoch
    #expect(try watching.ticket(to: .draw, at: ["a:1"]) == nil)
    #expect(try watching.ticket(to: .watch, at: ["desk:1"]) == meeting.watch)
    #expect(
      refusal {
        try HandshakeResponder(
          epoch: watching, keys: guest, nonce: [UInt8](repeating: 9, count: 16)
        )
        .hello
      }
        == .mayNotDraw)
  }

  @Test("H2 · versions: the highest that both speak, or an error with both lists")
  func versions() throws {
    let guest = try HandshakeInitiator(
      ticket: meeting.draw, keys: guest, role: .draw, epochMin: 1, versions: [1, 2, 4])
    let responder = try meeting.responder(versions: [1, 2, 3])
    let (request, waiting) = try guest.received(responder.hello)
    let knock = try responder.received(request)
    #expect(knock.version == 2)
    #expect(try waiting.received(try knock.welcome()).version == 2)
    let later = try meeting.responder(versions: [7, 9]).hello
    let refused = SecurityError.versions(theirs: [7, 9], ours: [1, 2, 4])
    #expect(refusal { try guest.received(later) } == refused)
    // A version that the admitting member did not offer.
    let (odd, _) = try guest.received(try meeting.responder(versions: [4]).hello)
    #expect(refusal { try meeting.responder(versions: [1]).received(odd) } != nil)
  }

  @Test("H3 · another host, another ticket, a renewed and a watching ticket are told apart")
  func refusals() throws {
    let hello = try meeting.responder().hello
    let other = try Meeting(2)
    func judged(_ ticket: Ticket, epochMin: UInt32 = 1) -> SecurityError? {
      refusal {
        try HandshakeInitiator(ticket: ticket, keys: guest, role: .watch, epochMin: epochMin)
          .received(hello)
      }
    }
    #expect(judged(other.draw) == .anotherHost)
    #expect(judged(try Meeting(1, number: 2).draw) == .renewed)
    #expect(judged(try Meeting(1, number: 2).watch) == .renewed)
    #expect(judged(meeting.watch, epochMin: 2) == .oldEpoch)
    #expect(judged(meeting.watch) == nil)
    #expect(
      refusal { try HandshakeInitiator(ticket: meeting.watch, keys: guest, role: .draw) }
        == .mayNotDraw
    )
  }

  @Test("H4 · a view ticket in a draw ticket's clothes does not draw")
  func dressedUp() throws {
    let forged = try Ticket(
      addresses: ["a:1"], role: .draw, secret: meeting.watch.secret,
      fingerprint: meeting.watch.fingerprint)
    let hello = try meeting.responder().hello
    #expect(
      refusal { try HandshakeInitiator(ticket: forged, keys: guest, role: .draw).received(hello) }
        == .renewed)
    // A patched program leaves such checks out and signs a certificate with a key of its own.
    let epochCertificate = meeting.epoch.epochCertificate
    let own = try EpochCertificate.signed(
      by: try #require(Identity(seed: [UInt8](repeating: 1, count: 32))),
      writeKey: guest.identity.publicKey, epoch: 1)
    let certificate = try Certificate.sign(
      guest.identity.publicKey, with: guest.identity, under: own)
    let read = try Hello(hello, for: meeting.watch, epochMin: 1, versions: Hello.versions)
    let memberCertificate = try certificateUnchecked(
      guest, certificate.signature, epochCertificate)
    let (request, _) = try Request.sealed(
      by: guest, certificateBytes: memberCertificate, for: read, viewSecret: meeting.watch.secret,
      greeting: [])
    #expect(refusal { try meeting.responder().received(request) } == .mayNotDraw)
    #expect(
      refusal { try MemberCertificate(memberCertificate, under: epochCertificate) } == .mayNotDraw)
  }

  @Test("H4 · the certificate of another member, call or epoch is refused")
  func borrowed() throws {
    let epochCertificate = meeting.epoch.epochCertificate
    let theirs = try #require(try meeting.epoch.memberCertificate(of: meeting.hostKeys).certificate)
    let elsewhere = try #require(try Meeting(2).epoch.memberCertificate(of: guest).certificate)
    let later = try #require(
      try Meeting(1, number: 2).epoch.memberCertificate(of: guest).certificate)
    for certificate in [theirs, elsewhere, later] {
      let bytes = try certificateUnchecked(guest, certificate.signature, epochCertificate)
      #expect(refusal { try MemberCertificate(bytes, under: epochCertificate) } == .mayNotDraw)
      #expect(
        Certificate(
          identityKey: guest.identity.publicKey, signature: certificate.signature,
          under: epochCertificate)
          == nil)
    }
  }

  @Test("H4 · a watcher lets no guest in, whatever its program does")
  func watcherAnswers() throws {
    let watching = try Meeting.keys(60)
    let epoch = try meeting.admit(watching, with: meeting.watch, to: .watch).admission.epoch
    let chance = [UInt8](repeating: 9, count: 16)
    #expect(
      refusal { try HandshakeResponder(epoch: epoch, keys: watching, nonce: chance) } == .mayNotDraw
    )
    let hello = try Hello.encoded(
      epoch: epoch, keys: watching, nonce: chance, versions: Hello.versions)
    for ticket in [meeting.draw, meeting.watch] {
      let guest = try HandshakeInitiator(ticket: ticket, keys: guest, role: .watch)
      #expect(refusal { try guest.received(hello) } == .malformed)
    }
  }

  @Test("H4 · no guest knocks as another")
  func anothersIntroduction() throws {
    let victim = try meeting.epoch.memberCertificate(of: try Meeting.keys(60))
    let read = try Hello(
      try meeting.responder().hello, for: meeting.draw, epochMin: 1, versions: Hello.versions)
    let (request, _) = try Request.sealed(
      by: guest, certificateBytes: victim.bytes, for: read, viewSecret: meeting.watch.secret,
      greeting: [])
    #expect(refusal { try meeting.responder().received(request) } == .malformed)
  }

  @Test("H5 · a request that was recorded opens nothing a second time")
  func replay() throws {
    let drawing = try HandshakeInitiator(ticket: meeting.draw, keys: guest, role: .draw)
    let (request, waiting) = try drawing.received(try meeting.responder(nonce: 5).hello)
    let welcome = try meeting.responder(nonce: 5).received(request).welcome()
    #expect(refusal { try meeting.responder(nonce: 6).received(request) } == .wrongTicket)
    // Nor does a recorded welcome answer another knock.
    let (_, again) = try drawing.received(try meeting.responder(nonce: 5).hello)
    #expect(refusal { try again.received(welcome) } == .malformed)
    #expect(try waiting.received(welcome).epoch.groupKey == meeting.epoch.groupKey)
  }

  @Test("H6 · the error with which a member refuses a guest reaches the guest as its sentence")
  func everyRefusal() throws {
    let (_, waiting) = try HandshakeInitiator(ticket: meeting.draw, keys: guest, role: .draw)
      .received(try meeting.responder().hello)
    // By the numbers that the page on messages gives them, from 1 on.
    let refusals: [SecurityError] = [
      .wrongTicket, .mayNotDraw, .declined, .full, .malformed, .renewed, .tooManyAttempts,
      .busy, .putOut, .unreleasedVersion,
    ]
    for (index, refused) in refusals.enumerated() {
      #expect(refused.message == [2 << 3, UInt8(index + 1)])
      #expect(refusal { try waiting.received(refused.message) } == refused)
    }
    for number: UInt8 in [0, UInt8(refusals.count + 1), 99] {
      #expect(refusal { try waiting.received([2 << 3, number]) } == .unknown)
    }
  }

  @Test("H8 · printing what takes part in it gives no secret away")
  func silent() throws {
    let admission = try meeting.admit(guest, with: meeting.draw, to: .draw).admission
    let secrets = [
      meeting.draw.secret.bytes, meeting.watch.secret.bytes, admission.epoch.groupKey.bytes,
    ]
    var texts = ["\(meeting.epoch)", "\(guest)", "\(admission)"]
    for value in [admission.epoch, guest, admission] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      texts.append(dumped)
    }
    for text in texts {
      for secret in secrets {
        #expect(!text.contains("\(secret[0]), \(secret[1]), \(secret[2]), \(secret[3])"))
        #expect(!text.contains(Base64URL.text(secret).prefix(12)))
      }
    }
  }

  /// As a program would write it that leaves every check out.
  private func certificateUnchecked(
    _ keys: MemberKeys, _ certificate: [UInt8], _ epochCertificate: EpochCertificate
  ) throws -> [UInt8] {
    var body = FieldWriter()
    body.add(1, keys.identity.publicKey)
    body.add(2, keys.run)
    body.add(3, Array(keys.agreement.publicKey.rawRepresentation))
    body.add(4, certificate)
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try keys.identity.sign("introduction", epochCertificate.context(body.bytes)))
    return whole.bytes
  }
}
