import Crypto
import struct Foundation.Data

/// The message that ends an epoch. It holds new keys and tickets, which only the staying members
/// can read.
///
/// Body: 1 the new epoch certificate, 2 the identity keys of the members put out (32 bytes each,
/// repeated), 3 the identity keys of the members that could draw and only watch from now on
/// (likewise), 4 a sealed key for each staying member (repeated): eight bytes that name the member,
/// 32 bytes of encapsulated key, then the member's role, the group key and its ticket's secret,
/// sealed for this member alone, 5 the eight bytes that name each staying member without a ticket
/// (repeated). The sealed key of such a member has a role above 15, the key for the codes in frames
/// in place of the secret, and the signature of its certificate if it may draw, 6 and 7 the
/// ``CallLock``, if the call is locked. On the wire: 1 the body, 2 the host's signature over it.
public struct Rotation: Sendable {
  /// The certificate of the new epoch.
  public let epochCertificate: EpochCertificate
  /// Identity keys of the members that are put out of the call.
  public let putOut: [[UInt8]]
  /// Identity keys of the members that could draw and only watch from now on.
  public let silenced: [[UInt8]]
  /// The lock of the call from now on; nil if it is not locked.
  public let lock: CallLock?
  /// The bytes as signed; forwarded unchanged.
  public let bytes: [UInt8]
  private let sealedSecrets: [[UInt8]]
  private let personal: [[UInt8]]

  /// Maximum members in each list: put out, silenced, and staying. A longer list is malformed.
  public static let membersMax = 254

  /// Parses a rotation and verifies that the host of this call signed it. The bytes are untrusted.
  ///
  /// - Throws: `oldEpoch` if it does not supersede `epoch`. If two rotations follow the same epoch,
  ///   every member accepts the same one.
  public init(_ bytes: [UInt8], after epoch: Epoch) throws(SecurityError) {
    guard bytes.count <= Sealer.bytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      epochCertificate = try EpochCertificate(try body.bytes(1))
      guard epochCertificate.call == epoch.call else { throw SecurityError.anotherHost }
      guard
        Identity.verify(
          try whole.bytes(2), Self.purpose, of: signed, by: epoch.epochCertificate.hostKey)
      else { throw SecurityError.malformed }
      guard epochCertificate.supersedes(epoch.epochCertificate) else {
        throw SecurityError.oldEpoch
      }
      putOut = body.all(2)
      silenced = body.all(3)
      sealedSecrets = body.all(4)
      personal = body.all(5)
      lock = try CallLock(body)
    } catch {
      throw error as? SecurityError ?? .malformed
    }
    guard
      [putOut.count, silenced.count, sealedSecrets.count, personal.count].allSatisfy({
        $0 <= Self.membersMax
      }),
      (putOut + silenced).allSatisfy({ $0.count == Identity.publicKeyLength })
    else { throw .malformed }
    self.bytes = bytes
  }

  /// Returns whether this rotation supersedes an epoch, which may differ from the epoch at parsing.
  public func leads(on from: Epoch) -> Bool { epochCertificate.supersedes(from.epochCertificate) }

  /// Returns whether it holds a sealed key for a member.
  public func keeps(_ member: UInt64) -> Bool { sealedSecret(for: member) != nil }

  /// Returns whether a staying member has no ticket: see ``PersonalPass``.
  public func isPersonal(_ member: UInt64) -> Bool {
    personal.contains([UInt8](bigEndian: member))
  }

  private func sealedSecret(for member: UInt64) -> [UInt8]? {
    let name = [UInt8](bigEndian: member)
    return sealedSecrets.first { $0.starts(with: name) }
  }

  /// Returns the new epoch for a member that stays.
  ///
  /// - Throws: `putOut` if it puts this member out; `renewed` if it holds no sealed key for this
  ///   member.
  public func epoch(for keys: MemberKeys) throws(SecurityError) -> Epoch {
    if putOut.contains(keys.identity.publicKey) { throw .putOut }
    guard let sealedSecret = sealedSecret(for: keys.member) else { throw .renewed }
    return try SealedSecret.open(sealedSecret, by: keys, under: epochCertificate)
  }

  fileprivate static let purpose = "rotation"
}

extension Epoch {
  /// Returns the next epoch, and the rotation to send to the staying members. All earlier tickets
  /// become invalid.
  ///
  /// - Parameters:
  ///   - host: the identity with which the call was created.
  ///   - secret: the secret of the new draw ticket; 32 random bytes, like the new group key.
  ///   - staying: each member that stays, and its role from now on; at most 254.
  ///   - putOut: the identity keys of the members that this rotation puts out; at most 254.
  ///   - lock: the lock of the call from now on; nil if it is not locked.
  public func rotated(
    by host: Identity, secret: Secret, groupKey: Secret, staying: [(MemberCertificate, Role)],
    putOut: [[UInt8]] = [], lock: CallLock? = nil
  ) throws(SecurityError) -> (epoch: Epoch, rotation: Rotation) {
    guard host.publicKey == epochCertificate.hostKey else { throw .anotherHost }
    guard number < .max else { throw .full }
    let next = try Epoch.founded(
      by: host, number: number + 1, secret: secret, groupKey: groupKey)
    var body = FieldWriter()
    body.add(1, next.epochCertificate.bytes)
    for key in putOut { body.add(2, key) }
    for (member, role) in staying where role < member.role { body.add(3, member.identityKey) }
    for (member, role) in staying { body.add(4, try SealedSecret.sealed(next, to: member, role)) }
    for (member, _) in staying where member.isPersonal {
      body.add(5, [UInt8](bigEndian: member.member))
    }
    lock?.write(to: &body)
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try host.sign(Rotation.purpose, body.bytes))
    return (next, try Rotation(whole.bytes, after: self))
  }
}

/// The sealed key of one member for a new epoch.
private enum SealedSecret {
  private static let nameLength = 8

  static func sealed(
    _ epoch: Epoch, to member: MemberCertificate, _ role: Role
  ) throws(SecurityError) -> [UInt8] {
    let name = [UInt8](bigEndian: member.member)
    let plain =
      member.isPersonal ? try personal(epoch, of: member, role) : plain(epoch, role)
    do {
      let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: member.agreementKey)
      var sender = try HPKE.Sender(
        recipientKey: key, ciphersuite: Channel.suite, info: info(epoch.epochCertificate))
      let sealed = try sender.seal(plain, authenticating: name)
      return name + sender.encapsulatedKey + sealed
    } catch { throw .cryptographyFailed }
  }

  private static func plain(_ epoch: Epoch, _ role: Role) -> [UInt8] {
    let secret = role == .draw ? epoch.pass.secret : epoch.viewSecret
    return [role.rawValue] + epoch.groupKey.bytes + secret.bytes
  }

  /// The keys of a member without a ticket, which gets none by a change of keys either.
  private static func personal(
    _ epoch: Epoch, of member: MemberCertificate, _ role: Role
  ) throws(SecurityError) -> [UInt8] {
    let none = [UInt8](repeating: 0, count: Secret.length)
    guard role == .draw else { return [personalMark] + epoch.groupKey.bytes + none }
    let certificate = try Certificate.sign(
      member.identityKey, with: try EpochCredential.writeKey(epoch.pass.secret),
      under: epoch.epochCertificate, isPersonal: true)
    return [personalMark | role.rawValue] + epoch.groupKey.bytes + (epoch.wetKey?.bytes ?? none)
      + certificate.signature
  }

  private static let personalMark: UInt8 = 16

  static func open(
    _ sealedSecret: [UInt8], by keys: MemberKeys, under epochCertificate: EpochCertificate
  ) throws(SecurityError) -> Epoch {
    let sealedAt = nameLength + Agreement.publicKeyLength
    guard sealedSecret.count > sealedAt else { throw .malformed }
    let encapsulated = Array(sealedSecret[nameLength..<sealedAt])
    guard Agreement.isUsable(encapsulated) else { throw .malformed }
    let plain: [UInt8]
    do {
      var recipient = try HPKE.Recipient(
        privateKey: keys.agreement, ciphersuite: Channel.suite, info: info(epochCertificate),
        encapsulatedKey: Data(encapsulated))
      plain = Array(
        try recipient.open(
          sealedSecret[sealedAt...], authenticating: sealedSecret.prefix(nameLength)))
    } catch { throw .malformed }
    // A later version of the program may append more bytes.
    guard plain.count >= 1 + 2 * Secret.length, let role = Role(rawValue: plain[0] & 15),
      let groupKey = Secret(Array(plain[1..<33])), let secret = Secret(Array(plain[33..<65]))
    else { throw .malformed }
    if plain[0] & personalMark != 0 {
      let right = try personalRight(
        role, secret, Array(plain[65...].prefix(Identity.signatureLength)), of: keys,
        under: epochCertificate)
      return Epoch(
        pass: EpochCredential(
          epochCertificate: epochCertificate, personal: right, secret: groupKey.derived("no ticket")
        ),
        groupKey: groupKey)
    }
    return Epoch(
      pass: try EpochCredential(epochCertificate: epochCertificate, role: role, secret: secret),
      groupKey: groupKey)
  }

  private static func personalRight(
    _ role: Role, _ wetKey: Secret, _ signature: [UInt8], of keys: MemberKeys,
    under epochCertificate: EpochCertificate
  ) throws(SecurityError) -> PersonalRight {
    guard role == .draw else { return PersonalRight(certificate: nil, wetKey: nil) }
    let certificate = Certificate(
      identityKey: keys.identity.publicKey, signature: signature, under: epochCertificate,
      isPersonal: true)
    guard let certificate else { throw .malformed }
    return PersonalRight(certificate: certificate, wetKey: wetKey)
  }

  private static func info(_ epochCertificate: EpochCertificate) -> Data {
    Data(digest("parcel", epochCertificate.bytes))
  }
}
