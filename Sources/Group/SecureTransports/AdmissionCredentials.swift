import EaselBase
import GroupSecurity

/// The credentials with which a run asks for admission, besides the keys of its epoch.
struct AdmissionCredentials: Sendable {
  /// The ticket of a run that is in no call yet.
  var ticket: Ticket?
  /// The last pass of this run. Each link needs a new one.
  var pass: PersonalPass?

  /// Returns the asking side of a handshake; nil without any right.
  ///
  /// - Parameter epoch: the epoch of a run that was admitted before.
  func initiator(
    as keys: MemberKeys, in epoch: Epoch?
  ) throws(SecurityError) -> HandshakeInitiator? {
    if let epoch, !epoch.isPersonal { return try HandshakeInitiator(epoch: epoch, keys: keys) }
    if let pass { return try HandshakeInitiator(pass: pass, keys: keys, epoch: epoch) }
    return try ticket.map { ticket throws(SecurityError) in
      try HandshakeInitiator(ticket: ticket, keys: keys, role: ticket.role)
    }
  }

  /// Returns whether a run can enter or enter again only with a new pass.
  func needsPass(in epoch: Epoch?) -> Bool { epoch?.isPersonal ?? (pass != nil) }
}

/// A pass that this run gave to a guest.
struct IssuedPass: Sendable {
  let pass: PersonalPass
  /// The identity key of the guest.
  let identityKey: [UInt8]
}

extension PersonalPass {
  /// The name that the receiver of this pass has to use; nil if the receiver chooses.
  var givenName: SafeText? {
    let name = name.map { SafeText(String(decoding: $0, as: UTF8.self), limit: .name) }
    return name?.string.isEmpty == true ? nil : name
  }
}

// The admitting side.
extension Epoch {
  /// Returns a new pass for a guest.
  func issuePass(
    to role: Role, for identityKey: [UInt8], calling name: SafeText?
  ) throws(SecurityError) -> IssuedPass {
    var chance = SystemRandomNumberGenerator()
    let pass = try personalPass(
      to: role, for: identityKey, calling: name?.string,
      chance: chance.bytes(PersonalPass.chanceLength))
    return IssuedPass(pass: pass, identityKey: identityKey)
  }

  /// Returns the admitting side of a handshake; nil if this run admits no guests.
  ///
  /// - Parameter issued: the pass that the guest has received; nil if a ticket lets the guest in.
  func responder(
    as keys: MemberKeys, nonce: [UInt8], admitting issued: IssuedPass?
  ) throws(SecurityError) -> HandshakeResponder? {
    guard mayAdmit else { return nil }
    guard let issued else {
      return try HandshakeResponder(epoch: self, keys: keys, nonce: nonce)
    }
    return try HandshakeResponder(
      epoch: self, keys: keys, nonce: nonce, admitting: issued.pass, of: issued.identityKey)
  }
}

extension MemberKeys {
  /// Returns keys with a new identity that is never stored.
  static func passing() -> MemberKeys {
    var chance = SystemRandomNumberGenerator()
    // The initialisers return nil only for a wrong number of bytes, so the loop ends in its first
    // pass.
    while true {
      if let identity = Identity(seed: chance.bytes(Identity.seedLength)),
        let keys = MemberKeys(
          identity: identity, run: chance.bytes(MemberKeys.runLength),
          agreement: chance.bytes(MemberKeys.agreementLength))
      {
        return keys
      }
    }
  }
}
