/// States which key proves the right to draw in an epoch. The host signs it, and every member
/// verifies it.
///
/// Body: 1 the host's key (32 bytes), 2 the key of the draw ticket (32), 3 the epoch's number. On
/// the wire: 1 the body, 2 the host's signature over it.
public struct EpochCertificate: Sendable, Equatable {
  /// The host's public key, 32 bytes (Ed25519), which verified the signature.
  public let hostKey: [UInt8]
  /// The public half of the key that only draw tickets yield, 32 bytes (Ed25519).
  public let writeKey: [UInt8]
  /// 1, 2, 3 …: each new epoch makes the tickets of the previous epoch invalid.
  public let epoch: UInt32
  /// The call that `hostKey` signs for: the fingerprint of that key.
  public let call: HostFingerprint
  /// The bytes as signed; stored and forwarded unchanged.
  let bytes: [UInt8]

  static func signed(by host: Identity, writeKey: [UInt8], epoch: UInt32) throws(SecurityError)
    -> EpochCertificate
  {
    var body = FieldWriter()
    body.add(1, host.publicKey)
    body.add(2, writeKey)
    body.add(3, UInt64(epoch))
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try host.sign("charter", body.bytes))
    return try EpochCertificate(whole.bytes)
  }

  /// Parses the bytes and verifies the signature with the host key inside. The caller checks, for
  /// example with the ticket, that this is the right host key.
  init(_ bytes: [UInt8]) throws(SecurityError) {
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      hostKey = try body.bytes(1, count: Identity.publicKeyLength)
      writeKey = try body.bytes(2, count: Identity.publicKeyLength)
      guard let epoch = UInt32(exactly: try body.number(3)), epoch > 0,
        let call = HostFingerprint(of: hostKey),
        Identity.verify(try whole.bytes(2), "charter", of: signed, by: hostKey)
      else { throw SecurityError.malformed }
      self.epoch = epoch
      self.call = call
      self.bytes = bytes
    } catch { throw .malformed }
  }

  /// Returns whether this certificate wins once both are known. The later epoch wins. If two hosts
  /// made the same epoch at once, the greater write key wins, so that every member chooses the same
  /// one.
  func supersedes(_ other: EpochCertificate) -> Bool {
    guard epoch == other.epoch else { return epoch > other.epoch }
    return other.writeKey.lexicographicallyPrecedes(writeKey)
  }

  /// Returns the bytes that a signature in this epoch of this call covers. They contain the call
  /// and the epoch, so the signature is valid in no other.
  func context(_ bytes: [UInt8]) -> [UInt8] {
    call.bytes + [UInt8](bigEndian: UInt64(epoch)) + bytes
  }
}
