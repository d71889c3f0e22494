import Testing

@testable import GroupSecurity

/// Members that were out of reach while keys were changed.
struct CatchUpTests {
  private let meeting: Meeting
  private let member: MemberKeys
  private let next: Epoch
  private let rotation: Rotation
  private let hello: [UInt8]

  init() throws {
    let meeting = try Meeting()
    self.meeting = meeting
    member = try Meeting.keys(50)
    // As large as they come, so that the answer takes several messages.
    let staying = try (0..<UInt8(100)).map { number in
      (try meeting.epoch.memberCertificate(of: try Meeting.keys(number)), Role.draw)
    }
    (next, rotation) = try meeting.epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
      staying: staying, putOut: [try Meeting.keys(150).identity.publicKey])
    hello =
      try HandshakeResponder(
        epoch: next, keys: meeting.hostKeys, nonce: [UInt8](repeating: 1, count: 16)
      ).hello
  }

  private func asking(_ keys: MemberKeys) throws -> CatchingUp {
    let guest = try HandshakeInitiator(epoch: meeting.epoch, keys: keys)
    #expect(refusal { try guest.received(hello) } == .renewed)
    return try #require(try guest.behind(hello))
  }

  private func answer(to question: [UInt8]) throws -> [[UInt8]] {
    try #require(KeyCatchUpRequest(question)).answer(
      with: rotation, from: meeting.epoch, after: hello)
  }

  @Test("C1 · a member that comes back is told of the new keys, in messages of 4 KiB, and knocks")
  func comesBack() throws {
    var asking = try asking(member)
    let messages = try answer(to: asking.question)
    #expect(
      messages.count > 1 && messages.allSatisfy { $0.count <= HandshakeLimits.messageBytesMax })
    var caughtUp: Rotation?
    for message in messages {
      #expect(caughtUp == nil)
      caughtUp = try asking.received(message)
    }
    let epoch = try #require(caughtUp).epoch(for: member)
    #expect(epoch == next)
    _ = try HandshakeInitiator(epoch: epoch, keys: member).received(hello)
  }

  @Test("C2 · a run that has no parcel in the rotation is told nothing of it, only why")
  func noParcel() throws {
    let putOut = try Meeting.keys(150)
    #expect(refusal { try answer(to: try asking(putOut).question) } == .putOut)
    let stranger = try Meeting.keys(160)
    #expect(refusal { try answer(to: try asking(stranger).question) } == .renewed)
    // Nor under the chance of a run that stays.
    for (identity, expected) in [
      (putOut.identity, SecurityError.putOut), (stranger.identity, .renewed),
    ] {
      let borrowed = try #require(
        MemberKeys(
          identity: identity, run: member.run,
          agreement: [UInt8](repeating: 9, count: MemberKeys.agreementLength)))
      #expect(refusal { try answer(to: try asking(borrowed).question) } == expected)
    }
  }

  @Test("C2 · no member asks as another: the question is signed, for one hello alone")
  func signed() throws {
    let own = try asking(member).question
    let (body, other) = (
      try FieldReader(own), try FieldReader(try asking(Meeting.keys(51)).question)
    )
    var mixed = FieldWriter()
    mixed.add(3, try body.number(3))
    mixed.add(4, try body.bytes(4))
    var forged = try other.bytes(5)
    forged[0] ^= 1
    mixed.add(5, forged)
    #expect(refusal { try answer(to: mixed.bytes) } == .wrongTicket)
    // A member with the old keys can seal anything, and signs with no other key than its own.
    var unsigned = FieldWriter()
    unsigned.add(3, try body.number(3))
    unsigned.add(4, try body.bytes(4))
    unsigned.add(
      5,
      try Sealing.seal(
        member.identity.publicKey + member.run
          + (try Meeting.keys(150).identity.sign(CatchUp.purpose, Hello.digest(of: hello))),
        under: CatchUp.askerKey(hello, meeting.epoch.groupKey), nonce: Sealing.nonce(0),
        proving: []))
    #expect(refusal { try answer(to: unsigned.bytes) } == .wrongTicket)
    var silent = FieldWriter()
    silent.add(3, try body.number(3))
    silent.add(4, try body.bytes(4))
    #expect(KeyCatchUpRequest(silent.bytes) == nil)
  }

  @Test("C3 · without a change no member is behind, nor towards another call")
  func notBehind() throws {
    let guest = try HandshakeInitiator(epoch: meeting.epoch, keys: member)
    #expect(try guest.behind(try meeting.responder().hello) == nil)
    #expect(try HandshakeInitiator(epoch: next, keys: member).behind(hello) == nil)
    let other = try HandshakeInitiator(epoch: try Meeting(2).epoch, keys: member)
    #expect(try other.behind(hello) == nil)
    let stranger = try HandshakeInitiator(ticket: meeting.draw, keys: member, role: .draw)
    #expect(try stranger.behind(hello) == nil, "an old ticket alone asks nothing")
    for count in [0, 1, 10, hello.count - 1] {
      #expect(try guest.behind(Array(hello.prefix(count))) == nil)
    }
  }

  @Test("C4 · a member of no such epoch, or a question for another hello, gets no answer")
  func strangers() throws {
    let question = try asking(member).question
    for flipped in question.flips {
      guard let read = KeyCatchUpRequest(flipped) else { continue }
      #expect(
        refusal { try read.answer(with: rotation, from: meeting.epoch, after: hello) }
          == .wrongTicket)
    }
    let again = try HandshakeResponder(
      epoch: next, keys: meeting.hostKeys, nonce: [UInt8](repeating: 2, count: 16))
    let read = try #require(KeyCatchUpRequest(question))
    let other = again.hello
    #expect(
      refusal { try read.answer(with: rotation, from: meeting.epoch, after: other) }
        == .wrongTicket)
    #expect(refusal { try read.answer(with: rotation, from: next, after: hello) } == .wrongTicket)
  }

  @Test("C5 · an answer that was changed, cut off, mixed up or goes on for ever is refused")
  func damage() throws {
    let fresh = try asking(member)
    let messages = try answer(to: fresh.question)
    for flipped in messages[0].flips {
      var asking = fresh
      #expect(refusal { try asking.received(flipped) } == .malformed)
    }
    for count in messages[0].indices {
      var asking = fresh
      #expect(refusal { try asking.received(Array(messages[0].prefix(count))) } == .malformed)
    }
    var asking = fresh
    #expect(refusal { try asking.received(messages[1]) } == .malformed)
    asking = fresh
    #expect(try asking.received(messages[0]) == nil)
    #expect(refusal { try asking.received(messages[0]) } == .malformed)
  }
}
