import EaselBase
import GroupBase
import GroupCore
import GroupWire
import Testing

/// N and N+1 of all that a call's messages may hold.
@Suite struct CallLimitTests {
  private func members(_ count: Int) -> [MemberID] { (0..<UInt64(count)).map { MemberID($0) } }

  private func envelope(to: EnvelopeDestination) -> [UInt8] {
    LinkMessage.envelope(Envelope(origin: MemberID(1), number: 1, to: to, body: [])).encoded()
  }

  private func fault(_ read: () throws -> Void) -> WireError? {
    do {
      try read()
      return nil
    } catch {
      return error as? WireError
    }
  }

  @Test("B3 · paths and destinations")
  func links() {
    for make in [{ LinkMessage.hello(MemberID(1), path: $0) }, { LinkMessage.path($0) }] {
      // A path one longer than allowed is left to the router, which says why it refuses it.
      let (full, over) = (make(members(Router.pathMax + 1)), make(members(Router.pathMax + 2)))
      #expect(fault { _ = try LinkMessage(decoding: full.encoded()) } == nil)
      #expect(fault { _ = try LinkMessage(decoding: over.encoded()) }?.fault == .tooMany)
    }
    let most = EnvelopeDestination.membersMax
    #expect(
      fault { _ = try LinkMessage(decoding: envelope(to: .only(members(most)))) } == nil)
    #expect(
      fault { _ = try LinkMessage(decoding: envelope(to: .only(members(most + 1)))) }?.fault
        == .tooMany)
    let twice = EnvelopeDestination.only([MemberID(1), MemberID(1)])
    #expect(fault { _ = try LinkMessage(decoding: envelope(to: twice)) }?.fault == .malformed)
  }

  @Test("F2 · a piece to as many readers as there may be fits into a frame")
  func frames() {
    let all = EnvelopeDestination.only(
      (0..<UInt64(EnvelopeDestination.membersMax)).map { MemberID(.max - 2_000 + $0) })
    let item = StreamItem(
      number: .max, to: all, previous: .max,
      exceptions: members(EnvelopeDestination.membersMax).map { .init($0, previous: .max) },
      content: [UInt8](repeating: 1, count: Piece.bytesMax), isContinued: true)
    let piece = Piece(
      message: .max, index: 1, count: 3, bytes: [UInt8](repeating: 1, count: Piece.bytesMax))
    let name = String(repeating: "n", count: SessionMessage.nameBytesMax)
    let whole = ParticipantMessage(
      join: .max, name: name, bytes: [UInt8](repeating: 1, count: Piece.bytesMax))
    for message in [CallMessage.item(item), .piece(piece), .passing(whole)] {
      let envelope = Envelope(
        origin: MemberID(.max), number: .max, to: all, body: message.encoded())
      // With what seals it.
      #expect(LinkMessage.envelope(envelope).encoded().count + 64 <= 64 * 1_024)
    }
  }

  @Test("B3 · pieces")
  func pieces() {
    func piece(_ index: Int, _ count: Int, _ bytes: Int) -> WireError.Fault? {
      let piece = Piece(
        message: 1, index: index, count: count, bytes: [UInt8](repeating: 1, count: bytes))
      return fault { _ = try CallMessage(decoding: CallMessage.piece(piece).encoded()) }?.fault
    }
    let last = Piece.countMax - 1
    #expect(piece(last, Piece.countMax, Piece.bytesMax) == nil)
    #expect(piece(last, Piece.countMax + 1, 1) == .tooMany)
    #expect(piece(last, Piece.countMax, Piece.bytesMax + 1) == .tooMany)
    #expect(piece(2, 2, 1) == .outOfRange && piece(0, 0, 1) == .outOfRange)
  }

  @Test("B3 · messages in one envelope: at least two, none of them several itself")
  func batches() {
    let beat = CallMessage.beat(version: 1).encoded()
    func batch(_ parts: [[UInt8]]) -> WireError.Fault? {
      fault { _ = try CallMessage.all(decoding: WireCoding.call.batch(parts)) }?.fault
    }
    func batch(of count: Int) -> WireError.Fault? { batch(Array(repeating: beat, count: count)) }
    #expect(batch(of: 2) == nil && batch(of: MessageBatch.partsMax) == nil)
    #expect(batch(of: MessageBatch.partsMax + 1) == .tooMany)
    #expect(batch(of: 1) == .malformed && batch(of: 0) == .malformed)
    #expect(batch([beat, WireCoding.call.batch([beat, beat])]) == .malformed)
    #expect(batch([beat, [0]]) == .malformed)
    // A newer version's message in a batch is passed over.
    #expect(batch([beat, [0xC2, 0x0C, 2, 1, 2], []]) == nil)
    #expect(WireCoding.call.decode(WireCoding.call.batch([beat, []])) == [.beat(version: 1)])
    // A length that lies.
    #expect(fault { _ = try CallMessage.all(decoding: [0, 1, 8, 200, 1, 8]) }?.fault == .malformed)
    #expect(
      fault { _ = try CallMessage.all(decoding: [0] + [UInt8](repeating: 255, count: 9) + [1]) }?
        .fault == .malformed)
  }

  @Test("B3 · streams and acknowledgements")
  func streams() {
    func item(_ count: Int) -> [UInt8] {
      let exceptions = members(count).map { StreamItem.Exception($0, previous: 0) }
      let item = StreamItem(
        number: 1, to: .everyone, previous: 0, exceptions: exceptions, content: [])
      return CallMessage.item(item).encoded()
    }
    func held(_ count: Int) -> [UInt8] {
      CallMessage.acknowledgement(.init(upTo: 0, held: Array(1...UInt64(count)))).encoded()
    }
    #expect(fault { _ = try CallMessage(decoding: item(EnvelopeDestination.membersMax)) } == nil)
    #expect(
      fault { _ = try CallMessage(decoding: item(EnvelopeDestination.membersMax + 1)) }?.fault
        == .tooMany)
    #expect(fault { _ = try CallMessage(decoding: held(Acknowledgement.heldMax)) } == nil)
    #expect(
      fault { _ = try CallMessage(decoding: held(Acknowledgement.heldMax + 1)) }?.fault == .tooMany)
  }

  @Test("B3 · names of messages")
  func names() {
    func message(_ count: Int) -> ParticipantMessage {
      ParticipantMessage(join: 1, name: String(repeating: "é", count: count / 2), bytes: [])
    }
    let (full, over) = (message(SessionMessage.nameBytesMax), message(258))
    #expect(fault { _ = try CallMessage(decoding: CallMessage.passing(full).encoded()) } == nil)
    #expect(
      fault { _ = try ReliablePayload(decoding: ReliablePayload.message(full).encoded()) } == nil)
    #expect(
      fault { _ = try CallMessage(decoding: CallMessage.passing(over).encoded()) }?.fault
        == .tooMany)
    #expect(
      fault { _ = try ReliablePayload(decoding: ReliablePayload.message(over).encoded()) }?.fault
        == .tooMany)
    for (message, expected) in [(full, nil), (over, WireError.Fault.tooMany)] {
      let bytes = ReliablePayload.earlierMessage(message, age: .max).encoded()
      #expect(fault { _ = try ReliablePayload(decoding: bytes) }?.fault == expected)
    }
  }

  @Test("B4 · a program that does not know the kind of a display reads a relay")
  func kinds() throws {
    func bytes(_ kind: MemberProfile.Kind) -> [UInt8] {
      ReliablePayload.announcement(Announcement(version: 1, profile: MemberProfile(kind: kind)))
        .encoded()
    }
    func kind(_ bytes: [UInt8]) throws -> MemberProfile.Kind? {
      guard case .announcement(let read) = try ReliablePayload(decoding: bytes) else { return nil }
      return read.profile.kind
    }
    for known in [MemberProfile.Kind.person, .relay, .display] {
      #expect(try kind(bytes(known)) == known)
    }
    // The kinds differ in the last byte only: the number of the kind. An older program treats the
    // number 2 as this one treats the number 3.
    #expect(bytes(.relay).last == 1 && bytes(.display) == bytes(.relay).dropLast() + [2])
    #expect(try kind(bytes(.relay).dropLast() + [3]) == .relay)
  }

  @Test("B3 · announcements: seats, joins, sessions and what these hold")
  func announcements() {
    func fault(_ change: (inout Announcement) -> Void) -> WireError? {
      var announcement = Announcement(version: 1, profile: MemberProfile())
      change(&announcement)
      let bytes = ReliablePayload.announcement(announcement).encoded()
      return self.fault { _ = try ReliablePayload(decoding: bytes) }
    }
    func record(
      identifier: Int = 0, besides: Int = 0, activity: Int = 0, edits: UInt64 = 0
    ) -> SessionRecord {
      let id = SessionID(MemberID(1), activation: 1)
      return SessionRecord(
        id: id, identifier: String(repeating: "a", count: identifier),
        besides: Array(repeating: id, count: besides),
        activity: .init(Array(repeating: 1, count: activity), edits: edits, editor: MemberID(1)))
    }
    let address = String(repeating: "a", count: MemberProfile.addressBytesMax)
    let join = SessionJoin(1, in: SessionID(MemberID(1), activation: 1))
    #expect(fault { $0.profile.addresses = Array(repeating: address, count: 8) } == nil)
    #expect(fault { $0.profile.addresses = Array(repeating: "", count: 9) }?.fault == .tooMany)
    #expect(fault { $0.profile.addresses = [address + "a"] }?.fault == .tooMany)
    #expect(fault { $0.joins = Array(repeating: join, count: 8) } == nil)
    #expect(fault { $0.joins = Array(repeating: join, count: 9) }?.fault == .tooMany)
    #expect(fault { $0.sessions = Array(repeating: record(), count: 16) } == nil)
    #expect(fault { $0.sessions = Array(repeating: record(), count: 17) }?.fault == .tooMany)
    let full = record(
      identifier: SessionRecord.identifierBytesMax, besides: SessionRecord.besidesMax,
      activity: SessionRecord.activityBytesMax, edits: SessionRecord.editsMax)
    #expect(fault { $0.sessions = [full] } == nil)
    for over in [
      record(identifier: 257), record(besides: 9), record(activity: 32 * 1_024 + 1),
      record(edits: SessionRecord.editsMax + 1),
    ] {
      #expect(fault { $0.sessions = [over] }?.fault == .tooMany)
    }
  }
}
