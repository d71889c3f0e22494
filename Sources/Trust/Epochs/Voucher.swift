/// The word of somebody who may draw for entries whose authors have no certificate in this epoch:
/// they were there before.
public struct Voucher: Sendable, Equatable {
  public let certificate: Certificate
  /// What the bytes say is the board's business.
  public let statement: [UInt8]
  /// As signed; kept and passed on unchanged.
  public let bytes: [UInt8]

  public static let statementBytesMax = 32 * 1_024
  static let bytesMax = statementBytesMax + 1_024

  /// Any bytes may come: what stands here was proved.
  ///
  /// - Throws: `mayNotDraw` where who vouches has no certificate of this epoch.
  public init(_ bytes: [UInt8], under charter: Charter) throws(Refusal) {
    guard bytes.count <= Self.bytesMax else { throw .malformed }
    do {
      let whole = try FieldReader(bytes)
      guard let certificate = Certificate(try whole.bytes(1), under: charter) else {
        throw Refusal.mayNotDraw
      }
      self.certificate = certificate
      statement = try whole.bytes(2)
      guard statement.count <= Self.statementBytesMax,
        Identity.verify(
          try whole.bytes(3), Self.purpose, of: charter.context(statement),
          by: certificate.identityKey)
      else { throw Refusal.malformed }
    } catch {
      throw error as? Refusal ?? .malformed
    }
    self.bytes = bytes
  }

  fileprivate static let purpose = "voucher"
}

extension Epoch {
  /// - Parameter statement: at most 32 KiB.
  /// - Throws: `mayNotDraw` where this member only watches.
  public func voucher(for statement: [UInt8], by keys: MemberKeys) throws(Refusal) -> Voucher {
    guard let certificate = try introduction(of: keys).certificate else { throw .mayNotDraw }
    var whole = FieldWriter()
    whole.add(1, certificate.encoded)
    whole.add(2, statement)
    whole.add(3, try keys.identity.sign(Voucher.purpose, charter.context(statement)))
    return try Voucher(whole.bytes, under: charter)
  }
}
