/// Who a member is and what it may do, as it says and proves itself; checked by everybody whom it
/// reaches, by whatever way.
///
/// Body: 1 the identity's key (32 bytes), 2 the run's chance (16), 3 the key for secrets to it (32),
/// 4 the certificate (64), which a watcher has none of. On the wire: 1 the body, 2 the identity's
/// signature over call, epoch and body, 3 of a watcher the voucher: a signature over the same that only
/// a draw ticket can make, by whoever let it in.
public struct MemberCertificate: Sendable, Equatable {
  public let identityKey: [UInt8]
  let run: [UInt8]
  let agreementKey: [UInt8]
  /// Nil of who only watches.
  public let certificate: Certificate?
  public let epoch: UInt32
  public let call: HostFingerprint
  /// Whether somebody who may draw has let it in. Who draws has a certificate and needs no voucher.
  public private(set) var isVouched: Bool
  /// As signed; kept and passed on unchanged.
  private(set) var bytes: [UInt8]
  /// What the signatures are over.
  private let signed: [UInt8]

  public var role: Role { certificate == nil ? .watch : .draw }

  /// The member's name on the wire: the first eight bytes of a digest over identity and run, so that
  /// nobody can take another's.
  public let member: UInt64

  static func member(identityKey: [UInt8], run: [UInt8]) -> UInt64 {
    digest("member", identityKey + run).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func signed(
    by keys: MemberKeys, certificate: Certificate?, under charter: EpochCertificate
  ) throws(SecurityError) -> MemberCertificate {
    var body = FieldWriter()
    body.add(1, keys.identity.publicKey)
    body.add(2, keys.run)
    body.add(3, Array(keys.agreement.publicKey.rawRepresentation))
    if let certificate { body.add(4, certificate.signature) }
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try keys.identity.sign(purpose, charter.context(body.bytes)))
    return try MemberCertificate(whole.bytes, under: charter)
  }

  /// On the wire, with the voucher: whoever lets somebody in takes no introduction that the others would
  /// refuse.
  static let bytesMax = 512
  /// A field's number and length, and a signature.
  static let voucherBytes = 2 + Identity.signatureLength

  /// Any bytes may come: what stands here was proved.
  ///
  /// - Throws: `mayNotDraw` where the certificate is not one that a draw ticket of this epoch made;
  ///   `malformed` also where it is too long, or would be with a voucher.
  init(_ bytes: [UInt8], under charter: EpochCertificate) throws(SecurityError) {
    guard bytes.count <= Self.bytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      identityKey = try body.bytes(1, count: Identity.publicKeyLength)
      run = try body.bytes(2, count: MemberKeys.runLength)
      agreementKey = try body.bytes(3, count: Agreement.publicKeyLength)
      let signature = try whole.bytes(2)
      guard Agreement.isUsable(agreementKey),
        Identity.verify(signature, Self.purpose, of: charter.context(signed), by: identityKey)
      else { throw SecurityError.malformed }
      certificate = try body.optional(4).map { [identityKey] signature in
        guard
          let certificate = Certificate(
            identityKey: identityKey, signature: signature, under: charter)
        else { throw SecurityError.mayNotDraw }
        return certificate
      }
      self.signed = signed
      let voucher = try whole.optional(3)
      isVouched = voucher != nil
      let needsVoucher = certificate == nil && voucher == nil
      guard bytes.count <= Self.bytesMax - (needsVoucher ? Self.voucherBytes : 0),
        voucher.map({
          Identity.verify($0, Self.voucher, of: charter.context(signed), by: charter.writeKey)
        }) ?? true
      else { throw SecurityError.malformed }
    } catch {
      throw error as? SecurityError ?? .malformed
    }
    member = Self.member(identityKey: identityKey, run: run)
    epoch = charter.epoch
    call = charter.call
    self.bytes = bytes
  }

  /// Lets it in, by the key that only draw tickets lead to.
  fileprivate mutating func vouch(with writeKey: Identity, under charter: EpochCertificate)
    throws(SecurityError)
  {
    var voucher = FieldWriter()
    voucher.add(3, try writeKey.sign(Self.voucher, charter.context(signed)))
    bytes += voucher.bytes
    isVouched = true
  }

  private static let purpose = "introduction"
  private static let voucher = "voucher"
}

extension Epoch {
  /// The introduction of somebody who was let in, as others believe it: made-up watchers are none of
  /// the call. The same where it needs no voucher, or has one, or none can be given here.
  public func vouched(_ introduction: MemberCertificate) throws(SecurityError) -> MemberCertificate
  {
    guard role == .draw, introduction.role == .watch, !introduction.isVouched,
      introduction.epoch == number, introduction.call == call
    else { return introduction }
    var vouched = introduction
    try vouched.vouch(with: try EpochCredential.writeKey(pass.secret), under: charter)
    return vouched
  }
}
