/// Which key says in an epoch who may draw: what the host signs, and everybody checks.
///
/// Body: 1 the host's key (32 bytes), 2 the key of the draw ticket (32), 3 the epoch's number. On the
/// wire: 1 the body, 2 the host's signature over it.
public struct EpochCertificate: Sendable, Equatable {
  public let hostKey: [UInt8]
  /// The public half of the key that only draw tickets lead to.
  public let writeKey: [UInt8]
  /// 1, 2, 3 …: each ends the tickets of the one before.
  public let epoch: UInt32
  public let call: HostFingerprint
  /// As signed; kept and passed on unchanged.
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

  /// Checks the signature by the key that is inside; whether that key is the right one is for the
  /// ticket to say.
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

  /// Whether it is what counts once both are known: the later one; of two that came about at once,
  /// everywhere the same.
  func supersedes(_ other: EpochCertificate) -> Bool {
    guard epoch == other.epoch else { return epoch > other.epoch }
    return other.writeKey.lexicographicallyPrecedes(writeKey)
  }

  /// What a signature in this epoch of this call is over, so that it says nothing about another.
  func context(_ bytes: [UInt8]) -> [UInt8] {
    call.bytes + [UInt8](bigEndian: UInt64(epoch)) + bytes
  }
}
