import EaselTesting
import Testing

@testable import Trust

/// What a later version says to this one, and the other way round, must stay readable.
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
    try assertBytes(try tickets() + handshake() + members() + frames() + rulings())
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

  /// A request has chance in it: the recorded one has to be read as ever, and answered with the same bytes.
  private func handshake() throws -> [(String, [UInt8])] {
    let host = try meeting.hosting()
    let hello = host.hello
    let waiting = try HandshakeGuest(ticket: meeting.draw, keys: guest, role: .draw)
    let request =
      try recordedBytes("handshake.request")
      ?? waiting.received(hello, greeting: [1, 2]).request
    let knock = try host.received(request)
    #expect(knock.greeting == [1, 2])
    #expect(knock.guest == (try meeting.epoch.introduction(of: guest)))
    #expect(knock.version == 2)
    let welcome = try knock.welcome(greeting: [3])
    return [
      ("handshake.hello", hello), ("handshake.request", request),
      ("handshake.welcome", welcome), ("handshake.asking", Handshake.asking),
    ]
      + [
        Refusal.wrongTicket, .mayNotDraw, .declined, .full, .malformed, .renewed,
        .tooManyAttempts, .unknown,
      ].map { ("handshake.refusal.\($0.code)", $0.message) }
  }

  private func members() throws -> [(String, [UInt8])] {
    let introduction = try meeting.epoch.introduction(of: guest)
    return [
      ("charter", meeting.epoch.charter.bytes), ("introduction", introduction.bytes),
      ("introduction.sealed", try meeting.epoch.sealed(introduction)),
    ]
  }

  /// The first, and the first that is signed.
  private func frames() throws -> [(String, [UInt8])] {
    var sealer = try Sealer(epoch: meeting.epoch, keys: guest)
    return try [UInt64(1), 32].map { number in
      ("frame.\(number)", try sealer.seal([1, 2, 3], number: number, header: [4]).encoded)
    }
  }

  /// New keys have chance in them, too.
  private func rulings() throws -> [(String, [UInt8])] {
    let epoch = meeting.epoch
    let requests = try RulingRequest.Deed.allCases.map { deed in
      (
        "ruling.\(deed.rawValue)",
        try RulingRequest.signed(deed, about: 7, by: meeting.hostKeys, in: epoch)
      )
    }
    let rotation =
      try recordedBytes("rotation")
      ?? epoch.rotated(
        by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
        staying: [(try epoch.introduction(of: guest), .draw)],
        putOut: [try Meeting.keys(70).identity.publicKey]
      ).rotation.bytes
    let read = try Rotation(rotation, after: epoch)
    #expect(read.putOut == [try Meeting.keys(70).identity.publicKey])
    let next = try read.epoch(for: guest)
    #expect(next.number == 2 && next.role == .draw)
    #expect(next.groupKey == (try Meeting.secret(9)))
    return requests + [("rotation", rotation)]
  }
}
