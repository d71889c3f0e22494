/// What only its origin can make, over frames whose number is a multiple of 32: all who may draw have the keys under which the
/// others are sealed, so that each could pass for any other in them.
enum FrameSignature {
  static let every: UInt64 = 32
  static let length = Identity.signatureLength

  /// Whether one stands in the frame of a number.
  static func stands(in number: UInt64) -> Bool { number.isMultiple(of: every) }

  /// - Parameter header: the whole of it, see `FrameContext`.
  static func sign(
    _ bytes: [UInt8], header: [UInt8], by identity: Identity, under charter: EpochCertificate
  ) throws(SecurityError) -> [UInt8] {
    try identity.sign(purpose, signed(bytes, header, charter))
  }

  /// What stands behind the signature; nil where that is not its origin's.
  static func proved(
    _ plain: [UInt8], header: [UInt8], by identityKey: [UInt8], under charter: EpochCertificate
  ) -> [UInt8]? {
    guard plain.count >= length else { return nil }
    let bytes = Array(plain.dropFirst(length))
    return Identity.verify(
      Array(plain.prefix(length)), purpose, of: signed(bytes, header, charter), by: identityKey)
      ? bytes : nil
  }

  private static let purpose = "signed frame"

  /// The header's length first, so that header and bytes cannot be told apart in two ways.
  private static func signed(_ bytes: [UInt8], _ header: [UInt8], _ charter: EpochCertificate)
    -> [UInt8]
  {
    charter.context([UInt8](bigEndian: UInt64(header.count)) + header + bytes)
  }
}
