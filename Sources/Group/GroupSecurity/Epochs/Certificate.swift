/// Proves that a person may draw in an epoch: a signature over the person's public key. Only a draw
/// ticket can make it; every holder of the epoch certificate can verify it.
public struct Certificate: Sendable, Hashable {
  /// The person's public key, 32 bytes (Ed25519).
  public let identityKey: [UInt8]
  /// The signature by the epoch's write key, 64 bytes (Ed25519).
  public let signature: [UInt8]
  /// The call in which the certificate is valid.
  public let call: HostFingerprint
  /// The number of the epoch in which the certificate is valid.
  public let epoch: UInt32
  /// Whether the person has no ticket: see ``PersonalPass``.
  public let isPersonal: Bool

  /// Verifies the signature; nil if it does not match the epoch certificate. The bytes are
  /// untrusted.
  public init?(
    identityKey: [UInt8], signature: [UInt8], under epochCertificate: EpochCertificate,
    isPersonal: Bool = false
  ) {
    guard identityKey.count == Identity.publicKeyLength,
      Identity.verify(
        signature, Self.purpose(isPersonal), of: epochCertificate.context(identityKey),
        by: epochCertificate.writeKey)
    else { return nil }
    self.identityKey = identityKey
    self.signature = signature
    call = epochCertificate.call
    epoch = epochCertificate.epoch
    self.isPersonal = isPersonal
  }

  static func sign(
    _ identityKey: [UInt8], with writeKey: Identity, under epochCertificate: EpochCertificate,
    isPersonal: Bool = false
  ) throws(SecurityError) -> Certificate {
    let signature = try writeKey.sign(purpose(isPersonal), epochCertificate.context(identityKey))
    // Fails if the key does not match the epoch certificate.
    guard
      let certificate = Certificate(
        identityKey: identityKey, signature: signature, under: epochCertificate,
        isPersonal: isPersonal)
    else { throw .wrongTicket }
    return certificate
  }

  /// The purposes differ, so that nobody can present a personal certificate as another one.
  private static func purpose(_ isPersonal: Bool) -> String {
    isPersonal ? "personal certificate" : "certificate"
  }
}
