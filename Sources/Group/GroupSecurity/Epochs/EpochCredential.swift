/// A ticket that is valid in an epoch, or a personal right. With it, a member makes its member
/// certificate.
struct EpochCredential: Sendable, Equatable {
  let epochCertificate: EpochCertificate
  let role: Role
  /// The secret in the ticket of this role. For a personal right, a secret that is valid nowhere.
  let secret: Secret
  /// The right of a person without a ticket; nil for a member with a ticket.
  let personal: PersonalRight?

  /// - Throws: `wrongTicket` if the secret of a draw ticket does not match the epoch certificate.
  init(epochCertificate: EpochCertificate, role: Role, secret: Secret) throws(SecurityError) {
    if role == .draw {
      guard try Self.writeKey(secret).publicKey == epochCertificate.writeKey else {
        throw .wrongTicket
      }
    }
    self.epochCertificate = epochCertificate
    self.role = role
    self.secret = secret
    personal = nil
  }

  /// - Parameter secret: a secret that no ticket has.
  init(epochCertificate: EpochCertificate, personal: PersonalRight, secret: Secret) {
    self.epochCertificate = epochCertificate
    role = personal.certificate == nil ? .watch : .draw
    (self.secret, self.personal) = (secret, personal)
  }

  var viewSecret: Secret { secret.viewSecret(of: role) }

  func memberCertificate(of keys: MemberKeys) throws(SecurityError) -> MemberCertificate {
    if let personal {
      return try MemberCertificate.signed(
        by: keys, certificate: personal.certificate, isPersonal: true, under: epochCertificate)
    }
    let key = keys.identity.publicKey
    let certificate: Certificate? =
      role == .draw
      ? try Certificate.sign(key, with: try Self.writeKey(secret), under: epochCertificate) : nil
    return try MemberCertificate.signed(by: keys, certificate: certificate, under: epochCertificate)
  }

  /// Returns the signing key that only draw tickets yield.
  static func writeKey(_ secret: Secret) throws(SecurityError) -> Identity {
    guard let key = Identity(seed: secret.derived("write").bytes) else {
      throw .cryptographyFailed
    }
    return key
  }
}
