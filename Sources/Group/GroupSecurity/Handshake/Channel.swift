import Crypto
import struct Foundation.Data

/// HPKE (RFC 9180) with X25519, HKDF-SHA256 and AES-256-GCM. A guest's request also depends on the
/// ticket's secret, as a pre-shared key. The keys that a rotation sends to a member do not.
enum Channel {
  static let suite = HPKE.Ciphersuite(
    kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  private static let replyLabel = Array("easel call 1 welcome".utf8)
  private static let linkLabel = Array("easel call 1 link".utf8)

  /// The keys that only the two sides of a handshake have.
  struct Keys: Sendable {
    /// Seals the only reply (RFC 9180, section 9.8).
    let reply: SymmetricKey
    /// Seals the messages between the two sides once the link is open.
    let link: Secret
  }

  static func sender(to admittingMember: MemberCertificate, hello: [UInt8], viewSecret: Secret)
    throws
    -> HPKE.Sender
  {
    let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: admittingMember.agreementKey)
    return try HPKE.Sender(
      recipientKey: key, ciphersuite: suite, info: Data(hello),
      presharedKey: viewSecret.derived("psk").key,
      presharedKeyIdentifier: pskID(epoch: admittingMember.epoch))
  }

  static func recipient(
    _ keys: MemberKeys, epoch: Epoch, hello: [UInt8], encapsulated: [UInt8],
    admitting secret: Secret? = nil
  ) throws -> HPKE.Recipient {
    try HPKE.Recipient(
      privateKey: keys.agreement, ciphersuite: suite, info: Data(hello),
      encapsulatedKey: Data(encapsulated),
      presharedKey: (secret ?? epoch.viewSecret).derived("psk").key,
      presharedKeyIdentifier: pskID(epoch: epoch.number))
  }

  static func keys(_ sender: HPKE.Sender) throws -> Keys {
    Keys(
      reply: try sender.exportSecret(context: replyLabel, outputByteCount: Secret.length),
      link: Secret(try sender.exportSecret(context: linkLabel, outputByteCount: Secret.length)))
  }

  static func keys(_ recipient: HPKE.Recipient) throws -> Keys {
    Keys(
      reply: try recipient.exportSecret(context: replyLabel, outputByteCount: Secret.length),
      link: Secret(try recipient.exportSecret(context: linkLabel, outputByteCount: Secret.length)))
  }

  private static func pskID(epoch: UInt32) -> Data { Data([UInt8](bigEndian: UInt64(epoch))) }
}
