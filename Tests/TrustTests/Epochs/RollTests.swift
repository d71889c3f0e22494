import Testing

@testable import Trust

struct RollTests {
  private let meeting: Meeting
  private let drawing: MemberKeys
  private let certificate: Certificate

  init() throws {
    meeting = try Meeting()
    drawing = try Meeting.keys(50)
    certificate = try #require(try meeting.epoch.introduction(of: drawing).certificate)
  }

  @Test("E7 · entries count by whoever a certificate names, and by nobody else")
  func names() throws {
    var roll = Roll(of: meeting.epoch.charter)
    let key = drawing.identity.publicKey
    #expect(!roll.mayDraw(key))
    let passedOn = try #require(Certificate(certificate.encoded, under: meeting.epoch.charter))
    #expect(passedOn == certificate && certificate.encoded.count == 96)
    #expect(roll.admit(passedOn) && roll.admit(passedOn))
    #expect(roll.mayDraw(key) && !roll.mayDraw([]))
    #expect(!roll.mayDraw(try Meeting.keys(60).identity.publicKey))
    let later = try Meeting(1, number: 2).epoch
    for other in [later, try Meeting(2).epoch] {
      let theirs = try #require(try other.introduction(of: try Meeting.keys(60)).certificate)
      #expect(!roll.admit(theirs) && !roll.mayDraw(theirs.identityKey))
    }
  }

  @Test("E7 · a certificate with any byte changed or cut off is none")
  func damage() {
    let charter = meeting.epoch.charter
    for bytes in certificate.encoded.flips { #expect(Certificate(bytes, under: charter) == nil) }
    for count in 0..<96 {
      #expect(Certificate(Array(certificate.encoded.prefix(count)), under: charter) == nil)
    }
    #expect(Certificate(certificate.encoded + [0], under: charter) == nil)
  }

  @Test("E7 · so many are named, and no more")
  func limit() throws {
    #expect(Roll.namesMax == 4_096)
    var roll = Roll(of: meeting.epoch.charter, namesMax: 2)
    let all = try [UInt8](50..<53).map {
      try #require(try meeting.epoch.introduction(of: try Meeting.keys($0)).certificate)
    }
    #expect(all.map { roll.admit($0) } == [true, true, false])
    #expect(roll.admit(all[0]) && !roll.mayDraw(all[2].identityKey))
  }

  @Test("E8 · who may draw vouches for what was there before, and a watcher does not")
  func vouches() throws {
    let charter = meeting.epoch.charter
    let voucher = try meeting.epoch.voucher(for: [1, 2, 3], by: drawing)
    #expect(try Voucher(voucher.bytes, under: charter) == voucher)
    #expect(voucher.statement == [1, 2, 3] && voucher.certificate == certificate)
    let watching = try Meeting.keys(60)
    let epoch = try meeting.admit(watching, with: meeting.watch, to: .watch).admission.epoch
    #expect(refusal { try epoch.voucher(for: [1], by: watching) } == .mayNotDraw)
    // Nor under another's certificate, or for another epoch.
    var borrowed = FieldWriter()
    borrowed.add(1, certificate.encoded)
    borrowed.add(2, [1])
    borrowed.add(3, try watching.identity.sign("voucher", charter.context([1])))
    #expect(refusal { try Voucher(borrowed.bytes, under: charter) } == .malformed)
    let later = try Meeting(1, number: 2).epoch.charter
    #expect(refusal { try Voucher(voucher.bytes, under: later) } == .mayNotDraw)
  }

  @Test("E8 · a voucher with any byte changed, cut off or made up is refused")
  func voucherDamage() throws {
    let charter = meeting.epoch.charter
    let bytes = try meeting.epoch.voucher(for: [1, 2, 3], by: drawing).bytes
    for flipped in bytes.flips { #expect(refusal { try Voucher(flipped, under: charter) } != nil) }
    for count in bytes.indices {
      #expect(refusal { try Voucher(Array(bytes.prefix(count)), under: charter) } != nil)
    }
    var chance = Chance(6)
    for _ in 0..<100 {
      let odd = chance.mangled(bytes)
      if odd != bytes { #expect(refusal { try Voucher(odd, under: charter) } != nil) }
    }
  }

  @Test("E8 · a statement of 32 KiB is vouched for, one of a byte more is not")
  func voucherLimit() throws {
    let most = [UInt8](repeating: 1, count: Voucher.statementBytesMax)
    #expect(most.count == 32_768)
    let voucher = try meeting.epoch.voucher(for: most, by: drawing)
    #expect(try Voucher(voucher.bytes, under: meeting.epoch.charter).statement == most)
    #expect(refusal { try meeting.epoch.voucher(for: most + [1], by: drawing) } == .malformed)
  }
}
