import Crypto
import EaselBase

/// The first message of the handshake: who answers here, and for which call.
///
/// Body: 1 versions (a byte each, ascending), 2 the charter, 3 the introduction of who answers,
/// 4 chance (16 bytes), 5 a mark over it (16). On the wire: 1 the body, 2 the signature over it by
/// who answers.
struct Hello {
  static let versions: [UInt8] = [3]
  static let versionsMax = 16
  static let nonceLength = 16
  private static let markLength = 16

  let charter: EpochCertificate
  let host: MemberCertificate
  /// The highest version that both sides speak.
  let version: UInt8
  /// What the other messages are bound to.
  let digest: [UInt8]

  static func encoded(
    epoch: Epoch, keys: MemberKeys, nonce: [UInt8], versions: [UInt8]
  ) throws(SecurityError) -> [UInt8] {
    var body = FieldWriter()
    body.add(1, versions)
    body.add(2, epoch.charter.bytes)
    body.add(3, try epoch.introduction(of: keys).bytes)
    body.add(4, nonce)
    body.add(5, mark(over: nonce, by: epoch.viewSecret))
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try keys.identity.sign("hello", body.bytes))
    return whole.bytes
  }

  /// Any bytes may come: what stands here was proved to be by a member that may draw in the call
  /// that the ticket leads to, in an epoch for which the ticket is good.
  init(
    _ bytes: [UInt8], for ticket: Ticket, epochMin: UInt32, versions: [UInt8]
  ) throws(SecurityError) {
    guard bytes.count <= Handshake.messageBytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      version = try Self.common(try body.bytes(1), versions)
      charter = try EpochCertificate(try body.bytes(2))
      guard charter.call == ticket.fingerprint else { throw SecurityError.anotherHost }
      host = try MemberCertificate(try body.bytes(3), under: charter)
      let nonce = try body.bytes(4, count: Self.nonceLength)
      let mark = try body.bytes(5, count: Self.markLength)
      guard host.role == .draw,
        Identity.verify(try whole.bytes(2), "hello", of: signed, by: host.identityKey)
      else { throw SecurityError.malformed }
      guard charter.epoch >= epochMin else { throw SecurityError.oldEpoch }
      guard areSame(mark, Self.mark(over: nonce, by: ticket.viewSecret)) else {
        throw SecurityError.renewed
      }
    } catch {
      throw error as? SecurityError ?? .malformed
    }
    digest = Self.digest(of: bytes)
  }

  /// The charter that stands in one, which anybody can have said.
  static func charter(in bytes: [UInt8]) -> EpochCertificate? {
    guard bytes.count <= Handshake.messageBytesMax, let whole = try? FieldReader(bytes),
      let signed = try? whole.bytes(1), let body = try? FieldReader(signed),
      let charter = try? body.bytes(2)
    else { return nil }
    return try? EpochCertificate(charter)
  }

  static func digest(of bytes: [UInt8]) -> [UInt8] { GroupSecurity.digest("hello", bytes) }

  /// Judged before anything else, since a later version may say the rest in another way.
  private static func common(_ theirs: [UInt8], _ ours: [UInt8]) throws(SecurityError) -> UInt8 {
    guard (1...versionsMax).contains(theirs.count) else { throw .malformed }
    guard let version = Set(theirs).intersection(ours).max() else { throw .versions(theirs) }
    return version
  }

  /// By it a guest knows that its ticket is the one that is good now, before it says anything.
  private static func mark(over nonce: [UInt8], by viewSecret: Secret) -> [UInt8] {
    viewSecret.derived("mark").code(over: nonce, length: markLength)
  }
}
