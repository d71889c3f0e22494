import Testing

@testable import GroupSecurity

/// The lock of a call in a rotation, and the request for it.
@Suite struct CallLockTests {
  private let meeting: Meeting
  private let guest: MemberKeys

  init() throws { (meeting, guest) = (try Meeting(), try Meeting.keys(50)) }

  private func rotation(_ lock: CallLock?) throws -> Rotation {
    try meeting.epoch.rotated(
      by: meeting.host, secret: try Meeting.secret(8), groupKey: try Meeting.secret(9),
      staying: [(try meeting.epoch.memberCertificate(of: guest), .watch)], lock: lock
    ).rotation
  }

  /// A rotation as the host signs it, with these fields in the place of a lock.
  private func rotation(with fields: FieldWriter) throws -> [UInt8] {
    let signed = try FieldReader(try rotation(nil).bytes).bytes(1) + fields.bytes
    var whole = FieldWriter()
    whole.add(1, signed)
    whole.add(2, try meeting.host.sign("rotation", signed))
    return whole.bytes
  }

  @Test("E10 · a rotation says who locked the call, and who may draw again afterwards")
  func reading() throws {
    let people = (0..<3).map { [UInt8](repeating: $0, count: Identity.publicKeyLength) }
    for lock in [nil, CallLock(by: 7, people: []), CallLock(by: .max, people: people)] {
      let read = try Rotation(try rotation(lock).bytes, after: meeting.epoch)
      #expect(read.lock == lock && read.keeps(guest.member))
    }
  }

  @Test("E10 · the longest lock fits beside the longest lists of a rotation")
  func longest() throws {
    let key = [UInt8](repeating: 1, count: Identity.publicKeyLength)
    let lock = CallLock(by: 1, people: Array(repeating: key, count: CallLock.peopleMax + 1))
    #expect(lock.people.count == CallLock.peopleMax)
    var body = FieldWriter()
    for field in 2...5 { for _ in 0..<Rotation.membersMax { body.add(UInt64(field), key) } }
    body.add(1, key)
    lock.write(to: &body)
    #expect(try CallLock(try FieldReader(body.bytes)) == lock)
  }

  @Test("E10 · a lock that cannot be read makes the rotation malformed")
  func malformed() throws {
    let length = Identity.publicKeyLength
    let cases: [(name: Int, keys: Int?)] = [
      (7, 0), (8, nil), (8, length + 1), (8, (CallLock.peopleMax + 1) * length),
    ]
    for (name, keys) in cases {
      var fields = FieldWriter()
      fields.add(6, [UInt8](repeating: 1, count: name))
      if let keys { fields.add(7, [UInt8](repeating: 1, count: keys)) }
      let bytes = try rotation(with: fields)
      #expect(refusal { try Rotation(bytes, after: meeting.epoch) } == .malformed)
    }
    // Names of people alone are no lock.
    var fields = FieldWriter()
    fields.add(7, [UInt8](repeating: 1, count: length))
    #expect(try Rotation(try rotation(with: fields), after: meeting.epoch).lock == nil)
  }

  @Test("E10 · an older reader of a rotation skips the lock")
  func olderReader() throws {
    let lock = CallLock(by: 7, people: [[UInt8](repeating: 2, count: Identity.publicKeyLength)])
    let locked = try FieldReader(try FieldReader(try rotation(lock).bytes).bytes(1))
    // Fields 1 to 5 are all that an older program reads.
    #expect(try EpochCertificate(try locked.bytes(1)).epoch == 2)
    #expect(locked.all(3) == [guest.identity.publicKey])
    #expect(locked.all(4).count == 1 && locked.all(2).isEmpty && locked.all(5).isEmpty)
  }

  @Test("E8 · a request to lock names the members that draw on, at most 16")
  func request() throws {
    let keys = try Meeting.keys(3)
    func read(_ bytes: [UInt8]) throws -> RulingRequest {
      try RulingRequest(bytes, by: keys.identity.publicKey, in: meeting.epoch)
    }
    let names = (1...17).map { UInt64($0) }
    for count in [0, 1, 16, 17] {
      let bytes = try RulingRequest.signed(
        .lock, about: 0, sparing: Array(names.prefix(count)), by: keys, in: meeting.epoch)
      let request = try read(bytes)
      #expect(request.action == .lock && request.spared == Array(names.prefix(min(count, 16))))
      for flipped in bytes.flips {
        #expect(refusal { try read(flipped) } != nil)
      }
      // Names that the moderator did not sign are refused.
      var more = FieldWriter()
      more.add(5, [UInt8](bigEndian: 9))
      #expect(refusal { try read(bytes + more.bytes) } == .malformed)
    }
  }

  @Test("E8 · an older host, which knows four actions, reads no request to lock or to unlock")
  func olderHost() throws {
    let older = 1...RulingRequest.ModerationAction.renewTickets.rawValue
    for action in [RulingRequest.ModerationAction.lock, .unlock] {
      let bytes = try RulingRequest.signed(
        action, about: 0, by: try Meeting.keys(3), in: meeting.epoch)
      #expect(!older.contains(try FieldReader(bytes).number(1)))
    }
  }
}
