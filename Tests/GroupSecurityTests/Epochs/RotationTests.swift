import Testing

@testable import GroupSecurity

struct RotationTests {
  private let meeting: Meeting
  private let drawing: MemberKeys
  private let watching: MemberKeys
  private let leaving: MemberKeys
  private let next: Epoch
  private let rotation: Rotation

  /// Three people beside the host: one draws on, one watches on, one is put out.
  init() throws {
    meeting = try Meeting()
    drawing = try Meeting.keys(50)
    watching = try Meeting.keys(60)
    leaving = try Meeting.keys(70)
    let epoch = meeting.epoch
    (next, rotation) = try epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
      staying: [
        (try epoch.memberCertificate(of: drawing), .draw),
        (try epoch.memberCertificate(of: watching), .watch),
      ], putOut: [leaving.identity.publicKey])
  }

  private func read(_ bytes: [UInt8]) throws -> Rotation {
    try Rotation(bytes, after: meeting.epoch)
  }

  @Test("E1 · members that stay have the new keys, each as much as its role allows")
  func staying() throws {
    let read = try read(rotation.bytes)
    #expect(read.silenced == [watching.identity.publicKey])
    #expect(read.putOut == [leaving.identity.publicKey])
    #expect(
      read.epochCertificate == next.epochCertificate && next.number == 2
        && next.call == meeting.epoch.call)
    #expect(try read.epoch(for: drawing) == next)
    let watched = try read.epoch(for: watching)
    #expect(watched.role == .watch && watched.groupKey == next.groupKey)
    #expect(try watched.ticket(to: .draw, at: ["a:1"]) == nil)
    #expect(
      try watched.ticket(to: .watch, at: ["a:1"]) == next.ticket(to: .watch, at: ["a:1"]))
  }

  @Test("E9 · a host's stored keys open its epoch's messages, and none from before")
  func kept() throws {
    let rootKeys = try #require(
      CallRootKeys(chance: [UInt8](repeating: 3, count: CallRootKeys.chanceLength)))
    let (first, speaker) = (try rootKeys.epoch(), try Meeting.keys(50))
    let (second, rotation) = try rootKeys.renewal(
      of: first, chance: [UInt8](repeating: 4, count: CallRootKeys.renewalChanceLength),
      staying: [(try first.memberCertificate(of: speaker), .draw)], putOut: [])
    let renewed = try #require(CallRootKeys(rootKeys, in: second, lock: nil))
    var old = try Sealer(epoch: first, keys: speaker)
    var new = try Sealer(epoch: try rotation.epoch(for: speaker), keys: speaker)
    let (before, since) = (try old.seal([1]), try new.seal([2]))
    // As a thief reads it, long after.
    func read(_ bytes: [UInt8], _ frame: SealedFrame) throws -> [UInt8]? {
      let epoch = try #require(try CallRootKeys(bytes)?.epoch())
      var opener = Opener(epoch: epoch)
      try opener.introduce(try epoch.memberCertificate(of: speaker))
      return try? opener.open(frame).bytes
    }
    #expect(try read(rootKeys.bytes, before) == [1] && read(renewed.bytes, since) == [2])
    #expect(try read(rootKeys.bytes, since) == nil && read(renewed.bytes, before) == nil)
  }

  @Test("E2 · a removed member has no key, and with all old ones reads and says nothing")
  func putOut() throws {
    let read = try read(rotation.bytes)
    #expect(refusal { try read.epoch(for: leaving) } == .putOut)
    // The removed member's keys do not open another's parcel, nor do keys of another run of a
    // staying member.
    #expect(refusal { try read.epoch(for: try Meeting.keys(50, run: 1)) } == .renewed)
    let forged = try #require(
      MemberKeys(
        identity: drawing.identity, run: drawing.run,
        agreement: [UInt8](leaving.agreement.rawRepresentation)))
    #expect(refusal { try read.epoch(for: forged) } == .malformed)

    var sealer = try Sealer(epoch: next, keys: drawing)
    var left = Opener(epoch: meeting.epoch)
    #expect(throws: FrameRefusal.otherEpoch(2)) { try left.introduce(sealer.memberCertificate) }
    let frame = try sealer.seal([1])
    let oldKey = meeting.epoch.frameKey(of: sealer.memberCertificate)
    #expect(
      Sealing.open(
        frame.body, under: oldKey, nonce: Sealing.nonce(1),
        proving: FrameContext.header(epoch: 2, origin: frame.origin, number: 1, header: []))
        == nil)
    var opener = Opener(epoch: meeting.epoch)
    try opener.introduce(try meeting.epoch.memberCertificate(of: leaving))
    opener.rotate(to: next)
    var old = try Sealer(epoch: meeting.epoch, keys: leaving)
    #expect(throws: FrameRefusal.unknownOrigin) { try opener.open(try old.seal([1])) }
    // The removed member is not heard under its name either, and a staying member only by new keys.
    try opener.introduce(sealer.memberCertificate)
    var before = try Sealer(epoch: meeting.epoch, keys: drawing)
    #expect(throws: FrameRefusal.forged) { try opener.open(try before.seal([1])) }
    #expect(try opener.open(frame).bytes == [1])
    #expect(throws: FrameRefusal.otherEpoch(1)) { try opener.introduce(old.memberCertificate) }
    #expect(
      refusal { try MemberCertificate(old.memberCertificate.bytes, under: next.epochCertificate) }
        != nil)
  }

  @Test("E2 · old tickets are told as renewed, new ones let in")
  func tickets() throws {
    let responder = try HandshakeResponder(
      epoch: next, keys: meeting.hostKeys, nonce: [UInt8](repeating: 1, count: 16))
    for ticket in [meeting.draw, meeting.watch] {
      let guest = try HandshakeInitiator(ticket: ticket, keys: leaving, role: .watch)
      #expect(refusal { try guest.received(responder.hello) } == .renewed)
    }
    let ticket = try #require(try next.ticket(to: .draw, at: ["a:1"]))
    let guest = try HandshakeInitiator(ticket: ticket, keys: leaving, role: .draw, epochMin: 2)
    let (request, waiting) = try guest.received(responder.hello)
    #expect(try waiting.received(try responder.received(request).welcome()).epoch == next)
    // A removed member can still answer with its old keys; no member that knows the new epoch
    // listens.
    let stale = try HandshakeResponder(
      epoch: meeting.epoch, keys: leaving, nonce: [UInt8](repeating: 1, count: 16))
    let back = try HandshakeInitiator(
      ticket: meeting.draw, keys: drawing, role: .draw, epochMin: 2)
    #expect(refusal { try back.received(stale.hello) } == .oldEpoch)
  }

  @Test("E3 · members that stay go on: introduced anew, numbers going on")
  func goesOn() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = Opener(epoch: meeting.epoch)
    try opener.introduce(sealer.memberCertificate)
    _ = try opener.open(try sealer.seal([1]))
    try sealer.rotate(to: try rotation.epoch(for: drawing))
    opener.rotate(to: next)
    #expect(opener.memberCertificate(of: drawing.member) == nil)
    let frame = try sealer.seal([2])
    #expect(frame.number == 2)
    #expect(throws: FrameRefusal.unknownOrigin) { try opener.open(frame) }
    try opener.introduce(sealer.memberCertificate)
    #expect(try opener.open(frame).bytes == [2])
  }

  @Test("E3 · a drawer made a watcher can sign itself no certificate any more, and the other way")
  func demoted() throws {
    let (later, rotation) = try meeting.epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(18), groupKey: try Meeting.secret(19),
      staying: [
        (try meeting.epoch.memberCertificate(of: drawing), .watch),
        (try meeting.epoch.memberCertificate(of: watching), .draw),
      ], putOut: [])
    #expect(rotation.silenced == [drawing.identity.publicKey])
    let demoted = try rotation.epoch(for: drawing)
    #expect(try demoted.memberCertificate(of: drawing).role == .watch)
    #expect(try rotation.epoch(for: watching).memberCertificate(of: watching).role == .draw)
    #expect(
      refusal {
        try EpochCredential(
          epochCertificate: later.epochCertificate, role: .draw, secret: meeting.draw.secret)
      } == .wrongTicket)
  }

  @Test("E4 · only the host changes keys, and only onward")
  func authority() throws {
    let other = try Meeting(2)
    #expect(
      refusal {
        try meeting.epoch.rotated(
          by: other.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
          staying: [], putOut: [])
      } == .anotherHost)
    #expect(refusal { try Rotation(rotation.bytes, after: other.epoch) } == .anotherHost)
    #expect(refusal { try Rotation(rotation.bytes, after: next) } == .oldEpoch)
    let last = try Epoch.founded(
      by: meeting.host, number: .max, secret: try Meeting.secret(8),
      groupKey: try Meeting.secret(9))
    #expect(
      refusal {
        try last.rotated(
          by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
          staying: [], putOut: [])
      } == .full)
    // A drawer knows the ticket's secret, but signs with another key than the host's.
    var body = FieldWriter()
    body.add(1, next.epochCertificate.bytes)
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try drawing.identity.sign("rotation", body.bytes))
    #expect(refusal { try read(whole.bytes) } == .malformed)
  }

  @Test("E5 · a rotation with any byte changed, cut off anywhere or made up is refused")
  func damage() throws {
    let bytes = rotation.bytes
    for flipped in bytes.flips { #expect(refusal { try read(flipped) } != nil) }
    for count in bytes.indices { #expect(refusal { try read(Array(bytes.prefix(count))) } != nil) }
    var chance = Chance(4)
    for _ in 0..<100 {
      let odd = chance.mangled(bytes)
      if odd != bytes { #expect(refusal { try read(odd) } != nil) }
    }
  }

  @Test("E5 · any bytes that the host puts into a parcel are refused and never trap")
  func oddParcels() throws {
    var chance = Chance(5)
    let name = [UInt8](bigEndian: drawing.member)
    for count in [0, 1, 31, 32, 33, 47, 48, 49, 80, 113, 200] {
      var body = FieldWriter()
      body.add(1, next.epochCertificate.bytes)
      body.add(4, name + chance.bytes(count))
      var whole = FieldWriter()
      whole.add(1, body.bytes)
      whole.add(2, try meeting.host.sign("rotation", body.bytes))
      let odd = try read(whole.bytes)
      #expect(refusal { try odd.epoch(for: drawing) } == .malformed)
    }
  }

  @Test("E6 · 254 may stay and 254 go at once, and no more") func limits() throws {
    let member = try meeting.epoch.memberCertificate(of: drawing)
    func rotated(staying: Int, putOut: Int) -> SecurityError? {
      refusal {
        try meeting.epoch.rotated(
          by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
          staying: Array(repeating: (member, Role.draw), count: staying),
          putOut: Array(repeating: [UInt8](repeating: 1, count: 32), count: putOut))
      }
    }
    let most = Rotation.membersMax
    #expect(most == 254)
    #expect(rotated(staying: most, putOut: most) == nil)
    #expect(rotated(staying: most + 1, putOut: 0) == .malformed)
    #expect(rotated(staying: 0, putOut: most + 1) == .malformed)
  }

  @Test("E7 · all members accept the same of two changes at once, in either order")
  func atOnce() throws {
    let (other, competing) = try meeting.epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(18), groupKey: try Meeting.secret(19),
      staying: [(try meeting.epoch.memberCertificate(of: drawing), .draw)])
    let first = refusal { try Rotation(competing.bytes, after: next) }
    let second = refusal { try Rotation(rotation.bytes, after: other) }
    #expect((first == nil) != (second == nil), "both count, or neither does")
    #expect([first, second].contains(.oldEpoch))
  }
}
