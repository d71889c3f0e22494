import EaselBase

/// A right to enter the call for one person, over one link. A relay makes it for the person at the
/// other end of its link, whose identity the relay knows.
///
/// A ticket lets any holder in, anywhere and under any name. A pass holds no secret of a ticket: its
/// own secret is valid in one handshake, with the member that made the pass. With it the person gets
/// the group key and, to draw, a ``Certificate`` for its own key. All members see that this
/// certificate is personal. So the person can neither let others in nor come in elsewhere, and the
/// keys of later epochs come to it in the same form.
///
/// Fields: 1 the role, 2 the secret (32 bytes), 3 the fingerprint of the host (16), 4 the signature of
/// the certificate (64), which a watcher does not have, 5 the name that the person has to use, in
/// UTF-8, if the relay assigns one.
public struct PersonalPass: Sendable {
  /// The role that the pass gives.
  public let role: Role
  /// The name that the person has to use, in UTF-8; it may hold any bytes. Nil if the person chooses.
  public let name: [UInt8]?
  let secret: Secret
  let call: HostFingerprint
  let signature: [UInt8]?

  /// The number of random bytes for a pass.
  public static let chanceLength = Secret.length

  /// Parses a pass. The bytes are untrusted; the result is nil if they are not a pass.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= HandshakeLimits.messageBytesMax, let fields = try? FieldReader(bytes),
      let role = (try? fields.number(1)).flatMap({ UInt8(exactly: $0) }).flatMap(Role.init),
      let secret = (try? fields.bytes(2)).flatMap(Secret.init),
      let call = (try? fields.bytes(3)).flatMap({ Bytes16($0[...]) })
    else { return nil }
    let signature = role == .draw ? fields.all(4).first : nil
    guard role == .watch || signature?.count == Identity.signatureLength else { return nil }
    (self.role, self.secret, self.call) = (role, secret, HostFingerprint(call))
    (self.signature, name) = (signature, fields.all(5).first)
  }

  init(
    role: Role, secret: Secret, call: HostFingerprint, signature: [UInt8]?, name: [UInt8]?
  ) {
    (self.role, self.secret, self.call) = (role, secret, call)
    (self.signature, self.name) = (signature, name)
  }

  /// The encoded form. It holds the secret: send it only over a link that leads to the person.
  public var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.add(1, UInt64(role.rawValue))
    fields.add(2, secret.bytes)
    fields.add(3, call.bytes)
    if let signature { fields.add(4, signature) }
    if let name { fields.add(5, name) }
    return fields.bytes
  }

  /// The ticket that the handshake uses. It is valid only with the member that made the pass.
  var ticket: Ticket { Ticket(watchingIn: call, secret) }
}

/// The part of an epoch's rights that a person without a ticket has.
struct PersonalRight: Sendable, Equatable {
  /// Proves that the person may draw; nil for a watcher.
  let certificate: Certificate?
  /// The key for the codes in frames; nil for a watcher.
  let wetKey: Secret?
}

extension Epoch {
  /// Returns a pass for one person.
  ///
  /// - Parameters:
  ///   - identityKey: the key of the person.
  ///   - name: the name that the person has to use; nil if the person chooses.
  ///   - chance: 32 random bytes, new for each pass.
  /// - Throws: `mayNotDraw` if this member cannot admit others.
  public func personalPass(
    to role: Role, for identityKey: [UInt8], calling name: String?, chance: [UInt8]
  ) throws(SecurityError) -> PersonalPass {
    guard mayAdmit else { throw .mayNotDraw }
    guard let secret = Secret(chance) else { throw .cryptographyFailed }
    let certificate =
      role == .draw
      ? try Certificate.sign(
        identityKey, with: try EpochCredential.writeKey(pass.secret), under: epochCertificate,
        isPersonal: true) : nil
    return PersonalPass(
      role: role, secret: secret, call: call, signature: certificate?.signature,
      name: name.map { Array($0.utf8) })
  }
}
