import EaselBase
import Foundation
import GroupBase

// Members, participants and sessions are named by UUIDs of version 8 (RFC 9562), whose bits are
// free to choose: the member's 64 bits, then a 32-bit number, so that every program in a call
// derives the same UUID.
extension UUID {
  init(_ member: MemberID) { self.init(member: member.raw, number: 0) }
  init(_ participant: ParticipantID) {
    self.init(member: participant.member.raw, number: participant.join)
  }
  init(_ session: SessionID) {
    self.init(member: session.initiator.raw, number: session.activation)
  }

  private init(member: UInt64, number: UInt32) {
    // 48 bits, the version, 12 bits, the variant, 4 bits, the 32-bit number, 26 zero bits.
    let high = (member >> 16) << 16 | 0x8000 | (member >> 4) & 0xFFF
    let low = 0b10 << 62 | (member & 0xF) << 58 | UInt64(number) << 26
    let bytes = Bytes16(high: high, low: low).bytes
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension SessionID {
  /// Returns nil for a UUID that cannot name a session.
  init?(_ uuid: UUID) {
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    let high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    let low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    let member = (high >> 16) << 16 | (high & 0xFFF) << 4 | (low >> 58) & 0xF
    self.init(MemberID(member), activation: UInt32(truncatingIfNeeded: low >> 26))
    guard UUID(self) == uuid else { return nil }
  }
}
