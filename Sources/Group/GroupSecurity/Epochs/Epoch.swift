import Crypto

/// All that a member knows of the time between two changes of keys: the charter, the secret of the
/// ticket that is good now, and the key that everybody in the call has.
public struct Epoch: Sendable, Equatable, CustomStringConvertible {
  let pass: EpochCredential
  let groupKey: Secret

  public var charter: EpochCertificate { pass.charter }
  public var role: Role { pass.role }
  public var number: UInt32 { charter.epoch }
  public var call: HostFingerprint { charter.call }

  init(pass: EpochCredential, groupKey: Secret) {
    self.pass = pass
    self.groupKey = groupKey
  }

  /// What a host begins with.
  ///
  /// - Parameters:
  ///   - number: one more than any epoch that this host's key has signed before, unless its tickets
  ///     are to stay good: then that epoch's number, with the same secret.
  ///   - secret: of the draw ticket; 32 random bytes, like the group key, which is new each time.
  public static func founded(
    by host: Identity, number: UInt32 = 1, secret: Secret, groupKey: Secret
  ) throws(SecurityError) -> Epoch {
    let charter = try EpochCertificate.signed(
      by: host, writeKey: try EpochCredential.writeKey(secret).publicKey, epoch: number)
    return Epoch(
      pass: try EpochCredential(charter: charter, role: .draw, secret: secret), groupKey: groupKey)
  }

  /// A ticket to what this member may do itself or less; nil for more.
  ///
  /// - Throws: where no ticket can have these addresses.
  public func ticket(to role: Role, at addresses: [String]) throws(TicketError) -> Ticket? {
    guard role <= self.role else { return nil }
    let own = try Ticket(
      addresses: addresses, role: self.role, secret: pass.secret, fingerprint: call)
    return own.atMost(role)
  }

  /// How these keys present themselves in this epoch.
  public func introduction(of keys: MemberKeys) throws(SecurityError) -> MemberCertificate {
    try pass.introduction(of: keys)
  }

  var viewSecret: Secret { pass.viewSecret }

  /// For codes over wet ink; nil of who only watches.
  var wetKey: Secret? { role == .draw ? pass.secret.derived("wet ink") : nil }

  /// What an origin's frames are sealed under.
  func frameKey(of introduction: MemberCertificate) -> SymmetricKey {
    groupKey.derived("frames", introduction.identityKey + introduction.run).key
  }

  /// Without its secrets, wherever it may be printed.
  public var description: String { "epoch \(number), to \(role)" }
}
