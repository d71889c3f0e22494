/// A ticket that was found good for an epoch: what lets one present oneself in it.
struct EpochCredential: Sendable, Equatable {
  let charter: EpochCertificate
  let role: Role
  /// What the ticket of this role holds.
  let secret: Secret

  /// - Throws: `wrongTicket` where a secret that is to draw is not the charter's.
  init(charter: EpochCertificate, role: Role, secret: Secret) throws(SecurityError) {
    if role == .draw {
      guard try Self.writeKey(secret).publicKey == charter.writeKey else { throw .wrongTicket }
    }
    self.charter = charter
    self.role = role
    self.secret = secret
  }

  var viewSecret: Secret { secret.viewSecret(of: role) }

  func introduction(of keys: MemberKeys) throws(SecurityError) -> MemberCertificate {
    let key = keys.identity.publicKey
    let certificate: Certificate? =
      role == .draw
      ? try Certificate.sign(key, with: try Self.writeKey(secret), under: charter) : nil
    return try MemberCertificate.signed(by: keys, certificate: certificate, under: charter)
  }

  /// What only draw tickets lead to.
  static func writeKey(_ secret: Secret) throws(SecurityError) -> Identity {
    guard let key = Identity(seed: secret.derived("write").bytes) else {
      throw .cryptographyFailed
    }
    return key
  }
}
