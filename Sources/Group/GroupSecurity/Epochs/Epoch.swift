import Crypto

/// A member's data for one epoch, the time between two changes of keys: the epoch certificate, the
/// secret of the ticket that is valid now, and the group key, which every member of the call has.
public struct Epoch: Sendable, Equatable, CustomStringConvertible {
  let pass: EpochCredential
  let groupKey: Secret

  /// The certificate of this epoch, signed by the host.
  public var epochCertificate: EpochCertificate { pass.epochCertificate }
  /// The role of this member in this epoch.
  public var role: Role { pass.role }
  /// The number of this epoch: 1, 2, 3 …
  public var number: UInt32 { epochCertificate.epoch }
  /// The call that this epoch belongs to.
  public var call: HostFingerprint { epochCertificate.call }

  /// Whether this member has no ticket: see ``PersonalPass``.
  public var isPersonal: Bool { pass.personal != nil }
  /// Whether this member can let others in.
  public var mayAdmit: Bool { role == .draw && !isPersonal }

  init(pass: EpochCredential, groupKey: Secret) {
    self.pass = pass
    self.groupKey = groupKey
  }

  /// Returns the epoch with which a host begins.
  ///
  /// - Parameters:
  ///   - number: one more than the highest epoch that this host's key has signed. To keep the
  ///     tickets of that epoch valid, pass the number of that epoch and its secret.
  ///   - secret: the secret of the draw ticket; 32 random bytes, like the group key. The group key
  ///     is new each time.
  public static func founded(
    by host: Identity, number: UInt32 = 1, secret: Secret, groupKey: Secret
  ) throws(SecurityError) -> Epoch {
    let epochCertificate = try EpochCertificate.signed(
      by: host, writeKey: try EpochCredential.writeKey(secret).publicKey, epoch: number)
    return Epoch(
      pass: try EpochCredential(epochCertificate: epochCertificate, role: .draw, secret: secret),
      groupKey: groupKey)
  }

  /// Returns a ticket for this member's role or a lower one; nil for a higher role, and for a member
  /// that has no ticket itself.
  ///
  /// - Throws: an error if no ticket can have these addresses.
  public func ticket(to role: Role, at addresses: [String]) throws(TicketError) -> Ticket? {
    guard role <= self.role, !isPersonal else { return nil }
    let own = try Ticket(
      addresses: addresses, role: self.role, secret: pass.secret, fingerprint: call)
    return own.atMost(role)
  }

  /// Returns the member certificate of these keys in this epoch.
  public func memberCertificate(of keys: MemberKeys) throws(SecurityError) -> MemberCertificate {
    try pass.memberCertificate(of: keys)
  }

  var viewSecret: Secret { pass.viewSecret }

  /// The key for the codes in frames; nil for a member that only watches. See `FrameCode`.
  var wetKey: Secret? {
    if let personal = pass.personal { return personal.wetKey }
    return role == .draw ? pass.secret.derived("wet ink") : nil
  }

  /// Returns the key that seals an origin's frames.
  func frameKey(of memberCertificate: MemberCertificate) -> SymmetricKey {
    groupKey.derived("frames", memberCertificate.identityKey + memberCertificate.run).key
  }

  /// Holds no secrets, so it is safe to print.
  public var description: String { "epoch \(number), to \(role)" }
}
