/// That a person may draw in an epoch: a signature over its public key which only a draw ticket can
/// make, and which anybody can check who knows the charter.
public struct Certificate: Sendable, Hashable {
  public let identityKey: [UInt8]
  /// 64 bytes.
  public let signature: [UInt8]
  public let call: HostFingerprint
  public let epoch: UInt32

  /// Whether it holds under a charter. Any bytes may be asked about.
  public init?(identityKey: [UInt8], signature: [UInt8], under charter: EpochCertificate) {
    guard identityKey.count == Identity.publicKeyLength,
      Identity.verify(
        signature, Self.purpose, of: charter.context(identityKey), by: charter.writeKey)
    else { return nil }
    self.identityKey = identityKey
    self.signature = signature
    call = charter.call
    epoch = charter.epoch
  }

  static func sign(
    _ identityKey: [UInt8], with writeKey: Identity, under charter: EpochCertificate
  ) throws(SecurityError) -> Certificate {
    let signature = try writeKey.sign(purpose, charter.context(identityKey))
    // Fails where the key is not the charter's.
    guard
      let certificate = Certificate(
        identityKey: identityKey, signature: signature, under: charter)
    else { throw .wrongTicket }
    return certificate
  }

  private static let purpose = "certificate"
}
