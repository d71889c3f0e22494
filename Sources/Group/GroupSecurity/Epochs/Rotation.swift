import Crypto
import struct Foundation.Data

/// The end of an epoch: new keys and tickets, sent to each member that stays, and to nobody else.
///
/// Body: 1 the new charter, 2 the identity keys of those put out (32 bytes each, repeated), 3 those of
/// all who only watch from now on (likewise), 4 a parcel for each that stays (repeated): eight bytes that
/// name the member, 32 of encapsulated key, and sealed to it alone its role, the group key and its
/// ticket's secret. On the wire: 1 the body, 2 the host's signature over it.
public struct Rotation: Sendable {
  public let charter: EpochCertificate
  /// Identity keys of those who are in the call no longer.
  public let putOut: [[UInt8]]
  /// Identity keys of those who could draw, and only watch from now on.
  public let silenced: [[UInt8]]
  /// As signed; passed on unchanged.
  public let bytes: [UInt8]
  private let parcels: [[UInt8]]

  public static let membersMax = 254

  /// Any bytes may come: what stands here is the word of the host of this call.
  ///
  /// - Throws: `oldEpoch` where it does not lead on from the epoch that one is in. Of two that lead
  ///   on from the same, everybody takes the same one.
  public init(_ bytes: [UInt8], after epoch: Epoch) throws(SecurityError) {
    guard bytes.count <= Sealer.bytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      charter = try EpochCertificate(try body.bytes(1))
      guard charter.call == epoch.call else { throw SecurityError.anotherHost }
      guard
        Identity.verify(
          try whole.bytes(2), Self.purpose, of: signed, by: epoch.charter.hostKey)
      else { throw SecurityError.malformed }
      guard charter.supersedes(epoch.charter) else { throw SecurityError.oldEpoch }
      putOut = body.all(2)
      silenced = body.all(3)
      parcels = body.all(4)
    } catch {
      throw error as? SecurityError ?? .malformed
    }
    guard [putOut.count, silenced.count, parcels.count].allSatisfy({ $0 <= Self.membersMax }),
      (putOut + silenced).allSatisfy({ $0.count == Identity.publicKeyLength })
    else { throw .malformed }
    self.bytes = bytes
  }

  /// Whether it leads on from an epoch, which may be another by now than the one it was read in.
  public func leads(on from: Epoch) -> Bool { charter.supersedes(from.charter) }

  /// Whether there is something in it for a member.
  public func keeps(_ member: UInt64) -> Bool { parcel(for: member) != nil }

  private func parcel(for member: UInt64) -> [UInt8]? {
    let name = [UInt8](bigEndian: member)
    return parcels.first { $0.starts(with: name) }
  }

  /// The new epoch as one that stays sees it.
  ///
  /// - Throws: `putOut` of whom it puts out, `renewed` where whoever wrote it did not know these keys.
  public func epoch(for keys: MemberKeys) throws(SecurityError) -> Epoch {
    if putOut.contains(keys.identity.publicKey) { throw .putOut }
    guard let parcel = parcel(for: keys.member) else { throw .renewed }
    return try Parcel.open(parcel, by: keys, under: charter)
  }

  fileprivate static let purpose = "rotation"
}

extension Epoch {
  /// The next epoch, and what to send to those that stay; of the tickets until now none is good any
  /// more.
  ///
  /// - Parameters:
  ///   - host: the identity that the call was begun with.
  ///   - secret: of the new draw ticket; 32 random bytes, like the new group key.
  ///   - staying: each member that stays, and what it may do from now on; at most 254.
  ///   - putOut: the identity keys of those who leave by this; at most 254.
  public func rotated(
    by host: Identity, secret: Secret, groupKey: Secret, staying: [(MemberCertificate, Role)],
    putOut: [[UInt8]] = []
  ) throws(SecurityError) -> (epoch: Epoch, rotation: Rotation) {
    guard host.publicKey == charter.hostKey else { throw .anotherHost }
    guard number < .max else { throw .full }
    let next = try Epoch.founded(
      by: host, number: number + 1, secret: secret, groupKey: groupKey)
    var body = FieldWriter()
    body.add(1, next.charter.bytes)
    for key in putOut { body.add(2, key) }
    for (member, role) in staying where role < member.role { body.add(3, member.identityKey) }
    for (member, role) in staying { body.add(4, try Parcel.sealed(next, to: member, role)) }
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try host.sign(Rotation.purpose, body.bytes))
    return (next, try Rotation(whole.bytes, after: self))
  }
}

/// One member's share of a new epoch.
private enum Parcel {
  private static let nameLength = 8

  static func sealed(
    _ epoch: Epoch, to member: MemberCertificate, _ role: Role
  ) throws(SecurityError) -> [UInt8] {
    let name = [UInt8](bigEndian: member.member)
    let secret = role == .draw ? epoch.pass.secret : epoch.viewSecret
    do {
      let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: member.agreementKey)
      var sender = try HPKE.Sender(
        recipientKey: key, ciphersuite: Channel.suite, info: info(epoch.charter))
      let plain = [role.rawValue] + epoch.groupKey.bytes + secret.bytes
      let sealed = try sender.seal(plain, authenticating: name)
      return name + sender.encapsulatedKey + sealed
    } catch { throw .cryptographyFailed }
  }

  static func open(
    _ parcel: [UInt8], by keys: MemberKeys, under charter: EpochCertificate
  ) throws(SecurityError) -> Epoch {
    let sealedAt = nameLength + Agreement.publicKeyLength
    guard parcel.count > sealedAt else { throw .malformed }
    let encapsulated = Array(parcel[nameLength..<sealedAt])
    guard Agreement.isUsable(encapsulated) else { throw .malformed }
    let plain: [UInt8]
    do {
      var recipient = try HPKE.Recipient(
        privateKey: keys.agreement, ciphersuite: Channel.suite, info: info(charter),
        encapsulatedKey: Data(encapsulated))
      plain = Array(
        try recipient.open(parcel[sealedAt...], authenticating: parcel.prefix(nameLength)))
    } catch { throw .malformed }
    // Longer where a later program has more to say.
    guard plain.count >= 1 + 2 * Secret.length, let role = Role(rawValue: plain[0]),
      let groupKey = Secret(Array(plain[1..<33])), let secret = Secret(Array(plain[33..<65]))
    else { throw .malformed }
    return Epoch(
      pass: try EpochCredential(charter: charter, role: role, secret: secret), groupKey: groupKey)
  }

  private static func info(_ charter: EpochCertificate) -> Data {
    Data(digest("parcel", charter.bytes))
  }
}
