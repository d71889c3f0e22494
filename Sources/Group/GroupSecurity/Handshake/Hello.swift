import Crypto
import EaselBase

/// The first message of the handshake: it tells which member answers, and for which call.
///
/// Body: 1 versions (one byte each, ascending), 6 the epoch certificate, 7 the member certificate
/// of the admitting member, 8 random bytes (16), 9 a code over field 8 (16). On the wire: 1 the
/// body, 2 the admitting member's signature over it.
///
/// Versions that were never released had fields 2 to 5 in the body. So the sides tell each other
/// apart whatever versions they name.
struct Hello {
  static let versions: [UInt8] = [1]
  static let versionsMax = 16
  static let nonceLength = 16
  private static let markLength = 16

  let epochCertificate: EpochCertificate
  let admittingMember: MemberCertificate
  /// The highest version that both sides speak.
  let version: UInt8
  /// The digest to which the other messages are bound.
  let digest: [UInt8]

  /// - Parameter secret: the secret that admits the guest; nil means the secret of the view ticket.
  static func encoded(
    epoch: Epoch, keys: MemberKeys, nonce: [UInt8], versions: [UInt8],
    admitting secret: Secret? = nil
  ) throws(SecurityError) -> [UInt8] {
    var body = FieldWriter()
    body.add(1, versions)
    body.add(6, epoch.epochCertificate.bytes)
    body.add(7, try epoch.memberCertificate(of: keys).bytes)
    body.add(8, nonce)
    body.add(9, mark(over: nonce, by: secret ?? epoch.viewSecret))
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try keys.identity.sign("hello", body.bytes))
    return whole.bytes
  }

  /// Parses and verifies a hello. The bytes are untrusted. The result provably comes from a member
  /// that may draw in the ticket's call, in an epoch for which the ticket is valid.
  init(
    _ bytes: [UInt8], for ticket: Ticket, epochMin: UInt32, versions: [UInt8]
  ) throws(SecurityError) {
    guard bytes.count <= HandshakeLimits.messageBytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      guard body.all(2).isEmpty else { throw SecurityError.unreleasedVersion }
      version = try Self.common(try body.bytes(1), versions)
      epochCertificate = try EpochCertificate(try body.bytes(6))
      guard epochCertificate.call == ticket.fingerprint else { throw SecurityError.anotherHost }
      admittingMember = try MemberCertificate(try body.bytes(7), under: epochCertificate)
      let nonce = try body.bytes(8, count: Self.nonceLength)
      let mark = try body.bytes(9, count: Self.markLength)
      guard admittingMember.role == .draw,
        Identity.verify(try whole.bytes(2), "hello", of: signed, by: admittingMember.identityKey)
      else { throw SecurityError.malformed }
      guard epochCertificate.epoch >= epochMin else { throw SecurityError.oldEpoch }
      guard areSame(mark, Self.mark(over: nonce, by: ticket.viewSecret)) else {
        throw SecurityError.renewed
      }
    } catch {
      throw error as? SecurityError ?? .malformed
    }
    digest = Self.digest(of: bytes)
  }

  /// Returns the epoch certificate in a hello. Does not verify the sender of the hello.
  static func epochCertificate(in bytes: [UInt8]) -> EpochCertificate? {
    guard bytes.count <= HandshakeLimits.messageBytesMax, let whole = try? FieldReader(bytes),
      let signed = try? whole.bytes(1), let body = try? FieldReader(signed),
      let epochCertificate = try? body.bytes(6)
    else { return nil }
    return try? EpochCertificate(epochCertificate)
  }

  static func digest(of bytes: [UInt8]) -> [UInt8] { GroupSecurity.digest("hello", bytes) }

  /// Returns the highest version that both sides speak. It is chosen before all other fields are
  /// read, since a later version may encode the other fields in another way.
  private static func common(_ theirs: [UInt8], _ ours: [UInt8]) throws(SecurityError) -> UInt8 {
    guard (1...versionsMax).contains(theirs.count) else { throw .malformed }
    guard let version = Set(theirs).intersection(ours).max() else {
      throw .versions(theirs: theirs, ours: ours)
    }
    return version
  }

  /// Returns the code that shows a guest, before it sends anything, that its ticket is valid now.
  private static func mark(over nonce: [UInt8], by viewSecret: Secret) -> [UInt8] {
    viewSecret.derived("mark").code(over: nonce, length: markLength)
  }
}
