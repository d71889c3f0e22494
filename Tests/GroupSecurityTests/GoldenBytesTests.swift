import FrameTesting
import Testing

@testable import GroupSecurity

/// Other versions of Easel must be able to read these bytes, and this version theirs.
@Suite struct GoldenBytesTests {
  private let meeting: Meeting
  private let guest: MemberKeys

  init() throws {
    meeting = try Meeting()
    guest = try Meeting.keys(50)
  }

  @Test(
    "tickets, the handshake, introductions, frames, rulings and new keys have the bytes they always had"
  )
  func bytes() throws {
    try assertBytes(
      try tickets() + handshake() + meetingMessages() + members() + frames() + rulings())
  }

  private func tickets() throws -> [(String, [UInt8])] {
    let many = try meeting.epoch.ticket(
      to: .draw, at: ["desk:1", "[2001:db8::1]:7000", "ssh:ada@desk"])
    return [
      ("ticket.draw", Array(meeting.draw.text.utf8)),
      ("ticket.watch", Array(meeting.watch.text.utf8)),
      ("ticket.addresses", Array(try #require(many).text.utf8)),
    ]
  }

  /// A request has random parts: the admitting member must read the recorded one and answer with the recorded bytes.
  private func handshake() throws -> [(String, [UInt8])] {
    let responder = try meeting.responder()
    let hello = responder.hello
    let knocking = try HandshakeInitiator(ticket: meeting.draw, keys: guest, role: .draw)
    let fresh = try knocking.received(hello, greeting: [1, 2]).request
    let request = try recordedBytes("handshake.request") ?? fresh
    #expect(request.count == fresh.count)
    #expect(try meeting.responder().received(fresh).greeting == [1, 2])
    let knock = try responder.received(request)
    #expect(knock.greeting == [1, 2])
    #expect(knock.guest == (try meeting.epoch.memberCertificate(of: guest)))
    #expect(knock.version == Hello.versions[0])
    let welcome = try knock.welcome(greeting: [3])
    let ring = try RingMessageTests.ring()
    return [
      ("ring", ring.bytes), ("ring.early", try RingMessageTests.ring(session: nil).bytes),
      ("handshake.hello", hello), ("handshake.request", request),
      ("handshake.welcome", welcome), ("handshake.asking", HandshakeLimits.asking),
    ]
      + [
        SecurityError.wrongTicket, .mayNotDraw, .declined, .full, .malformed, .renewed,
        .tooManyAttempts, .busy, .unreleasedVersion, .unknown,
      ].map { ("handshake.refusal.\($0.code)", $0.message) }
      + RingAnswer.allCases.map { ("ring.answer.\($0)", $0.bytes) }
  }

  private func meetingMessages() throws -> [(String, [UInt8])] {
    var sides = try MeetingSides()
    let messages = try sides.meet().messages
    let yes = try #require(try sides.guest.confirm())
    _ = try sides.host.receive(yes)
    let ticket = MeetingSides.message(in: try sides.host.confirm(with: meeting.draw))
    // Proofs hold signatures, which have random parts; the tests of meetings read them.
    let names = ["request", "opening.host", "opening.guest"]
    #expect(messages.count == 5 && ticket != nil)
    return zip(names, messages).map { ("meeting.\($0)", $1) }
      + [
        ("meeting.yes", yes), ("meeting.ticket", ticket ?? []),
        ("nearby.mark", NearbyMark.bytes(of: sides.hostIdentity.publicKey, at: 1_000_000_000_000)),
      ]
  }

  private func members() throws -> [(String, [UInt8])] {
    let memberCertificate = try meeting.epoch.memberCertificate(of: guest)
    return [
      ("charter", meeting.epoch.epochCertificate.bytes), ("introduction", memberCertificate.bytes),
      ("introduction.sealed", try meeting.epoch.sealed(memberCertificate)),
    ]
  }

  /// Frame 1 is not signed; frame 32 is the first that is.
  private func frames() throws -> [(String, [UInt8])] {
    var sealer = try Sealer(epoch: meeting.epoch, keys: guest)
    return try [1, 32].map { (number: UInt64) in
      ("frame.\(number)", try sealer.seal([1, 2, 3], number: number, header: [4]).encoded)
    }
  }

  /// A rotation has random parts, too.
  private func rulings() throws -> [(String, [UInt8])] {
    let epoch = meeting.epoch
    let requests = try RulingRequest.ModerationAction.allCases.map { deed in
      (
        "ruling.\(deed.rawValue)",
        try RulingRequest.signed(deed, about: 7, by: meeting.hostKeys, in: epoch)
      )
    }
    let (next, fresh) = try epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
      staying: [(try epoch.memberCertificate(of: guest), .draw)],
      putOut: [try Meeting.keys(70).identity.publicKey])
    let rotation = try recordedBytes("rotation") ?? fresh.bytes
    #expect(rotation.count == fresh.bytes.count)
    for bytes in [rotation, fresh.bytes] {
      let read = try Rotation(bytes, after: epoch)
      #expect(read.putOut == [try Meeting.keys(70).identity.publicKey])
      #expect(try read.epoch(for: guest) == next)
    }
    let locked = (
      "ruling.5.sparing",
      try RulingRequest.signed(.lock, about: 0, sparing: [7, 8], by: meeting.hostKeys, in: epoch)
    )
    return requests + [locked, ("rotation", rotation), ("rotation.locked", try lockedRotation())]
  }

  /// A rotation that locks the call.
  private func lockedRotation() throws -> [UInt8] {
    let epoch = meeting.epoch
    let lock = CallLock(by: 7, people: [guest.identity.publicKey])
    let fresh = try epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
      staying: [(try epoch.memberCertificate(of: guest), .watch)], lock: lock
    ).rotation
    let recorded = try recordedBytes("rotation.locked") ?? fresh.bytes
    #expect(recorded.count == fresh.bytes.count)
    for bytes in [recorded, fresh.bytes] {
      #expect(try Rotation(bytes, after: epoch).lock == lock)
    }
    return recorded
  }
}
