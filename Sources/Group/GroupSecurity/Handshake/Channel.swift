import Crypto
import struct Foundation.Data

/// HPKE (RFC 9180) as it is used here: X25519, HKDF-SHA256, AES-256-GCM; with the ticket's secret mixed
/// in where somebody knocks, and without where keys are sent to a member.
enum Channel {
  static let suite = HPKE.Ciphersuite(
    kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  private static let replyLabel = Array("easel-1 welcome".utf8)
  private static let linkLabel = Array("easel-1 link".utf8)

  /// What both sides of a handshake have that nobody else has.
  struct Keys: Sendable {
    /// For the one message that goes back (RFC 9180, section 9.8).
    let reply: SymmetricKey
    /// For what the two say to each other over the link, once it is one.
    let link: Secret
  }

  static func sender(to host: MemberCertificate, hello: [UInt8], viewSecret: Secret) throws
    -> HPKE.Sender
  {
    let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: host.agreementKey)
    return try HPKE.Sender(
      recipientKey: key, ciphersuite: suite, info: Data(hello),
      presharedKey: viewSecret.derived("psk").key,
      presharedKeyIdentifier: pskID(epoch: host.epoch))
  }

  static func recipient(
    _ keys: MemberKeys, epoch: Epoch, hello: [UInt8], encapsulated: [UInt8]
  ) throws -> HPKE.Recipient {
    try HPKE.Recipient(
      privateKey: keys.agreement, ciphersuite: suite, info: Data(hello),
      encapsulatedKey: Data(encapsulated), presharedKey: epoch.viewSecret.derived("psk").key,
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
