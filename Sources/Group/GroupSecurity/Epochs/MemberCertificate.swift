/// A member's identity and role, signed by the member itself. Each receiver verifies it, whichever
/// way it arrived.
///
/// Body: 1 the identity's key (32 bytes), 2 the random bytes of this run of the program (16), 3 the
/// key for secrets to the member (32), 4 the certificate (64), which a watcher does not have, 5 the
/// number 1 if the member has no ticket (see ``PersonalPass``). On the wire: 1 the body, 2 the identity's signature over call, epoch and body, 3 the voucher, for a
/// watcher only: a signature over the same data by the member that admitted it. Only a draw ticket
/// can make the voucher.
public struct MemberCertificate: Sendable, Equatable {
  /// The public key of the person, 32 bytes (Ed25519).
  public let identityKey: [UInt8]
  let run: [UInt8]
  let agreementKey: [UInt8]
  /// The proof that the person may draw; nil for a member that only watches.
  public let certificate: Certificate?
  /// The number of the epoch in which this member certificate is valid.
  public let epoch: UInt32
  /// The call in which this member certificate is valid.
  public let call: HostFingerprint
  /// Whether the member has no ticket. The member that let it in proves this: the certificate and
  /// the voucher of such a member are made for another purpose.
  public let isPersonal: Bool
  /// Whether this member certificate holds a voucher by a member that may draw. Only a watcher
  /// needs a voucher.
  public private(set) var isVouched: Bool
  /// The bytes as signed; stored and forwarded unchanged.
  private(set) var bytes: [UInt8]
  /// The body that the signatures cover.
  private let signed: [UInt8]

  /// The role that the certificate proves: `draw` with a `certificate`, otherwise `watch`.
  public var role: Role { certificate == nil ? .watch : .draw }

  /// The member's name on the wire: the first eight bytes of a digest over identity and run, so
  /// that no member can take the name of another.
  public let member: UInt64

  static func member(identityKey: [UInt8], run: [UInt8]) -> UInt64 {
    digest("member", identityKey + run).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func signed(
    by keys: MemberKeys, certificate: Certificate?, isPersonal: Bool = false,
    under epochCertificate: EpochCertificate
  ) throws(SecurityError) -> MemberCertificate {
    var body = FieldWriter()
    body.add(1, keys.identity.publicKey)
    body.add(2, keys.run)
    body.add(3, Array(keys.agreement.publicKey.rawRepresentation))
    if let certificate { body.add(4, certificate.signature) }
    if isPersonal { body.add(5, 1) }
    var whole = FieldWriter()
    whole.add(1, body.bytes)
    whole.add(2, try keys.identity.sign(purpose, epochCertificate.context(body.bytes)))
    return try MemberCertificate(whole.bytes, under: epochCertificate)
  }

  /// Maximum bytes on the wire, including the voucher. A watcher's certificate without a voucher
  /// has to leave room for one, so that other members accept it with the voucher.
  static let bytesMax = 512
  /// Bytes of the voucher field: its number, its length and a signature.
  static let voucherBytes = 2 + Identity.signatureLength

  /// Parses and verifies a member certificate. The bytes are untrusted.
  ///
  /// - Throws: `mayNotDraw` if no draw ticket of this epoch made the inner certificate; `malformed`
  ///   for other faults, also if the bytes are too long, or would be too long with a voucher.
  init(_ bytes: [UInt8], under epochCertificate: EpochCertificate) throws(SecurityError) {
    guard bytes.count <= Self.bytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      let signed = try whole.bytes(1)
      let body = try FieldReader(signed)
      identityKey = try body.bytes(1, count: Identity.publicKeyLength)
      run = try body.bytes(2, count: MemberKeys.runLength)
      agreementKey = try body.bytes(3, count: Agreement.publicKeyLength)
      let isPersonal = body.hasFlag(5)
      self.isPersonal = isPersonal
      let signature = try whole.bytes(2)
      guard Agreement.isUsable(agreementKey),
        Identity.verify(
          signature, Self.purpose, of: epochCertificate.context(signed), by: identityKey)
      else { throw SecurityError.malformed }
      certificate = try body.optional(4).map { [identityKey] signature in
        guard
          let certificate = Certificate(
            identityKey: identityKey, signature: signature, under: epochCertificate,
            isPersonal: isPersonal)
        else { throw SecurityError.mayNotDraw }
        return certificate
      }
      self.signed = signed
      let voucher = try whole.optional(3)
      isVouched = voucher != nil
      let needsVoucher = certificate == nil && voucher == nil
      guard bytes.count <= Self.bytesMax - (needsVoucher ? Self.voucherBytes : 0),
        voucher.map({
          Identity.verify(
            $0, Self.voucher(isPersonal), of: epochCertificate.context(signed),
            by: epochCertificate.writeKey)
        }) ?? true
      else { throw SecurityError.malformed }
    } catch {
      throw error as? SecurityError ?? .malformed
    }
    member = Self.member(identityKey: identityKey, run: run)
    epoch = epochCertificate.epoch
    call = epochCertificate.call
    self.bytes = bytes
  }

  /// Adds the voucher, signed with the key that only draw tickets yield.
  fileprivate mutating func vouch(with writeKey: Identity, under epochCertificate: EpochCertificate)
    throws(SecurityError)
  {
    var voucher = FieldWriter()
    voucher.add(3, try writeKey.sign(Self.voucher(isPersonal), epochCertificate.context(signed)))
    bytes += voucher.bytes
    isVouched = true
  }

  private static let purpose = "introduction"
  private static func voucher(_ isPersonal: Bool) -> String {
    isPersonal ? "personal voucher" : "voucher"
  }
}

extension Epoch {
  /// Returns the member certificate of an admitted guest with a voucher. Other members refuse a
  /// watcher without a voucher, so that no member can invent watchers. Returns the certificate
  /// unchanged if it needs no voucher, has one already, or cannot get one from this member.
  public func vouched(_ memberCertificate: MemberCertificate) throws(SecurityError)
    -> MemberCertificate
  {
    guard mayAdmit, memberCertificate.role == .watch, !memberCertificate.isVouched,
      memberCertificate.epoch == number, memberCertificate.call == call
    else { return memberCertificate }
    var vouched = memberCertificate
    try vouched.vouch(with: try EpochCredential.writeKey(pass.secret), under: epochCertificate)
    return vouched
  }
}
