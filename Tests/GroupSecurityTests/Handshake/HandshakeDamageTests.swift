import Testing

@testable import GroupSecurity

struct HandshakeDamageTests {
  private let meeting: Meeting
  private let guest: HandshakeInitiator
  private let hello: [UInt8]
  private let request: [UInt8]
  private let waiting: HandshakeWaiting
  private let welcome: [UInt8]

  init() throws {
    meeting = try Meeting()
    guest = try HandshakeInitiator(ticket: meeting.draw, keys: try Meeting.keys(50), role: .draw)
    let responder = try meeting.responder()
    hello = responder.hello
    (request, waiting) = try guest.received(hello, greeting: [1, 2, 3])
    welcome = try responder.received(request).welcome(greeting: [4])
  }

  @Test("H7 · every message is refused with any byte changed")
  func flipped() throws {
    for bytes in hello.flips { #expect(refusal { try guest.received(bytes) } != nil) }
    for bytes in request.flips { #expect(refusal { try knock(bytes) } != nil) }
    for bytes in welcome.flips { #expect(refusal { try waiting.received(bytes) } != nil) }
  }

  /// The result of an admitting member that receives this request in answer to its hello.
  private func knock(_ request: [UInt8]) throws -> Request {
    try Request.open(
      request, by: meeting.hostKeys, epoch: meeting.epoch, hello: Hello.digest(of: hello),
      versions: Hello.versions
    ).request
  }

  @Test("H7 · every message is refused cut off anywhere")
  func cutOff() throws {
    for count in hello.indices {
      #expect(refusal { try guest.received(Array(hello.prefix(count))) } != nil)
    }
    for count in request.indices {
      #expect(refusal { try knock(Array(request.prefix(count))) } != nil)
    }
    for count in welcome.indices {
      #expect(refusal { try waiting.received(Array(welcome.prefix(count))) } != nil)
    }
  }

  @Test("H7 · any bytes are refused", arguments: 0..<10 as Range<UInt64>)
  func fuzz(seed: UInt64) throws {
    var chance = Chance(seed)
    for round in 0..<20 {
      let odd = chance.bytes(Int.random(in: 0...300, using: &chance))
      let isOdd = round % 3 == 0
      let first = isOdd ? odd : chance.mangled(hello)
      if first != hello { #expect(refusal { try guest.received(first) } != nil, "seed \(seed)") }
      let second = isOdd ? odd : chance.mangled(request)
      if second != request {
        #expect(refusal { try meeting.responder().received(second) } != nil, "seed \(seed)")
      }
      let third = isOdd ? odd : chance.mangled(welcome)
      if third != welcome {
        #expect(refusal { try waiting.received(third) } != nil, "seed \(seed)")
      }
    }
  }

  @Test("H7 · the inner messages may be any bytes too", arguments: 0..<10 as Range<UInt64>)
  func fuzzInside(seed: UInt64) throws {
    var chance = Chance(seed)
    let epochCertificate = meeting.epoch.epochCertificate
    let memberCertificate = try meeting.epoch.memberCertificate(of: try Meeting.keys(50))
    for _ in 0..<20 {
      let odd = chance.mangled(memberCertificate.bytes)
      if odd != memberCertificate.bytes {
        #expect(
          refusal { try MemberCertificate(odd, under: epochCertificate) } != nil, "seed \(seed)")
      }
      let oddCharter = chance.mangled(epochCertificate.bytes)
      if oddCharter != epochCertificate.bytes {
        #expect(refusal { try EpochCertificate(oddCharter) } != nil, "seed \(seed)")
      }
    }
  }

  @Test(
    "H9 · a later program's fields are bound in: both ends see the same, or the handshake fails")
  func unknownFields() throws {
    var later = FieldWriter()
    later.add(15, [1, 2, 3])
    later.add(16, 7)
    let (request, waiting) = try guest.received(hello + later.bytes)
    // The parts that are neither signed nor sealed must still be the same at both ends.
    #expect(refusal { try meeting.responder().received(request) } == .wrongTicket)
    #expect(refusal { try waiting.received(welcome) } == .malformed)
    let late = try meeting.responder().received(self.request + later.bytes).welcome()
    #expect(refusal { try self.waiting.received(late) } == .malformed)
    #expect(try self.waiting.received(welcome + later.bytes).greeting == [4])
    // Within what is signed they are kept and stay valid.
    var body = FieldWriter()
    body.add(1, meeting.host.publicKey)
    body.add(2, meeting.epoch.epochCertificate.writeKey)
    body.add(3, 1)
    var whole = FieldWriter()
    whole.add(1, body.bytes + later.bytes)
    whole.add(2, try meeting.host.sign("charter", body.bytes + later.bytes))
    let epochCertificate = try EpochCertificate(whole.bytes)
    #expect(epochCertificate.bytes == whole.bytes && epochCertificate.epoch == 1)
  }

  @Test("H10 · greetings of 2 KiB are taken, one byte more is refused; no message exceeds 4 KiB")
  func limits() throws {
    let most = [UInt8](repeating: 7, count: HandshakeLimits.greetingBytesMax)
    let (request, waiting) = try guest.received(hello, greeting: most)
    let knock = try meeting.responder().received(request)
    #expect(knock.greeting.count == most.count)
    let welcome = try knock.welcome(greeting: most)
    #expect(try waiting.received(welcome).greeting == most)
    #expect(refusal { try guest.received(hello, greeting: most + [7]) } == .malformed)
    #expect(
      refusal { try meeting.responder().received(request).welcome(greeting: most + [7]) }
        == .malformed)
    for message in [hello, request, welcome] {
      #expect(message.count <= HandshakeLimits.messageBytesMax)
    }
    let read = try Hello(hello, for: meeting.draw, epochMin: 1, versions: Hello.versions)
    let keys = try Meeting.keys(50)
    let (long, _) = try Request.sealed(
      by: keys, certificateBytes: try meeting.epoch.memberCertificate(of: keys).bytes, for: read,
      viewSecret: meeting.watch.secret, greeting: most + [7])
    #expect(refusal { try meeting.responder().received(long) } == .malformed)
  }

  @Test("H10 · a message of 4 KiB is read, one of a byte more is not looked at")
  func messageLimit() throws {
    func padded(_ message: [UInt8], to count: Int) -> [UInt8] {
      var padding = FieldWriter()
      padding.add(15, [UInt8](repeating: 0, count: count - message.count - 3))
      return message + padding.bytes
    }
    let limit = HandshakeLimits.messageBytesMax
    #expect(padded(hello, to: limit).count == limit)
    #expect(refusal { try guest.received(padded(hello, to: limit)) } == nil)
    #expect(refusal { try guest.received(padded(hello, to: limit + 1)) } == .malformed)
    #expect(refusal { try meeting.responder().received(padded(request, to: limit)) } == nil)
    #expect(
      refusal { try meeting.responder().received(padded(request, to: limit + 1)) } == .malformed)
    #expect(refusal { try waiting.received(padded(welcome, to: limit)) } == nil)
    #expect(refusal { try waiting.received(padded(welcome, to: limit + 1)) } == .malformed)
  }

  @Test("H10 · sixteen versions are read, and seventeen or none refused")
  func versionLimit() throws {
    let sixteen = [UInt8](1...16)
    #expect(refusal { try guest.received(try meeting.responder(versions: sixteen).hello) } == nil)
    for versions in [sixteen + [17], []] {
      let hello = try meeting.responder(versions: versions).hello
      #expect(refusal { try guest.received(hello) } == .malformed)
    }
  }
}
